package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** What clients may set, in whatever form they write it. */
class SettingsInputTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SettingsInput input = new SettingsInput(false);

    private Map<String, Object> read(String settings) {
        return input.read(JSON.readTree(settings), "/settings");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'seeds':'http://127.0.0.1:18180/'}",
                "{'seeds':['http://127.0.0.1:18180/']}",
                "{'seeds':['https://example.org/','http://[::1]/']}",
                "{'seeds':'127.0.0.1'}",
                "{'seeds':['http://169.254.169.254/latest/meta-data/']}",
                "{'seeds':['http://2130706433/']}",
                "{'filters':'com.evil.Filter'}",
                "{'filters':['com.evil.Filter']}",
                "{'filters':['Evil']}",
                "{'filters':['scope',{'com.evil.Filter':'x'}]}",
                "{'filters':{'com.evil.Filter':['x','y']}}",
                "{'plugin':'/tmp/x.jar'}",
                "{'use':'com.evil.Store'}",
                "{'known':['/etc']}",
                "{'allow-private':true}",
                "{'dns':'127.0.0.1:53'}",
                "{'proxy':'http://127.0.0.1:3128'}",
                "{'admitted':['127.0.0.1:80']}",
            })
    void clientsMayNotReachPrivateAddressesNorRunCode(String settings) {
        assertThatThrownBy(() -> read(settings.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem ->
                                assertThat(problem.kind())
                                        .isEqualTo(Problem.Kind.FORBIDDEN_SETTING));
    }

    @Test
    void valuesAreWhatAUserWouldWrite() {
        assertThat(
                        read(
                                "{\"delay\":\"2s\",\"max-pages\":7,\"sitemaps\":false,\"filters\":[\"scheme\",{\"length\":\"1500\"}],\"rate\":null}"))
                .isEqualTo(
                        Map.of(
                                "delay", "2s",
                                "max-pages", "7",
                                "sitemaps", "false",
                                "filters", List.of("scheme", Map.of("length", "1500")),
                                "rate", ""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"delay\":\"banana\"}",
                "{\"delay\":{\"a\":{\"b\":1}}}",
                "{\"filters\":[[\"scope\"]]}",
                "{\"filters\":[{\"length\":\"1\",\"scope\":\"2\"}]}",
                "{\"no-such-setting\":1}",
            })
    void aMistakeNamesItsPlace(String settings) {
        assertThatThrownBy(() -> read(settings))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.json().toString()).contains("/settings/"));
    }
}
