package dev.gossamer.fetch;

/** What nobody can be told as an outcome. */
final class Log {
    private static final System.Logger LOGGER = System.getLogger("dev.gossamer.fetch");

    private Log() {}

    static void warn(String what, Throwable why) {
        LOGGER.log(System.Logger.Level.WARNING, what, why);
    }
}
