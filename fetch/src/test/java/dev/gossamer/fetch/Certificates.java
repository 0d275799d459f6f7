package dev.gossamer.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A certificate of a test authority, made by the JDK's keytool for the life of a test class. */
record Certificates(Path store) {
    private static final char[] PASSWORD = "password".toCharArray();

    /**
     * @param name what the certificate is for
     * @param startDate in keytool's words, for example {@code -10d}; valid for a day from then
     */
    static Certificates make(Path directory, String name, String startDate) throws Exception {
        Path store = directory.resolve(name + startDate + ".p12");
        keytool(store, "ca", "-dname", "CN=Test CA", "-ext", "bc:c", "-startdate", "-20d");
        keytool(
                store,
                "server",
                "-signer",
                "ca",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=dns:" + name,
                "-startdate",
                startDate,
                "-validity",
                "2");
        return new Certificates(store);
    }

    private static void keytool(Path store, String alias, String... more) throws Exception {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC"));
        command.addAll(List.of("-groupname", "secp256r1", "-storetype", "PKCS12"));
        command.addAll(List.of("-storepass", "password", "-keystore", store.toString()));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) throw new IOException("keytool: " + said);
    }

    /** The authority in PEM, to trust it. */
    Path pem() throws Exception {
        byte[] der = load().getCertificate("ca").getEncoded();
        String text =
                "-----BEGIN CERTIFICATE-----\n"
                        + Base64.getMimeEncoder().encodeToString(der)
                        + "\n-----END CERTIFICATE-----\n";
        return Files.writeString(Path.of(store + ".pem"), text);
    }

    ServerSocket listener(String... protocols) throws Exception {
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(load(), PASSWORD);
        var context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        var factory = context.getServerSocketFactory();
        var socket = factory.createServerSocket(0, 100, Fetching.LOOPBACK);
        if (protocols.length > 0 && socket instanceof javax.net.ssl.SSLServerSocket tls) {
            tls.setEnabledProtocols(protocols);
        }
        return socket;
    }

    private KeyStore load() throws GeneralSecurityException, IOException {
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }
}
