package dev.gossamer.server;

import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/** A certificate and its key in PEM files, as certificate authorities hand them out. */
final class PemKeys {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final String ALIAS = "server";

    private PemKeys() {}

    /** Reads them into a key store in memory, which has no password. */
    static KeyStore read(ServerOptions.Tls tls) throws IOException {
        try {
            var store = KeyStore.getInstance("PKCS12");
            store.load(null, new char[0]);
            store.setKeyEntry(ALIAS, key(tls.key()), new char[0], chain(tls.certificates()));
            return store;
        } catch (GeneralSecurityException e) {
            throw new UsageException(
                    "the certificate and the key cannot be used: " + e.getMessage());
        }
    }

    private static Certificate[] chain(Path file) throws IOException, GeneralSecurityException {
        try (var in = Files.newInputStream(file)) {
            var chain =
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .toArray(Certificate[]::new);
            if (chain.length == 0) throw new UsageException(file + " holds no certificate in PEM");
            return chain;
        }
    }

    private static PrivateKey key(Path file) throws IOException {
        var match = KEY.matcher(Files.readString(file));
        if (!match.find())
            throw new UsageException(
                    "%s holds no private key in PKCS #8 ('openssl pkcs8 -topk8 -nocrypt' makes one of another)"
                            .formatted(file));
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(match.group(1)));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(spec);
            } catch (GeneralSecurityException e) {
                System.getLogger("dev.gossamer.server")
                        .log(System.Logger.Level.DEBUG, "not a key of " + algorithm, e);
            }
        }
        throw new UsageException(file + " holds a key that is none of " + ALGORITHMS);
    }
}
