package dev.gossamer.cli;

import dev.gossamer.url.Url;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The password of a proxy. On the command line every user of the machine can read it, so it may
 * come from the environment instead, which only the user's own processes can read.
 */
final class ProxyPassword {
    static final String VARIABLE = "GOSSAMER_PROXY_PASSWORD";

    private ProxyPassword() {}

    static boolean isIn(String proxy) {
        return Url.parse(proxy).filter(url -> !url.password().isEmpty()).isPresent();
    }

    /** Adds the password of the environment to a proxy that has a user and no password. */
    static String added(String proxy, Map<String, String> environment) {
        String password = environment.getOrDefault(VARIABLE, "");
        boolean isWanted =
                Url.parse(proxy)
                        .filter(url -> !url.username().isEmpty() && url.password().isEmpty())
                        .isPresent();
        if (password.isEmpty() || !isWanted) return proxy;
        int at = proxy.lastIndexOf('@');
        String user = proxy.substring(0, at);
        return (user.endsWith(":") ? user : user + ":")
                + URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20")
                + proxy.substring(at);
    }
}
