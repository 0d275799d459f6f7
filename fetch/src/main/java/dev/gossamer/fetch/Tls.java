package dev.gossamer.fetch;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Collections;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS 1.2 and 1.3 by BoringSSL where its library loads, else by the JDK. One context for all
 * connections, so that a session is resumed when a host is met again.
 */
final class Tls {
    private static final int MAX_CAUSES = 16;
    private static final int SESSION_SECONDS = 24 * 3600;

    /** Enough for the farewell to reach the kernel; nobody waits for it. */
    private static final int FAREWELL_MILLIS = 500;

    /** RFC 7301: says that HTTP/1.1 is all we speak, so that nobody answers in HTTP/2. */
    private static final ApplicationProtocolConfig ALPN =
            new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_1_1);

    private final SslContext context;

    Tls(FetchOptions options, Platform platform) {
        var builder =
                SslContextBuilder.forClient()
                        .sslProvider(platform.tls())
                        .protocols("TLSv1.3", "TLSv1.2")
                        .applicationProtocolConfig(ALPN)
                        .sessionCacheSize(options.connections().tlsSessions())
                        .sessionTimeout(SESSION_SECONDS);
        options.authorities().ifPresent(file -> builder.trustManager(file.toFile()));
        if (options.insecure()) {
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .endpointIdentificationAlgorithm(null);
        }
        try {
            context = builder.build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /** Sessions that may be resumed. */
    int sessions() {
        return Collections.list(context.sessionContext().getIds()).size();
    }

    /** The name goes into SNI and is what the certificate must be for. */
    SslHandler handler(ByteBufAllocator allocator, Endpoint.Origin origin) {
        var handler = context.newHandler(allocator, name(origin.host()), origin.port());
        handler.setHandshakeTimeoutMillis(0); // the lane's sweep keeps this time
        handler.setCloseNotifyFlushTimeoutMillis(FAREWELL_MILLIS);
        return handler;
    }

    private static String name(String host) {
        if (host.startsWith("[")) return host.substring(1, host.length() - 1);
        return host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    }

    static Fault fault(Throwable cause) {
        for (@Nullable Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CertificateException
                    || each instanceof CertPathValidatorException) {
                return Fault.BAD_CERTIFICATE;
            }
        }
        return Fault.TLS_FAILED;
    }

    /**
     * Returns what is wrong with a handshake in words that tell what to do about it; libraries say
     * "General OpenSslEngine problem" and hide the reason in their causes.
     */
    static String detail(Throwable cause) {
        String deepest = String.valueOf(cause.getMessage());
        int depth = 0;
        for (@Nullable Throwable each = cause;
                each != null && depth < MAX_CAUSES;
                each = each.getCause(), depth++) {
            String message = each.getMessage();
            if (each instanceof CertificateExpiredException)
                return "certificate expired: " + message;
            if (each instanceof CertificateNotYetValidException)
                return "certificate not yet valid: " + message;
            if (message == null) continue;
            if (message.contains("validity check failed")) {
                deepest = "certificate expired or not yet valid";
                continue;
            }
            if (message.contains("No subject alternative") || message.contains("No name matching"))
                return "certificate is for another name: " + message;
            if (message.contains("unable to find valid certification path"))
                return "certificate is self-signed or of an unknown authority";
            deepest = message;
        }
        return deepest;
    }
}
