package dev.gossamer.cli;

import dev.gossamer.crawl.CrawlOptions;
import dev.gossamer.crawl.Status;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The live view of a crawl on a terminal. Used by several threads. */
final class Live {
    private final LiveView view;
    private final LiveScreen screen;
    private final TerminalWidth width = TerminalWidth.watched();
    private List<String> last = List.of();
    private String below = "";

    private Live(LiveView view, LiveScreen screen) {
        this.view = view;
        this.screen = screen;
    }

    static Live of(Path folder, CrawlOptions options, PrintWriter out) {
        boolean isUnicode = Charset.defaultCharset().equals(StandardCharsets.UTF_8);
        var marks = isUnicode ? LiveView.Marks.BLOCKS : LiveView.Marks.ASCII;
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        var view = new LiveView(name, options.limits().maxPages(), marks);
        return new Live(view, new LiveScreen(out));
    }

    /** Says what can be done with it, in a line below. */
    Live saying(String help) {
        below = help;
        return this;
    }

    synchronized void show(Status status, Speed speed) {
        draw(view.lines(status, speed, columns()));
    }

    /** One line in place of all. */
    synchronized void show(String line) {
        screen.draw(List.of(ProgressLine.cut(line, columns())));
    }

    /** A line that stays above it. */
    synchronized void tell(String line) {
        screen.tell(line);
        if (!last.isEmpty()) draw(last);
    }

    synchronized void clear() {
        screen.clear();
        last = List.of();
    }

    private void draw(List<String> lines) {
        last = lines;
        var all = new ArrayList<>(lines);
        if (!below.isEmpty()) all.add(ProgressLine.cut(below, columns()));
        screen.draw(all);
    }

    /** One column less than there are: a terminal may wrap a line that fills all of them. */
    private int columns() {
        return width.columns() - 1;
    }
}
