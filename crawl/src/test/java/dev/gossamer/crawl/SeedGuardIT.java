package dev.gossamer.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a seed opens of the network that the crawler runs in, and that nobody else can widen it. */
class SeedGuardIT {
    private static final String OUTSIDE = "5.5.5.5";
    private static final String INSIDE = "10.0.0.8";
    private static final String METADATA = "169.254.169.254";

    @TempDir Path home = Path.of("");
    private FakeNetwork network = newNetwork();

    private static FakeNetwork newNetwork() {
        try {
            return new FakeNetwork();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @BeforeEach
    void everybodyAnswers() {
        for (String address : new String[] {OUTSIDE, INSIDE, METADATA, "10.0.0.9", "127.0.0.1"}) {
            network.page(address + ":80/", "hello");
            network.page(address + ":81/", "hello");
        }
    }

    @AfterEach
    void close() throws IOException {
        network.close();
    }

    private void crawl(Crawl crawl) throws Exception {
        crawl.into(home.resolve("crawl")).run();
    }

    @Test
    void aSecondAddressOfASeedAndARedirectToItAreRefused() throws Exception {
        network.name("attack.test", OUTSIDE, METADATA, INSIDE);
        network.redirect(OUTSIDE + ":80/", "http://" + METADATA + "/latest/meta-data/iam");
        network.redirect(OUTSIDE + ":80/b", "http://" + INSIDE + "/");
        crawl(network.crawl("http://attack.test/", "http://attack.test/b"));
        assertThat(network.asked())
                .contains(OUTSIDE + ":80/", OUTSIDE + ":80/b")
                .allMatch(where -> where.startsWith(OUTSIDE));
    }

    @Test
    void aSeedWhoseNameMovedInsideBeforeAResumeIsRefused() throws Exception {
        network.name("attack.test", OUTSIDE);
        network.page(OUTSIDE + ":80/", "<a href=a>a</a><a href=b>b</a>");
        crawl(network.crawl("http://attack.test/").maxPages(1));
        network.name("attack.test", INSIDE);
        network.inside(Crawl.resume(home.resolve("crawl"))).maxPages(100).run();
        network.name("attack.test", METADATA);
        network.inside(Crawl.resume(home.resolve("crawl"))).maxPages(100).run();
        assertThat(network.asked()).isNotEmpty().allMatch(where -> where.startsWith(OUTSIDE));
    }

    @Test
    void aSeedInsideStaysAtItsAddressAfterAResume() throws Exception {
        network.name("wiki.test", INSIDE);
        network.page(INSIDE + ":80/", "<a href=a>a</a><a href=b>b</a>");
        crawl(network.crawl("http://wiki.test/").maxPages(1));
        assertThat(Files.readString(home.resolve("crawl/crawl.yaml")))
                .contains("wiki.test " + INSIDE + ":80");
        network.name("wiki.test", "10.0.0.9");
        network.inside(Crawl.resume(home.resolve("crawl"))).maxPages(2).run();
        assertThat(network.asked()).allMatch(where -> where.startsWith(INSIDE));
    }

    @Test
    void aResumeGoesOnInsideAndAdmitsTheSeedsThatAreGivenToIt() throws Exception {
        network.name("wiki.test", INSIDE);
        network.name("files.test", "10.0.0.9");
        network.page(INSIDE + ":80/", "<a href=a>a</a><a href=b>b</a>");
        crawl(network.crawl("http://wiki.test/").maxPages(1));
        network.inside(Crawl.resume(home.resolve("crawl")))
                .set("seeds", List.of("http://wiki.test/", "http://files.test/"))
                .maxPages(100)
                .run();
        assertThat(network.asked()).contains(INSIDE + ":80/a", INSIDE + ":80/b", "10.0.0.9:80/");
    }

    @Test
    void oneNameInAListOfSeedsOpensItsOwnAddressAndPortAlone() throws Exception {
        network.name("good.test", OUTSIDE);
        network.name("wiki.test", INSIDE);
        network.name("evil.test", METADATA);
        network.name("other.test", "10.0.0.9");
        network.page(
                OUTSIDE + ":80/",
                "<a href=http://%s/></a><a href=http://%s:81/></a><a href=http://other.test/></a><a href=http://wiki.test:81/></a>"
                        .formatted(METADATA, INSIDE));
        crawl(
                network.crawl("http://good.test/", "http://wiki.test/", "http://evil.test/")
                        .set("scope", "any"));
        assertThat(network.asked())
                .contains(OUTSIDE + ":80/", INSIDE + ":80/")
                .allMatch(where -> where.startsWith(OUTSIDE) || where.startsWith(INSIDE + ":80/"));
    }

    @Test
    void anAddressThatTheUserWroteIsVisitedAtThatPort() throws Exception {
        network.page(
                METADATA + ":80/b",
                "<a href=http://%s:81/></a><a href=http://%s/></a>".formatted(METADATA, INSIDE));
        network.page(METADATA + ":80/", "<a href=/a></a>");
        network.redirect(METADATA + ":80/a", "/b");
        crawl(network.crawl("http://" + METADATA + "/").set("scope", "any"));
        assertThat(network.asked())
                .contains(METADATA + ":80/", METADATA + ":80/a", METADATA + ":80/b")
                .allMatch(where -> where.startsWith(METADATA + ":80/"));
    }

    @Test
    void localhostIsAdmitted() throws Exception {
        crawl(network.crawl("http://localhost/"));
        assertThat(network.asked()).contains("127.0.0.1:80/");
    }

    @Test
    void allowPrivateAdmitsAll() throws Exception {
        network.name("evil.test", METADATA);
        network.page(METADATA + ":80/", "<a href=http://%s:81/></a>".formatted(INSIDE));
        crawl(network.crawl("http://evil.test/").set("scope", "any").set("allow-private", "true"));
        assertThat(network.asked()).contains(METADATA + ":80/", INSIDE + ":81/");
    }

    @Test
    void anAddressMayBeAdmittedByASetting() throws Exception {
        network.name("good.test", OUTSIDE);
        network.name("wiki.test", INSIDE);
        network.page(
                OUTSIDE + ":80/",
                "<a href=http://wiki.test:81/></a><a href=http://wiki.test/></a>");
        crawl(
                network.crawl("http://good.test/")
                        .set("scope", "any")
                        .set("admitted", "wiki.test " + INSIDE + ":81"));
        assertThat(network.asked())
                .contains(INSIDE + ":81/")
                .noneMatch(where -> where.startsWith(INSIDE + ":80"));
    }

    @Test
    void anAdmittedAddressWithoutAPortIsRefused() {
        for (String wrong :
                new String[] {"wiki.test", "wiki.test 10.0.0.8", "10.0.0.8:80", "w [::1]"})
            assertThatThrownBy(
                            () -> network.crawl("http://a.test/").set("admitted", wrong).options())
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("admitted is '" + wrong + "'");
    }
}
