package dev.gossamer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TerminalTextTest {
    @Test
    void whatMovesTheCursorOrTurnsTheTextBecomesASpace() {
        assertThat(TerminalText.clean("a\u001B[31mb\u009B31mc\u007Fd\u0007e"))
                .isEqualTo("a [31mb 31mc d e");
        assertThat(TerminalText.clean("a\u202Eb\u2066c\u2028d\u200Fe\u061Cf"))
                .isEqualTo("a b c d e f");
        assertThat(TerminalText.clean("two\nlines\t")).isEqualTo("two lines ");
    }

    @Test
    void plainTextOfAnyScriptStaysAsItIs() {
        var text = "Größe – 日本語 עברית 😀";
        assertThat(TerminalText.clean(text)).isSameAs(text);
        assertThat(TerminalText.cleanLines("two\nlines\t\u009B")).isEqualTo("two\nlines\t ");
    }
}
