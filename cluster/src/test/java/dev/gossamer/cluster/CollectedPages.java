package dev.gossamer.cluster;

import dev.gossamer.store.Capture;
import dev.gossamer.store.CaptureBody;
import dev.gossamer.store.DnsCapture;
import dev.gossamer.store.Store;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A store that keeps everything in memory. */
final class CollectedPages implements Store {
    final List<Capture> pages = new ArrayList<>();
    final List<DnsCapture> names = new ArrayList<>();

    @Override
    public void write(Capture capture) throws IOException {
        var body = new ByteArrayOutputStream();
        capture.body().feed(body::write);
        pages.add(
                capture.withBody(new CaptureBody.InMemory(body.toByteArray()), capture.truncation())
                        .withDigest(capture.payloadDigest().orElseThrow()));
    }

    @Override
    public void write(DnsCapture answer) {
        names.add(answer);
    }

    List<String> urls() {
        return pages.stream().map(each -> each.url().toString()).toList();
    }

    @Override
    public void sync() {}

    @Override
    public void close() {}
}
