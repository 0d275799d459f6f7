package dev.gossamer.derive;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchivePosition;
import dev.gossamer.store.ArchiveTail;
import dev.gossamer.store.ArchivedPage;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the archive for several derivations at once. It starts at the position of the one
 * that is farthest behind; each derivation gets the captures that it does not know. A derivation
 * that fails gets nothing more and does not hold up the others: what it has not read stays in the
 * archive. Owned by one thread, which has the help of all processors once a derivation reads alone.
 * The derivations are not closed with it.
 */
final class ArchiveFeed implements AutoCloseable {
    /** Pages of this decoded size are read one at a time, however many processors help. */
    static final int LARGE_BYTES = 1 << 20;

    /** Bytes of bodies, as archived, that are in memory at a time, and one more body. */
    private static final long BATCH_BYTES = 1 << 23;

    private final List<Member> members = new ArrayList<>();
    private final DerivationFaults faults;
    private final ArchiveTail tail;
    private final CaptureReader reader;

    /** Held from the decoding of a large page until all derivations have read it. */
    private final ReentrantLock large = new ReentrantLock();

    private boolean isAlone;

    /** Whether there is anything to keep: a crawl without a page has no derived data. */
    private boolean hasPages;

    private ArchivePosition committed;

    ArchiveFeed(
            Archive archive,
            List<Derivation> derivations,
            DeriveOptions.Reading reading,
            DerivationFaults faults) {
        this.faults = faults;
        reader = new CaptureReader(reading);
        for (var each : derivations) members.add(new Member(each, each.position()));
        tail =
                ArchiveTail.open(
                        archive,
                        members.stream()
                                .map(Member::from)
                                .reduce(ArchivePosition::earlier)
                                .orElse(ArchivePosition.START),
                        faults::damaged);
        hasPages = members.stream().noneMatch(each -> each.from.equals(ArchivePosition.START));
        committed = tail.position();
    }

    /**
     * A derivation that this feeds.
     *
     * @param from the position up to which it has read in an earlier run
     */
    private record Member(Derivation derivation, ArchivePosition from) {
        DerivedData kind() {
            return derivation.kind();
        }
    }

    /**
     * A capture as it came from the archive.
     *
     * @param end where its record ends in the file of that number
     */
    private record Capture(Url url, ArchivedPage page, int serial, long end) {
        DerivationFaults.Place place() {
            return new DerivationFaults.Place(serial, end);
        }
    }

    /**
     * Hands the next captures to the derivations.
     *
     * @param most captures to read
     * @return how many were read; zero when there are no more for now
     */
    int read(int most) throws IOException {
        if (members.isEmpty()) return 0;
        // Captures of one URL stay in their order, however many threads are at work.
        var byUrl = new LinkedHashMap<Url, List<Capture>>();
        int count = 0;
        for (long bytes = 0; count < most && bytes < BATCH_BYTES; count++) {
            var next = tail.next();
            if (next.isEmpty()) break;
            bytes += next.get().body().length;
            capture(next.get())
                    .ifPresent(
                            each ->
                                    byUrl.computeIfAbsent(each.url, _ -> new ArrayList<>())
                                            .add(each));
        }
        if (byUrl.isEmpty()) return count;
        hasPages = true;
        var groups = isAlone ? byUrl.values().parallelStream() : byUrl.values().stream();
        // No thread may be at work any more when the caller learns of a failure and closes the
        // derivations.
        var failure = new AtomicReference<@Nullable Throwable>();
        groups.forEach(captures -> handOn(captures, failure));
        switch (failure.get()) {
            case null -> {}
            case IOException e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw (Error) e;
        }
        removeStopped();
        return count;
    }

    /** Returns empty for what is not a page of the web: robots.txt, and what has no URL of ours. */
    private Optional<Capture> capture(ArchivedPage page) {
        int serial = tail.serial();
        long end = tail.position().offset(serial);
        return Url.parse(page.url())
                .filter(url -> !url.path().equals("/robots.txt"))
                .map(url -> new Capture(url, page, serial, end));
    }

    /** Hands captures on until the first failure, of any thread, that is not the page's own. */
    private void handOn(List<Capture> captures, AtomicReference<@Nullable Throwable> failure) {
        for (var capture : captures) {
            if (failure.get() != null) return;
            try {
                handOn(capture);
            } catch (RuntimeException | Error e) {
                if (isOfThePage(e)) leaveOut(capture, e);
                else failure.compareAndSet(null, e);
            }
        }
    }

    /** Notes a page that could not be decoded or parsed, so that no derivation has it. */
    private void leaveOut(Capture capture, Throwable cause) {
        for (var member : members) {
            faults.leftOut(member.kind(), capture.place(), capture.url, cause);
        }
    }

    private void handOn(Capture capture) {
        byte[] content = reader.content(capture.page, LARGE_BYTES);
        if (content.length < LARGE_BYTES) {
            handOn(capture, content);
            return;
        }
        large.lock();
        try {
            handOn(capture, reader.content(capture.page, Integer.MAX_VALUE));
        } finally {
            large.unlock();
        }
    }

    private void handOn(Capture capture, byte[] content) {
        var read = reader.read(capture.url, capture.page, content);
        for (var member : members) {
            boolean isKnown = capture.end <= member.from.offset(capture.serial);
            if (!isKnown) handOn(member, capture, read);
        }
    }

    private void handOn(Member member, Capture capture, ReadCapture read) {
        if (faults.isSkipped(member.kind(), capture.place())) return;
        run(
                member,
                () -> {
                    try {
                        member.derivation.read(read);
                    } catch (RuntimeException | Error e) {
                        if (!isOfThePage(e)) throw e;
                        // What it holds in memory may be incomplete: it is opened again.
                        faults.failed(member.kind(), capture.place(), capture.url, e);
                    }
                });
    }

    /** Returns whether this is a mistake of ours that another page need not meet. */
    private static boolean isOfThePage(Throwable e) {
        return !(e instanceof VirtualMachineError) || e instanceof StackOverflowError;
    }

    /** Makes durable what was read; returns whether there was anything. */
    boolean commit() {
        // Records that are no pages move it too: behind the last page stands its request.
        var position = tail.position();
        if (!hasPages || position.equals(committed)) return false;
        committed = position;
        each(member -> () -> member.derivation.commit(member.from.later(position)));
        return true;
    }

    /** Uses all processors from now on. There must be one derivation. */
    void beginAlone() {
        isAlone = true;
        each(member -> member.derivation::beginAlone);
    }

    /** Commits, and lets each derivation settle. */
    void settle() {
        commit();
        each(member -> member.derivation::settle);
    }

    /** Returns the position up to which this derivation has read, committed or not. */
    ArchivePosition position(Derivation derivation) {
        for (var member : members) {
            if (member.derivation.equals(derivation)) return member.from.later(tail.position());
        }
        return derivation.position();
    }

    private interface Step {
        void run() throws IOException;
    }

    private void each(Function<Member, Step> step) {
        for (var member : members) run(member, step.apply(member));
        removeStopped();
    }

    private void removeStopped() {
        members.removeIf(member -> faults.isStopped(member.kind()));
    }

    private void run(Member member, Step step) {
        var kind = member.kind();
        if (faults.isStopped(kind)) return;
        try {
            step.run();
        } catch (IOException e) {
            // A fault of the disk; the status reports it.
            faults.stop(kind, e);
        } catch (RuntimeException e) {
            if (faults.stop(kind, e)) {
                DerivationFaults.log("the " + kind.label() + " stays behind", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        tail.close();
    }
}
