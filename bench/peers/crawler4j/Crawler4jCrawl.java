import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import edu.uci.ics.crawler4j.crawler.CrawlController;
import edu.uci.ics.crawler4j.crawler.Page;
import edu.uci.ics.crawler4j.crawler.WebCrawler;
import edu.uci.ics.crawler4j.fetcher.PageFetcher;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtConfig;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtServer;
import edu.uci.ics.crawler4j.url.WebURL;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs crawler4j over every page that it finds and writes each as a file, until it has a number of
 * pages or its time is over. It needs some seconds to notice that nothing is left, so this prints
 * how many pages it had after how many seconds, counted from the start of the JVM, and ends.
 *
 * <p>Arguments: pages, seconds, threads, an existing folder to write to, seed.
 */
public final class Crawler4jCrawl extends WebCrawler {
    /** The numbers that crawler4j gives to URLs; it fetches a few of them twice. */
    private static final Set<Integer> written = ConcurrentHashMap.newKeySet();

    private static volatile Path folder = Path.of(".");

    @Override
    public boolean shouldVisit(Page from, WebURL url) {
        return true;
    }

    @Override
    public void visit(Page page) {
        try {
            int number = page.getWebURL().getDocid();
            Files.write(folder.resolve(Integer.toString(number)), page.getContentData());
            written.add(number);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] arguments) throws Exception {
        long pages = Long.parseLong(arguments[0]);
        long startMillis =
                ManagementFactory.getRuntimeMXBean().getStartTime();
        long endMillis = startMillis + 1000 * Long.parseLong(arguments[1]);
        int threads = Integer.parseInt(arguments[2]);
        Path parent = Path.of(arguments[3]);
        folder = Files.createDirectory(parent.resolve("pages"));

        var config = new CrawlConfig();
        config.setCrawlStorageFolder(Files.createDirectory(parent.resolve("state")).toString());
        config.setPolitenessDelay(0);
        config.setMaxDepthOfCrawling(-1);
        config.setMaxPagesToFetch(-1);
        config.setMaxConnectionsPerHost(threads);
        config.setMaxTotalConnections(threads);
        var fetcher = new PageFetcher(config);
        var controller =
                new CrawlController(
                        config, fetcher, new RobotstxtServer(new RobotstxtConfig(), fetcher));
        controller.addSeed(arguments[4]);
        controller.startNonBlocking(Crawler4jCrawl.class, threads);
        while (written.size() < pages && System.currentTimeMillis() < endMillis)
            Thread.sleep(50);
        double seconds = (System.currentTimeMillis() - startMillis) / 1000.0;
        System.out.println(
                String.format(Locale.ROOT, "stored %d pages in %.2f s", written.size(), seconds));
        System.exit(0);
    }
}
