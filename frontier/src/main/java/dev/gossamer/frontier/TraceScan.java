package dev.gossamer.frontier;

import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one URL through the records of all journals. */
final class TraceScan {
    private final Url url;
    private final long fingerprint;
    private @Nullable Entry entry;
    private Trace.State state = Trace.State.QUEUED;
    private @Nullable Drop reason;
    private int attempts;
    private long ahead;

    /**
     * URLs put off since the last CHECKED: how many, which of them are the host's, which is ours.
     */
    private int putOff;

    private final BitSet ofHost = new BitSet();
    private int ours = -1;
    private @Nullable Entry putOffEntry;

    TraceScan(Url url) {
        this.url = url;
        fingerprint = url.fingerprint();
    }

    void record(RecordType type, Bytes body) {
        switch (type) {
            case QUEUED -> {
                boolean isOurs = body.getFixed() == fingerprint;
                boolean isOfHost = body.getText().equals(url.host());
                if (isOurs && entry == null) entry = Entry.get(body);
                else if (isOfHost && entry == null) ahead++;
            }
            case FOUND -> {
                boolean isOurs = body.getFixed() == fingerprint;
                if (body.getText().equals(url.host())) ofHost.set(putOff);
                if (isOurs && entry == null) {
                    ours = putOff;
                    putOffEntry = Entry.get(body);
                }
                putOff++;
            }
            case PROMOTED -> {
                if (body.getFixed() != fingerprint || entry == null) return;
                body.getText();
                body.getLong();
                entry = entry.promoted(Entry.get(body));
            }
            case CHECKED -> {
                body.getLong();
                checked(BitSet.valueOf(body.getBytes()));
            }
            case BEGAN -> {
                if (body.getText().equals(url.host())) began(body.getLong() - 1);
            }
            case ENDED -> ended(body);
            case DROPPED -> {
                if (!body.getText().equals(url.host())) return;
                long number = body.getLong();
                if (isOurs(number)) drop(Codec.drop(body));
                else left(number);
            }
            case DROPPED_ALL -> {
                if (!body.getText().equals(url.host())) return;
                if (entry != null && state == Trace.State.QUEUED) drop(Codec.drop(body));
                ahead = 0;
            }
            case RESUMED -> {
                if (state == Trace.State.UNDER_WAY) state = Trace.State.QUEUED;
            }
            default -> {}
        }
    }

    Optional<Trace> result() {
        var known = entry == null ? putOffEntry : entry;
        if (known == null) return Optional.empty();
        return Optional.of(
                new Trace(
                        url,
                        known.via(),
                        known.depth(),
                        known.redirects(),
                        Instant.ofEpochSecond(0, known.foundNanos()),
                        attempts,
                        state,
                        Optional.ofNullable(reason),
                        state == Trace.State.QUEUED ? Math.max(0, ahead) : 0));
    }

    private boolean isOurs(long number) {
        return entry != null && entry.number() == number;
    }

    private void checked(BitSet areNew) {
        for (int i = areNew.nextSetBit(0); i >= 0; i = areNew.nextSetBit(i + 1)) {
            if (i == ours && entry == null) entry = putOffEntry;
            else if (ofHost.get(i) && entry == null) ahead++;
        }
        putOff = 0;
        ours = -1;
        putOffEntry = null;
        ofHost.clear();
    }

    private void began(long number) {
        if (isOurs(number)) {
            attempts++;
            state = Trace.State.UNDER_WAY;
        } else if (number >= 0) left(number);
    }

    private void ended(Bytes body) {
        if (!body.getText().equals(url.host())) return;
        long number = body.getLong() - 1;
        body.get();
        var ending = Codec.ending(body);
        if (!isOurs(number)) {
            if (ending == Log.Ending.AGAIN && isBefore(number)) ahead++;
            return;
        }
        switch (ending) {
            case NO_URL -> {}
            case FETCHED -> state = Trace.State.FETCHED;
            case AGAIN -> state = Trace.State.QUEUED;
            case FAILED -> drop(Drop.FAILED);
        }
    }

    private void drop(Drop why) {
        state = Trace.State.DROPPED;
        reason = why;
    }

    private void left(long number) {
        if (isBefore(number)) ahead--;
    }

    private boolean isBefore(long number) {
        return entry == null || number < entry.number();
    }
}
