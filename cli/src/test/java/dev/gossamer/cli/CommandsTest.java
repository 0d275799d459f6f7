package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Which commands are prepared for which line. */
class CommandsTest {
    private static Set<String> prepared(String... words) {
        return Commands.addTo(new CommandLine(new Main()), words).getSubcommands().keySet();
    }

    static List<Class<?>> all() {
        return Commands.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void aCommandIsCalledLikeItsClass(Class<?> command) {
        var written = Objects.requireNonNull(command.getAnnotation(Command.class)).name();
        assertThat(Commands.name(command)).isEqualTo(written);
    }

    @Test
    void theCommandThatIsNamedIsPreparedAlone() {
        assertThat(prepared("crawl", "status")).containsExactly("crawl");
        assertThat(prepared("cluster", "create")).containsExactly("cluster");
    }

    @ParameterizedTest
    @ValueSource(strings = {"help", "completion", "crwal", "--help", "--debug", "-o", "Crawl", ""})
    void otherwiseAllArePrepared(String first) {
        assertThat(prepared(first, "crawl")).hasSize(Commands.ALL.size());
    }

    @Test
    void aLineWithoutWordsHasAll() {
        assertThat(prepared()).hasSize(Commands.ALL.size());
    }
}
