package dev.gossamer.frontier;

import dev.gossamer.url.Fingerprints;
import dev.gossamer.url.Url;
import java.time.Instant;
import java.util.BitSet;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one URL through the records of all journals. */
final class TraceScan {
    private static final HostPaces NO_PACES = new HostPaces(FrontierOptions.defaults());

    private final Url url;
    private final String origin;
    private long fingerprint;
    private @Nullable Entry entry;
    private Trace.State state = Trace.State.QUEUED;
    private @Nullable DropReason reason;
    private String fault = "";

    /** Whether the whole origin is parked, and why. */
    private boolean isOriginParked;

    private String originFault = "";
    private int attempts;
    private long ahead;

    /** Pages that owe links to other shards; and our place among them, if it owes any. */
    private int owed;

    private int ourPlaceOwed;

    /**
     * URLs put off since the last CHECKED: how many, which of them are the origin's, which is ours.
     */
    private int putOff;

    private final BitSet ofOrigin = new BitSet();
    private int ours = -1;
    private @Nullable Entry putOffEntry;

    TraceScan(Url url) {
        this.url = url;
        origin = url.origin();
    }

    void record(RecordType type, Bytes body) {
        switch (type) {
            case SEED -> fingerprint = Fingerprints.seeded(body.getFixed()).of(url);
            case QUEUED -> {
                boolean isOurs = body.getFixed() == fingerprint;
                boolean isOfOrigin = body.getText().equals(origin);
                if (isOurs) queued(body);
                else if (isOfOrigin && entry == null) ahead++;
            }
            case FOUND -> {
                boolean isOurs = body.getFixed() == fingerprint;
                if (body.getText().equals(origin)) ofOrigin.set(putOff);
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
            case CHECKED -> checked(DecisionLog.Checked.read(body).areNew());
            case HELD -> {
                Codec.door(body);
                if (body.getFixed() != fingerprint || entry != null) return;
                body.getText();
                entry = Entry.get(body);
            }
            case ADMITTED -> admitted(body);
            case ROOM_REVIVED -> {
                isOriginParked = false;
                if (state == Trace.State.PARKED) state = Trace.State.QUEUED;
            }
            case BEGAN -> {
                long number = body.getLong() - 1;
                if (body.getText().equals(origin)) began(number);
            }
            case ENDED -> ended(body);
            case DROPPED -> {
                if (!body.getText().equals(origin)) return;
                long number = body.getLong();
                if (isOurs(number)) drop(Codec.drop(body));
                else left(number);
            }
            case DROPPED_ALL -> {
                if (!body.getText().equals(url.host())) return;
                if (isOriginParked) return;
                if (entry != null && state == Trace.State.QUEUED) drop(Codec.drop(body));
                ahead = 0;
            }
            case PARKED -> {
                if (!body.getText().equals(origin)) return;
                long number = body.getLong();
                if (isOurs(number)) park(body.getText());
                else left(number);
            }
            case ORIGIN -> {
                if (body.getText().equals(origin)) origin(body);
            }
            case REVIVED -> {
                if (!body.getText().equals(origin)) return;
                isOriginParked = false;
                if (state == Trace.State.PARKED) state = Trace.State.QUEUED;
            }
            case LINKED -> {
                int linked = body.getInt();
                owed -= linked;
                ourPlaceOwed -= linked;
            }
            case RESUMED -> {
                if (state == Trace.State.UNDER_WAY || ourPlaceOwed > 0) state = Trace.State.QUEUED;
                owed = 0;
                ourPlaceOwed = 0;
            }
            case REQUEUED -> {
                if (!body.getText().equals(origin) || entry == null) return;
                if (isOurs(body.getLong())) entry = entry.again(body.getLong(), body.getSigned());
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
                        isParked() ? Trace.State.PARKED : state,
                        Optional.ofNullable(reason),
                        isOriginParked && isParked() ? originFault : fault,
                        state == Trace.State.QUEUED ? Math.max(0, ahead) : 0));
    }

    private boolean isParked() {
        return state == Trace.State.PARKED || (isOriginParked && state == Trace.State.QUEUED);
    }

    /** A second time when it is asked for once more. */
    private void queued(Bytes body) {
        entry = Entry.get(body);
        state = Trace.State.QUEUED;
        fault = "";
    }

    private void origin(Bytes body) {
        var known =
                new Origin(
                        new Host("", 0, NO_PACES, new DomainShare(new DomainTraffic(1))),
                        origin,
                        new UrlQueue(new QueueMemory(ChunkStore.NONE)));
        known.read(body);
        isOriginParked = known.health.isParked();
        originFault = known.health.reason();
    }

    private void park(String why) {
        state = Trace.State.PARKED;
        fault = why;
    }

    private boolean isOurs(long number) {
        return entry != null && entry.number() == number;
    }

    private void checked(BitSet areNew) {
        for (int i = areNew.nextSetBit(0); i >= 0; i = areNew.nextSetBit(i + 1)) {
            if (i == ours && entry == null) entry = putOffEntry;
            else if (ofOrigin.get(i) && entry == null) ahead++;
        }
        putOff = 0;
        ours = -1;
        putOffEntry = null;
        ofOrigin.clear();
    }

    private void admitted(Bytes body) {
        Codec.door(body);
        boolean isTaken = body.getLong() == 1;
        if (!body.getText().equals(origin)) return;
        boolean isOurs = isOurs(body.getLong());
        isOriginParked = false;
        if (!isOurs) ahead++;
        else if (!isTaken) drop(DropReason.BUDGET);
        else if (state == Trace.State.PARKED) state = Trace.State.QUEUED;
    }

    private void began(long number) {
        if (isOurs(number)) {
            attempts++;
            state = Trace.State.UNDER_WAY;
        } else if (number >= 0) left(number);
    }

    private void ended(Bytes body) {
        long number = body.getLong() - 1;
        if (number < 0 || !body.getText().equals(origin)) return;
        body.get();
        var ending = Codec.ending(body);
        if (ending.isOwing()) owed++;
        if (!isOurs(number)) {
            if (ending == DecisionLog.Ending.BACK && isBefore(number)) ahead++;
            return;
        }
        switch (ending) {
            case NO_URL -> {}
            case FETCHED, PAGE -> state = Trace.State.FETCHED;
            case FETCHED_OWING, PAGE_OWING -> {
                state = Trace.State.FETCHED;
                ourPlaceOwed = owed;
            }
            case REFUSED -> drop(DropReason.FILTER);
            case AGAIN, BACK, PARKED -> waits(ending, body);
        }
    }

    private void waits(DecisionLog.Ending ending, Bytes body) {
        entry = Objects.requireNonNull(entry).again(body.getLong(), body.getSigned());
        fault = body.getText();
        state = ending == DecisionLog.Ending.PARKED ? Trace.State.PARKED : Trace.State.QUEUED;
        if (ending == DecisionLog.Ending.BACK) attempts--;
    }

    private void drop(DropReason why) {
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
