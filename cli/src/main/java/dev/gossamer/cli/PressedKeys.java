package dev.gossamer.cli;

import dev.gossamer.crawl.Control;
import dev.gossamer.crawl.Crawl;
import dev.gossamer.crawl.Status;
import dev.gossamer.crawl.UsageException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Steers a crawl by single keys in the terminal that shows it. */
final class PressedKeys implements AutoCloseable {
    static final String HELP = "p pause   q stop   + - rate";

    private static final String WHO = "terminal";
    private static final double STEP = 1.25;

    private final Keys keys;
    private final Crawl crawl;
    private final Consumer<String> tell;

    private PressedKeys(Keys keys, Crawl crawl, Consumer<String> tell) {
        this.keys = keys;
        this.crawl = crawl;
        this.tell = tell;
    }

    /** Null where keys cannot be read. */
    static @Nullable PressedKeys of(Crawl crawl, Consumer<String> tell) {
        return Keys.ofTerminal().map(each -> new PressedKeys(each, crawl, tell)).orElse(null);
    }

    /** Does what the keys say that were pressed meanwhile. */
    void take(Status status) {
        for (var key = keys.pressed(); key.isPresent(); key = keys.pressed())
            pressed(key.get(), status);
    }

    private void pressed(char key, Status status) {
        try {
            var control = crawl.control().orElse(null);
            if (control == null) return;
            switch (key) {
                case 'p' -> pause(control);
                case 'q' -> {
                    tell.accept("stopping");
                    control.stop(WHO);
                }
                case '+', '=' -> rate(control, status, STEP);
                case '-' -> rate(control, status, 1 / STEP);
                default -> {}
            }
        } catch (IOException | UsageException e) {
            tell.accept("not done: " + e.getMessage());
        }
    }

    private void pause(Control control) throws IOException {
        if (control.resume(WHO)) return;
        control.pause(WHO);
    }

    /** From the limit there is, or from what it makes now where there is none. */
    private void rate(Control control, Status status, double factor) throws IOException {
        double limit = status.activity().rateLimit();
        double from = limit > 0 ? limit : status.requests() / Math.max(1, status.seconds());
        var next = BigDecimal.valueOf(Math.max(0.1, from * factor)).round(new MathContext(2));
        control.set(Map.of("rate", next.toPlainString()), WHO).inForce().forEach(tell);
    }

    @Override
    public void close() {
        keys.close();
    }
}
