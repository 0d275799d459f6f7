import dev.gossamer.crawl.Crawl;

public class TenLines {
    public static void main(String[] args) throws Exception {
        Crawl.of(args)
                .maxPages(100)
                .contact("you@example.org")
                .onPage(page -> System.out.println(page.url() + " " + page.title()))
                .run();
    }
}
