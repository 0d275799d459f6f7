package dev.gossamer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server with a certificate of its own, over real sockets. */
class TlsIT {
    private static final String PASSWORD = "only for this test";

    @TempDir Path folder = Path.of("");

    /** Makes a certificate for localhost, and writes it as PEM files. */
    private KeyStore certificate() throws Exception {
        var file = folder.resolve("keys.p12");
        var keytool =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                "server",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "san=dns:localhost,ip:127.0.0.1",
                                "-storetype",
                                "PKCS12",
                                "-keystore",
                                file.toString(),
                                "-storepass",
                                PASSWORD)
                        .redirectErrorStream(true)
                        .start();
        keytool.getInputStream().readAllBytes();
        assertThat(keytool.waitFor()).isZero();
        var store = KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray());
        write("cert.pem", "CERTIFICATE", store.getCertificate("server").getEncoded());
        write(
                "key.pem",
                "PRIVATE KEY",
                store.getKey("server", PASSWORD.toCharArray()).getEncoded());
        return store;
    }

    private void write(String name, String what, byte[] content) throws IOException {
        Files.writeString(
                folder.resolve(name),
                "-----BEGIN %s-----\n%s\n-----END %s-----\n"
                        .formatted(what, Base64.getMimeEncoder().encodeToString(content), what));
    }

    private ServerOptions options() {
        var tls = new ServerOptions.Tls(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        return ServerOptions.in(folder.resolve("crawls"))
                .at(
                        new ServerOptions.Listen(
                                "127.0.0.1",
                                0,
                                Optional.of(tls),
                                List.of(),
                                Optional.empty(),
                                false))
                .token(Optional.of(folder.resolve("token")));
    }

    private static HttpClient trusting(KeyStore store) throws Exception {
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        var certificates = KeyStore.getInstance("PKCS12");
        certificates.load(null, new char[0]);
        certificates.setCertificateEntry("server", store.getCertificate("server"));
        trust.init(certificates);
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return HttpClient.newBuilder().sslContext(context).build();
    }

    @Test
    void answersAreEncrypted() throws Exception {
        var store = certificate();
        try (var server = GossamerServer.start(options());
                var client = trusting(store)) {
            assertThat(server.address()).startsWith("https://127.0.0.1:");
            var request =
                    HttpRequest.newBuilder(URI.create(server.address() + "api/v1/crawls"))
                            .header("Authorization", "Bearer " + server.token().orElseThrow())
                            .build();
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).contains("\"items\":[]");
            assertThat(answer.sslSession()).isPresent();
        }
    }

    @Test
    void aCertificateWithoutItsKeyIsOneClearSentence() throws Exception {
        certificate();
        Files.writeString(folder.resolve("key.pem"), "nothing");
        assertThatThrownBy(() -> GossamerServer.start(options()))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("key.pem");
    }
}
