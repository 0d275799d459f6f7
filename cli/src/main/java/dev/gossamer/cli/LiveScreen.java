package dev.gossamer.cli;

import java.io.PrintWriter;
import java.util.List;

/** Some lines at the end of a terminal that are drawn anew in place. */
final class LiveScreen {
    private static final String CLEAR_BELOW = "\033[J";

    private final PrintWriter out;
    private int drawn;

    LiveScreen(PrintWriter out) {
        this.out = out;
    }

    /** In place of those before. */
    void draw(List<String> lines) {
        // At once: a terminal shows no half of it.
        out.print(back() + String.join("\r\n", lines));
        out.flush();
        drawn = lines.size();
    }

    /** A line that stays, above those that are drawn anew. */
    void tell(String line) {
        out.print(back() + line + "\r\n");
        out.flush();
        drawn = 0;
    }

    /** Removes them. */
    void clear() {
        out.print(back());
        out.flush();
        drawn = 0;
    }

    private String back() {
        return "\r" + (drawn > 1 ? "\033[" + (drawn - 1) + "A" : "") + CLEAR_BELOW;
    }
}
