package dev.gossamer.crawl;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One setting of a crawl: a line of the table in {@link Settings}. The command line, {@code
 * crawl.yaml}, the API and the documentation are all made from it.
 *
 * @param <T> the type of its values
 */
public final class Setting<T> {
    /** The part of a crawl that a setting belongs to, in the order of help and documentation. */
    public enum Group {
        PAGES("Which pages"),
        LIMITS("Limits"),
        POLITENESS("Politeness"),
        NETWORK("Network"),
        ARCHIVE("Archive");

        private final String title;

        Group(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }
    }

    /** What else is to be known of a setting. */
    enum Mark {
        /** Most people meet it: it is in the short help. */
        COMMON,
        /** It has a meaning for a crawl that already runs. */
        LIVE,
        /** It has no option on the command line. */
        FILE_ONLY,
        /** Its value may hold a password, so no message repeats it. */
        SECRET
    }

    private final String name;
    private final Group group;
    private final SettingType<T> type;
    private final T usual;
    private final String help;
    private final Set<Mark> marks;

    Setting(String name, Group group, SettingType<T> type, T usual, String help, Mark... marks) {
        this.name = name;
        this.group = group;
        this.type = type;
        this.usual = usual;
        this.help = help;
        this.marks = Arrays.stream(marks).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the name in {@code crawl.yaml} and, behind two dashes, on the command line. */
    public String name() {
        return name;
    }

    public Group group() {
        return group;
    }

    /** Returns the value that holds where none is given. */
    public T usual() {
        return usual;
    }

    /** Returns what the setting does, in a sentence or two without the default. */
    public String help() {
        return help;
    }

    /** Returns the word for a value in a synopsis, such as {@code DURATION}. */
    public String label() {
        return type.label();
    }

    /** Returns the default as a user would write it; empty if there is none. */
    public Optional<String> usualText() {
        return type.writer().apply(usual).map(Setting::text).filter(text -> !text.isEmpty());
    }

    private static String text(Object written) {
        if (!(written instanceof List<?> list)) return String.valueOf(written);
        return list.stream()
                .map(entry -> String.valueOf(entry).replaceAll("[{}]", ""))
                .collect(Collectors.joining(", "));
    }

    /** Returns true if most people meet it, so that the short help shows it. */
    public boolean isCommon() {
        return marks.contains(Mark.COMMON);
    }

    /** Returns true if it has a meaning for a crawl that already runs. */
    public boolean isLive() {
        return marks.contains(Mark.LIVE);
    }

    /** Returns true if it has no option on the command line. */
    public boolean isFileOnly() {
        return marks.contains(Mark.FILE_ONLY);
    }

    /** Returns true if its value may hold a password. */
    public boolean isSecret() {
        return marks.contains(Mark.SECRET);
    }

    /** Returns true if its option may be given several times. */
    public boolean isRepeatable() {
        return type.shape() == SettingType.Shape.REPEATABLE;
    }

    /** Returns true if its value is true or false. */
    public boolean isFlag() {
        return type.shape() == SettingType.Shape.FLAG;
    }

    SettingType<T> type() {
        return type;
    }

    /**
     * Reads a value as it stands in {@code crawl.yaml}: a text, a list, or a map of a name to its
     * arguments.
     *
     * @throws UsageException if it makes no sense
     */
    public T read(Object written) {
        return type.read(name, written);
    }

    @Override
    public String toString() {
        return name;
    }
}
