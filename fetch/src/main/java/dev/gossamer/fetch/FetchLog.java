package dev.gossamer.fetch;

/** What nobody can be told as an outcome. */
final class FetchLog {
    private static final System.Logger LOGGER = System.getLogger("dev.gossamer.fetch");

    private FetchLog() {}

    static void warn(String what, Throwable why) {
        LOGGER.log(System.Logger.Level.WARNING, what, why);
    }
}
