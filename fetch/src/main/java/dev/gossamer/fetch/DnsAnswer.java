package dev.gossamer.fetch;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one response says about a name.
 *
 * @param name where the chain of aliases ends; the question's name when there is none
 * @param ttlSeconds the smallest of the records used; for "there is none" what the zone says about
 *     that (RFC 2308 section 5), or -1
 * @param records the answer section as text
 */
record DnsAnswer(
        Kind kind, List<InetAddress> addresses, String name, long ttlSeconds, String records) {
    enum Kind {
        FOUND,
        /** An alias whose target the server did not look up for us. */
        ALIAS,
        NO_SUCH_NAME,
        /** The server has a problem: ask another. */
        FAILED
    }

    /** Aliases of aliases beyond this are taken for a loop. */
    private static final int MAX_ALIASES = 16;

    static DnsAnswer read(String question, DnsResponse response) {
        String asked = canonical(question);
        var code = response.code();
        if (!code.equals(DnsResponseCode.NOERROR) && !code.equals(DnsResponseCode.NXDOMAIN)) {
            return new DnsAnswer(Kind.FAILED, List.of(), asked, -1, code.toString());
        }
        var text = new StringBuilder();
        var addresses = new HashMap<String, List<InetAddress>>();
        Map<String, String> aliases = new HashMap<>();
        long ttl = Long.MAX_VALUE;
        for (int i = 0; i < response.count(DnsSection.ANSWER); i++) {
            DnsRecord record = response.recordAt(DnsSection.ANSWER, i);
            if (!(record instanceof DnsRawRecord raw)) continue;
            String owner = canonical(record.name());
            String value = "";
            if (record.type().equals(DnsRecordType.CNAME)) {
                value = DefaultDnsRecordDecoder.decodeName(raw.content().duplicate());
                aliases.put(owner, canonical(value));
            } else if (isAddress(raw)) {
                var address = address(raw.content());
                value = address.getHostAddress();
                addresses.computeIfAbsent(owner, _ -> new ArrayList<>()).add(address);
            } else {
                continue;
            }
            ttl = Math.min(ttl, record.timeToLive());
            text.append(escaped(record.name())).append('\t').append(record.timeToLive());
            text.append("\tIN\t").append(record.type().name());
            text.append('\t').append(escaped(value)).append('\n');
        }
        String name = asked;
        for (int i = 0; i < MAX_ALIASES && aliases.containsKey(name); i++) name = aliases.get(name);
        var found = addresses.getOrDefault(name, List.of());
        if (!found.isEmpty()) return new DnsAnswer(Kind.FOUND, found, name, ttl, text.toString());
        boolean isAlias = !name.equals(asked) && code.equals(DnsResponseCode.NOERROR);
        return isAlias
                ? new DnsAnswer(Kind.ALIAS, List.of(), name, ttl, text.toString())
                : new DnsAnswer(
                        Kind.NO_SUCH_NAME, List.of(), name, negativeTtl(response), text.toString());
    }

    /** A name may hold any bytes; in text they are written as RFC 1035 section 5.1 says. */
    private static String escaped(String name) {
        var text = new StringBuilder(name.length());
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            if (b > ' ' && b < 0x7f) text.append((char) b);
            else text.append('\\').append(String.valueOf(1000 + (b & 255)), 1, 4);
        }
        return text.toString();
    }

    private static boolean isAddress(DnsRawRecord record) {
        int length = record.content().readableBytes();
        return (record.type().equals(DnsRecordType.A) && length == 4)
                || (record.type().equals(DnsRecordType.AAAA) && length == 16);
    }

    private static InetAddress address(ByteBuf content) {
        byte[] bytes = new byte[content.readableBytes()];
        content.getBytes(content.readerIndex(), bytes);
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("checked to be 4 or 16 bytes", e);
        }
    }

    /** The lesser of the SOA record's TTL and its last field. */
    private static long negativeTtl(DnsResponse response) {
        for (int i = 0; i < response.count(DnsSection.AUTHORITY); i++) {
            DnsRecord record = response.recordAt(DnsSection.AUTHORITY, i);
            if (record.type().equals(DnsRecordType.SOA)
                    && record instanceof DnsRawRecord raw
                    && raw.content().readableBytes() >= 4) {
                long minimum = raw.content().getUnsignedInt(raw.content().writerIndex() - 4);
                return Math.min(record.timeToLive(), minimum);
            }
        }
        return -1;
    }

    private static String canonical(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower : lower + ".";
    }
}
