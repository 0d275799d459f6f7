package dev.gossamer.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gossamer.crawl.PageRequest;
import dev.gossamer.crawl.RequestMark;
import dev.gossamer.crawl.RequestResult;
import dev.gossamer.url.Url;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReadRequestTest {
    private static ReadRequest read(String json) {
        return ReadRequest.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aWholeRequestIsRead() {
        var read =
                read(
                        "{'app':'news','id':'17','url':'http://a.test/x','priority':3,'again':true,'follow':true,'more':1}");
        assertThat(read)
                .isEqualTo(
                        new ReadRequest.Wanted(
                                new PageRequest(
                                        new RequestMark("news", "17", true),
                                        Url.of("http://a.test/x"),
                                        3,
                                        true)));
    }

    @Test
    void aShortRequestHasDefaults() {
        assertThat(read("{'app':'news','id':17,'url':'https://a.test/'}"))
                .isEqualTo(
                        new ReadRequest.Wanted(
                                new PageRequest(
                                        new RequestMark("news", "17", false),
                                        Url.of("https://a.test/"),
                                        0,
                                        false)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'app':'news','id':'1'} | names no URL",
                "{'app':'news','id':'1','url':7} | names no URL",
                "{'app':'news','id':'1','url':'/x'} | not an absolute URL",
                "{'app':'news','id':'1','url':'ftp://a.test/'} | not a URL of http",
                "{'app':'news','id':'1','url':'http://a.test/','priority':-1} | from 0 to 1000000",
                "{'app':'news','id':'1','url':'http://a.test/','priority':1000001} | from 0 to",
                "{'app':'news','id':'1','url':'http://a.test/','priority':'x'} | whole number",
            })
    void aRequestThatCannotBeCarriedOutIsAnswered(String json, String reason) {
        assertThat(read(json))
                .isInstanceOfSatisfying(
                        ReadRequest.Refused.class,
                        refused -> {
                            assertThat(refused.result().mark().id()).isEqualTo("1");
                            assertThat(refused.result().reason()).contains(reason);
                            assertThat(refused.result().state())
                                    .isEqualTo(RequestResult.State.dropped);
                        });
    }

    @Test
    void aUrlIsBounded() {
        var url = "http://a.test/" + "x".repeat(PageRequest.MAX_URL_LENGTH);
        assertThat(read("{'app':'news','id':'1','url':'%s'}".formatted(url)))
                .isInstanceOf(ReadRequest.Refused.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "hello | not JSON",
                "{'app':'news' | not JSON",
                "[1] | not a JSON object",
                "{'id':'1','url':'http://a.test/'} | name of an application",
                "{'app':'news','url':'http://a.test/'} | id of a request",
                "{'app':{},'id':'1'} | name of an application",
            })
    void aRequestOfNobodyIsUnreadable(String json, String reason) {
        assertThat(read(json))
                .isInstanceOfSatisfying(
                        ReadRequest.Unreadable.class,
                        unreadable -> assertThat(unreadable.reason()).contains(reason));
    }

    @Test
    void aRecordIsBounded() {
        assertThat(ReadRequest.of(new byte[ReadRequest.MAX_BYTES + 1]))
                .isInstanceOf(ReadRequest.Unreadable.class);
        assertThat(ReadRequest.of(null)).isInstanceOf(ReadRequest.Unreadable.class);
    }
}
