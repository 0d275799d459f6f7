package dev.gossamer.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncodingGuessTest {
    @ParameterizedTest
    @CsvSource({
        "UTF-8, UTF-8, 'naïve café'",
        "UTF-8, UTF-8, 漢字',かな'",
        "windows-1252, windows-1252, 'Der Fuß läuft über die Brücke, und die Bären hören zu.'",
        "windows-1252, windows-1252, 'L’élève a été très étonné par la leçon de français à Noël.'",
        "windows-1252, windows-1252, 'It costs £10, not £20, and £5 by post.'",
        "windows-1252, windows-1252, 'Bake at 200°C, then at 180°C.'",
        "windows-1252, windows-1252, 'El niño comió en la montaña ¿y después?'",
        "windows-1251, windows-1251, 'Все счастливые семьи похожи друг на друга'",
        "KOI8-R, KOI8-R, 'Все счастливые семьи похожи друг на друга'",
        "windows-1253, windows-1253, 'Όλες οι ευτυχισμένες οικογένειες μοιάζουν μεταξύ τους'",
        "windows-1255, windows-1255, 'כל המשפחות המאושרות דומות זו לזו'",
        "windows-1256, windows-1256, 'كل العائلات السعيدة تتشابه فيما بينها'",
        "windows-874, windows-874, 'ครอบครัวที่มีความสุขก็เหมือนกันหมด'",
        "windows-31j, Shift_JIS, '幸福な家庭はみな同じように似ているが、不幸な家庭は不幸なさまもそれぞれ違うものだ。'",
        "EUC-JP, EUC-JP, '幸福な家庭はみな同じように似ているが、不幸な家庭は不幸なさまもそれぞれ違うものだ。'",
        "GBK, GBK, '幸福的家庭都是相似的，不幸的家庭各有各的不幸。他们在家里说了很多话。'",
        "Big5, Big5, '幸福的家庭都是相似的，不幸的家庭各有各的不幸。他們在家裡說了很多話。'",
        "x-windows-949, EUC-KR, '행복한 가정은 모두 비슷한 이유로 행복하지만 불행한 가정은 저마다의 이유로 불행하다'",
    })
    void aTextIsRecognisedByItsCharacters(String charset, String expected, String text) {
        byte[] page = ("<title>" + text + "</title>").getBytes(Charset.forName(charset));
        assertThat(EncodingGuess.guess(page).standardName()).isEqualTo(expected);
    }

    @Test
    void aBookInBig5IsRecognised() throws IOException {
        var file = Conformance.path("html/encoding-html5lib/chardet/test_big5.txt");
        assertThat(EncodingGuess.guess(Files.readAllBytes(file))).isEqualTo(Encoding.BIG5);
    }
}
