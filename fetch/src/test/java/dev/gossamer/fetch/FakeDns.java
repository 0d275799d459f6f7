package dev.gossamer.fetch;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A name server on loopback that knows what a test tells it; others do not exist. */
final class FakeDns implements AutoCloseable {
    private record Item(int type, int ttl, byte[] data) {}

    private static final int A = 1;
    private static final int CNAME = 5;
    private static final int AAAA = 28;

    final AtomicInteger questions = new AtomicInteger();

    /** Response code for everything, unless zero. */
    volatile int failure;

    volatile boolean isSilent;
    private final DatagramSocket socket;
    private final Map<String, List<Item>> items = new ConcurrentHashMap<>();

    FakeDns() throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::serve);
    }

    int port() {
        return socket.getLocalPort();
    }

    void a(String name, int ttl, String address) {
        byte[] data = InetAddress.ofLiteral(address).getAddress();
        add(name, new Item(data.length == 4 ? A : AAAA, ttl, data));
    }

    void cname(String name, int ttl, String target) throws IOException {
        add(name, new Item(CNAME, ttl, encode(target)));
    }

    private void add(String name, Item item) {
        items.computeIfAbsent(name, _ -> new ArrayList<>()).add(item);
    }

    private void serve() {
        try {
            while (true) {
                var packet = new DatagramPacket(new byte[1500], 1500);
                socket.receive(packet);
                questions.incrementAndGet();
                if (isSilent) continue;
                byte[] answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private byte[] answer(ByteBuffer query) throws IOException {
        int id = query.getShort(0);
        query.position(12);
        var name = new StringBuilder();
        for (int length = query.get(); length > 0; length = query.get()) {
            for (int i = 0; i < length; i++) name.append((char) query.get());
            name.append('.');
        }
        int type = query.getShort();
        var known = items.get(name.toString().toLowerCase(Locale.ROOT));
        var found =
                known == null
                        ? List.<Item>of()
                        : known.stream().filter(i -> i.type == type || i.type == CNAME).toList();
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeShort(id);
        out.writeShort(0x8180 | (failure != 0 ? failure : known == null ? 3 : 0));
        out.writeShort(1);
        out.writeShort(failure != 0 ? 0 : found.size());
        out.writeShort(0);
        out.writeShort(0);
        out.write(encode(name.toString()));
        out.writeShort(type);
        out.writeShort(1);
        for (var item : failure != 0 ? List.<Item>of() : found) {
            out.writeShort(0xc00c);
            out.writeShort(item.type);
            out.writeShort(1);
            out.writeInt(item.ttl);
            out.writeShort(item.data.length);
            out.write(item.data);
        }
        return bytes.toByteArray();
    }

    private static byte[] encode(String name) throws IOException {
        var out = new ByteArrayOutputStream();
        for (String label : name.split("\\.")) {
            out.write(label.length());
            out.writeBytes(label.getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        }
        out.write(0);
        return out.toByteArray();
    }

    @Override
    public void close() {
        socket.close();
    }
}
