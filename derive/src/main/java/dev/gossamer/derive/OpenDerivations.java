package dev.gossamer.derive;

import dev.gossamer.store.Archive;
import dev.gossamer.store.ArchiveTail;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The derivations of one archive that are open, and how far they are. Owned by one thread, except
 * for {@link #lags}.
 */
final class OpenDerivations implements AutoCloseable {
    private final DeriveOptions options;
    private final Set<DerivedData> kinds;
    private final DerivationFaults faults = new DerivationFaults();
    private final Map<DerivedData, Derivation> opened = new EnumMap<>(DerivedData.class);
    private volatile Map<DerivedData, Lag> lags = Map.of();

    OpenDerivations(DeriveOptions options, Set<DerivedData> kinds) {
        this.options = options;
        this.kinds = kinds;
    }

    DerivationFaults faults() {
        return faults;
    }

    /** Returns how far each kind is behind, as of the last look. */
    Map<DerivedData, Lag> lags() {
        return lags;
    }

    /** Opens those that are not open, and those that have failed once more. */
    void open() {
        for (var kind : kinds) {
            if (!faults.isStopped(kind) && opened.containsKey(kind)) continue;
            close(kind);
            try {
                opened.put(kind, open(kind));
                faults.opened(kind);
            } catch (IOException e) {
                faults.stop(kind, e);
            }
        }
        report(lags);
    }

    private Derivation open(DerivedData kind) throws IOException {
        return switch (kind) {
            case LINKS -> LinkDerivation.open(options.links(), options.reading().form());
            case INDEX -> IndexDerivation.open(options.index(), options.links());
        };
    }

    /** Returns a feed of all that are open. */
    ArchiveFeed feed(Archive archive) {
        return feed(archive, List.copyOf(opened.values()));
    }

    /** Returns a feed of one kind; empty if it is not open or has failed. */
    Optional<ArchiveFeed> feed(Archive archive, DerivedData kind) {
        var derivation = opened.get(kind);
        if (derivation == null || faults.isStopped(kind)) return Optional.empty();
        return Optional.of(feed(archive, List.of(derivation)));
    }

    private ArchiveFeed feed(Archive archive, List<Derivation> derivations) {
        return new ArchiveFeed(archive, derivations, options.reading(), faults);
    }

    /** Measures how far each kind is behind the archive. */
    void look(Archive archive, ArchiveFeed feed) throws IOException {
        var now = new EnumMap<DerivedData, Lag>(DerivedData.class);
        for (var derivation : opened.values()) {
            long behind = ArchiveTail.bytesBehind(archive, feed.position(derivation));
            var kind = derivation.kind();
            now.put(kind, new Lag(behind, "", faults.skipped(kind)));
        }
        report(now);
    }

    /** Stops every kind: the archive itself cannot be read, or there is no memory left. */
    void fail(Throwable cause) {
        for (var kind : kinds) faults.stop(kind, cause);
        report(Map.of());
    }

    private void report(Map<DerivedData, Lag> measured) {
        var now = new EnumMap<DerivedData, Lag>(DerivedData.class);
        now.putAll(measured);
        faults.problems()
                .forEach(
                        (kind, problem) -> {
                            var before = measured.get(kind);
                            long behind = before == null ? 0 : before.behindBytes();
                            now.put(kind, new Lag(behind, problem, faults.skipped(kind)));
                        });
        lags = now;
    }

    /** Throws the problem of a kind that failed, if there is one. */
    void requireNoProblem() throws IOException {
        for (var each : faults.problems().entrySet()) {
            throw new IOException(each.getKey().label() + ": " + each.getValue());
        }
    }

    @Override
    public void close() {
        for (var kind : kinds) close(kind);
    }

    private void close(DerivedData kind) {
        var derivation = opened.remove(kind);
        if (derivation == null) return;
        try {
            derivation.close();
        } catch (IOException | RuntimeException e) {
            faults.stop(kind, e);
        }
    }
}
