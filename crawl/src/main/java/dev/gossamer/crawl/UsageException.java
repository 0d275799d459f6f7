package dev.gossamer.crawl;

import java.util.List;
import java.util.stream.Stream;

/**
 * The user asked for something that cannot be. The message is one line that says what is wrong and
 * what to do, in words for programs and people alike.
 */
public final class UsageException extends RuntimeException {
    private final transient List<String> command;

    public UsageException(String message) {
        this(message, List.of());
    }

    private UsageException(String message, List<String> command) {
        super(message);
        this.command = command;
    }

    /** Returns one with the words of a command that does what the message advises. */
    static UsageException advising(String message, Object... command) {
        return new UsageException(message, Stream.of(command).map(Object::toString).toList());
    }

    /**
     * Returns the command and its arguments that do what the message advises, for users of the
     * command line; empty where there is none.
     */
    public List<String> command() {
        return command;
    }
}
