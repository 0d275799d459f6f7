package dev.gossamer.crawl;

import dev.gossamer.files.HeapShare;
import dev.gossamer.url.NormalForm;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** What the log alone knows to have failed: requests without an answer, and without a body. */
final class FailedRequests {
    private static final int FIRST_ERROR = 400;

    private final Map<Url, String> faults = new HashMap<>();

    /** Of links that were only checked: where they are redirected to. */
    private final Map<Url, Url> redirects = new HashMap<>();

    private final NormalForm form;
    private final int most;

    private FailedRequests(NormalForm form, int most) {
        this.form = form;
        this.most = most;
    }

    /**
     * Returns the reason for each URL whose last request failed. A link that was only checked and
     * is redirected to one of them has its reason: no archive tells where it leads.
     */
    static Map<Url, String> read(Path log, NormalForm form) throws IOException {
        return read(log, form, HeapShare.FAILED_REQUESTS.count());
    }

    /**
     * @param most URLs that are kept, the first ones
     */
    static Map<Url, String> read(Path log, NormalForm form, int most) throws IOException {
        var requests = new FailedRequests(form, most);
        CrawlLog.read(log, 0, requests::add);
        requests.followRedirects();
        return requests.faults;
    }

    private void add(CrawlLog.Entry line) {
        boolean isDeclined = line.noted(Statistics.DECLINED).isPresent();
        if (!line.fault().isEmpty()) put(faults, line.url(), line.fault());
        else if (isDeclined && line.status() >= FIRST_ERROR)
            put(faults, line.url(), String.valueOf(line.status()));
        else faults.remove(line.url());
        redirects.remove(line.url());
        line.redirect().ifPresent(target -> put(redirects, line.url(), form.apply(target)));
    }

    private <T> void put(Map<Url, T> kept, Url url, T value) {
        if (kept.size() < most || kept.containsKey(url)) kept.put(url, value);
    }

    private void followRedirects() {
        for (Url link : redirects.keySet()) {
            Url end = link;
            for (int i = 0;
                    i < CrawlOptions.Limits.MAX_REDIRECTS && redirects.containsKey(end);
                    i++) end = redirects.getOrDefault(end, end);
            String reason = faults.get(end);
            if (reason != null) faults.put(link, reason);
        }
    }
}
