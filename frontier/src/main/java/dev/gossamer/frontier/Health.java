package dev.gossamer.frontier;

import java.time.Duration;

/**
 * The record of failures of one origin, or of the look-ups of one host name: how many in a row, why
 * the last one failed, and when to try again.
 */
final class Health {
    /** How long an origin is parked at first; four times as long after each further failure. */
    private static final long FIRST_PARKING_NANOS = Duration.ofHours(2).toNanos();

    private static final long LONGEST_PARKING_NANOS = Duration.ofDays(3).toNanos();

    /** Failures in a row that no second try is going to mend. */
    private static final int LASTING_FAILURES = 2;

    private int failures;
    private int setAsides;
    private int parkings;
    private boolean isSetAside;
    private boolean isParked;
    private boolean hasAnswered;
    private long openAtNanos = Long.MIN_VALUE;
    private String reason = "";

    int failures() {
        return failures;
    }

    boolean isSetAside() {
        return isSetAside;
    }

    boolean isParked() {
        return isParked;
    }

    /** Whether it ever answered. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    /** When it may be tried again. */
    long openAtNanos() {
        return openAtNanos;
    }

    /** Why it failed last; empty if it never did. */
    String reason() {
        return reason;
    }

    /** Returns whether that was news: something must be written down. */
    boolean answered() {
        boolean isNews = failures > 0 || !hasAnswered;
        failures = 0;
        setAsides = 0;
        parkings = 0;
        isSetAside = false;
        isParked = false;
        hasAnswered = true;
        openAtNanos = Long.MIN_VALUE;
        return isNews;
    }

    /**
     * Counts a failure. The wait doubles with each in a row; after some it is set aside for long,
     * and after that it is parked.
     */
    void failed(
            FrontierOptions.Retry retry, String why, boolean isLasting, long waitNanos, long now) {
        long wait =
                Math.min(
                        Nanos.doubled(Nanos.of(retry.firstWait()), failures),
                        Nanos.of(retry.maxWait()));
        failures++;
        reason = why;
        boolean wasSetAside = isSetAside;
        isSetAside = false;
        openAtNanos = Nanos.plus(now, Math.max(wait, waitNanos));
        if (isLasting && failures >= LASTING_FAILURES) {
            park(now);
        } else if (wasSetAside || failures >= retry.failuresBeforeSetAside()) {
            if (setAsides < retry.setAsides()) setAside(retry, now);
            else park(now);
        }
    }

    private void setAside(FrontierOptions.Retry retry, long now) {
        isSetAside = true;
        setAsides++;
        openAtNanos = Math.max(openAtNanos, Nanos.plus(now, Nanos.of(retry.setAside())));
    }

    /** Parks what depends on something else that failed. */
    void park(String why, long now) {
        if (!why.isEmpty()) reason = why;
        park(now);
    }

    /** Nothing is asked of it for hours, later for days. */
    private void park(long now) {
        isSetAside = false;
        isParked = true;
        openAtNanos = Nanos.plus(now, parkingNanos(parkings++));
    }

    int parkings() {
        return parkings;
    }

    /** It was parked so often before it left memory. */
    void wasParked(int times) {
        parkings = Math.max(parkings, times);
    }

    /** How long something is parked that was parked so often before. */
    static long parkingNanos(int before) {
        int doublings = Math.min(2 * before, 20);
        return Math.min(Nanos.doubled(FIRST_PARKING_NANOS, doublings), LONGEST_PARKING_NANOS);
    }

    /**
     * Its time has come: one more failure parks it again, for longer.
     *
     * @param isFresh whether earlier failures are forgiven, as the user asked for another try
     */
    void revive(boolean isFresh) {
        isParked = false;
        openAtNanos = Long.MIN_VALUE;
        if (!isFresh) return;
        failures = 0;
        setAsides = 0;
        parkings = 0;
    }

    /** The clock was set back: nobody waits for the time that it showed. */
    void openNoLaterThan(long nanos) {
        if (!isParked) openAtNanos = Math.min(openAtNanos, nanos);
    }

    void write(Bytes out) {
        out.putSigned(openAtNanos);
        out.putLong(failures);
        out.putLong(setAsides);
        out.putLong(parkings);
        out.putLong((isSetAside ? 1 : 0) | (isParked ? 2 : 0) | (hasAnswered ? 4 : 0));
        out.putText(reason);
    }

    void read(Bytes in) {
        openAtNanos = in.getSigned();
        failures = in.getInt();
        setAsides = in.getInt();
        parkings = in.getInt();
        long flags = in.getLong();
        isSetAside = (flags & 1) != 0;
        isParked = (flags & 2) != 0;
        hasAnswered = (flags & 4) != 0;
        reason = in.getText();
    }
}
