package dev.gossamer.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvRowTest {
    @Test
    void cellsAreQuotedWhereTheyMustBe() {
        assertThat(CsvRow.of(List.of("a", "b,c", "say \"x\"", "two\nlines", "")))
                .isEqualTo("a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\",\r\n");
    }

    @Test
    void aFormulaIsText() {
        assertThat(CsvRow.of(List.of("=1+1", "@x", "-1"))).isEqualTo("'=1+1,'@x,'-1\r\n");
    }
}
