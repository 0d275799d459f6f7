package dev.gossamer.bench;

import dev.gossamer.index.IndexedPage;
import dev.gossamer.index.SearchRequest;
import dev.gossamer.parse.Facts.Heading;
import dev.gossamer.parse.HtmlParser;
import dev.gossamer.parse.HtmlParser.Want;
import dev.gossamer.simweb.SimTree;
import dev.gossamer.simweb.SimWebOptions;
import dev.gossamer.simweb.SizeSpread;
import dev.gossamer.alike.SimHash;
import dev.gossamer.url.Url;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Pages to index, a batch at a time, and searches that fit them. */
abstract class SearchPages {
    private static final int BATCH = 500;
    private final int count;

    private SearchPages(int count) {
        this.count = count;
    }

    int count() {
        return count;
    }

    /** Some pages from a number on, the same each time. */
    List<IndexedPage> batch(int from) throws IOException {
        var pages = new ArrayList<IndexedPage>();
        for (int i = from; i < Math.min(count, from + BATCH); i++) pages.add(page(i));
        return pages;
    }

    abstract IndexedPage page(int number) throws IOException;

    /** One word that a person would look for. */
    abstract String rareWord(Random random);

    /** One that is in very many pages. */
    abstract String commonWord(Random random);

    /** Two words that stand next to each other somewhere. */
    abstract String neighbours(Random random);

    abstract String host(Random random);

    Map<String, List<SearchRequest>> searches(Random random, int each) {
        Map<String, Supplier<SearchRequest>> kinds = new LinkedHashMap<>();
        kinds.put("one word", () -> SearchRequest.of(rareWord(random)));
        kinds.put("one common word", () -> SearchRequest.of(commonWord(random)));
        kinds.put("two words", () -> SearchRequest.of(rareWord(random) + " " + commonWord(random)));
        kinds.put(
                "three common words",
                () ->
                        SearchRequest.of(
                                commonWord(random)
                                        + " "
                                        + commonWord(random)
                                        + " "
                                        + commonWord(random)));
        kinds.put("phrase", () -> SearchRequest.of('"' + neighbours(random) + '"'));
        kinds.put(
                "word OR word NOT word",
                () ->
                        SearchRequest.of(
                                rareWord(random)
                                        + " OR "
                                        + rareWord(random)
                                        + " NOT "
                                        + rareWord(random)));
        kinds.put("title:word", () -> SearchRequest.of("title:" + rareWord(random)));
        kinds.put("prefix*", () -> SearchRequest.of(rareWord(random).substring(0, 3) + "*"));
        kinds.put("fuzzy~", () -> SearchRequest.of(swapped(rareWord(random)) + "~"));
        kinds.put(
                "words on a host",
                () ->
                        SearchRequest.of(commonWord(random) + " " + rareWord(random))
                                .withHost(host(random)));
        kinds.put(
                "two words, page 3",
                () ->
                        SearchRequest.of(commonWord(random) + " " + rareWord(random))
                                .withPage(3, 10));
        kinds.put(
                "page 5, by date and language",
                () ->
                        SearchRequest.of(commonWord(random))
                                .withLanguage("en")
                                .between(Instant.EPOCH, Instant.MAX)
                                .withPage(5, 10));
        var result = new LinkedHashMap<String, List<SearchRequest>>();
        kinds.forEach(
                (name, kind) -> {
                    var list = new ArrayList<SearchRequest>();
                    for (int i = 0; i < each; i++) list.add(kind.get());
                    result.put(name, list);
                });
        return result;
    }

    private static String swapped(String word) {
        var letters = word.toCharArray();
        letters[1] = word.charAt(2);
        letters[2] = word.charAt(1);
        return String.valueOf(letters);
    }

    /** The web of the crawl's benchmark: 22.5 KB and 50 links a page, 100 pages a host. */
    static void writeSimulated(int count, Path dir) throws IOException {
        var options =
                SimWebOptions.usual()
                        .plain()
                        .withSize(Math.max(1, count / 100), count)
                        .withSkew(0)
                        .withPort(8080)
                        .withPageBytes(new SizeSpread(22_500, 0.3, 1_000, 450_000))
                        .withLinks(new SizeSpread(50, 0.3, 1, 500));
        SearchBench.delete(dir);
        SimTree.write(dir, options);
    }

    /** What {@link #writeSimulated} wrote. */
    static SearchPages simulated(int count, Path dir) throws IOException {
        Path www = dir.resolve("www");
        List<Path> files;
        try (var walk = Files.walk(www)) {
            files =
                    walk.filter(file -> file.toString().endsWith(".html"))
                            .sorted()
                            .limit(count)
                            .toList();
        }
        var parser = new HtmlParser(EnumSet.of(Want.FACTS, Want.TEXT));
        return new SearchPages(files.size()) {
            private static final String[] COMMON =
                    "people water light house road market letter season number story window garden engine paper river"
                            .split(" ");
            private static final String[] TITLES =
                    "amber birch canyon coral falcon glacier harbor heron indigo juniper lantern marble meadow orchard"
                            .split(" ");

            @Override
            IndexedPage page(int number) throws IOException {
                Path file = files.get(number);
                Url url = Url.of("http://" + www.relativize(file));
                var page = parser.parse(url, "text/html", Files.readAllBytes(file));
                return new IndexedPage(
                        url,
                        Instant.ofEpochSecond(1_700_000_000L + number),
                        200,
                        "text/html",
                        page.facts().language(),
                        page.title(),
                        page.facts().description(),
                        page.facts().headings().stream().map(Heading::text).toList(),
                        page.text(),
                        SimHash.of(page.text()));
            }

            @Override
            String rareWord(Random random) {
                return TITLES[random.nextInt(TITLES.length)];
            }

            @Override
            String commonWord(Random random) {
                return COMMON[random.nextInt(COMMON.length)];
            }

            @Override
            String neighbours(Random random) {
                return commonWord(random) + " " + commonWord(random);
            }

            @Override
            String host(Random random) {
                Path file = files.get(random.nextInt(files.size()));
                return www.relativize(file).getName(0).toString();
            }
        };
    }

    /** Words as frequent as in real text: the n-th is n times rarer than the first. */
    static SearchPages zipf(int count) {
        var vocabulary = new Zipf(200_000);
        return new SearchPages(count) {
            @Override
            IndexedPage page(int number) {
                var random = new Random(number);
                String title = text(random, 6);
                String text = text(random, 1000);
                return new IndexedPage(
                        Url.of(
                                "http://host"
                                        + number / 100
                                        + ".test/"
                                        + title.replace(' ', '-')
                                        + number),
                        Instant.ofEpochSecond(1_700_000_000L + number),
                        200,
                        "text/html",
                        "en",
                        title,
                        "",
                        List.of(text(random, 5), text(random, 5)),
                        text,
                        SimHash.of(text));
            }

            private String text(Random random, int words) {
                var text = new StringBuilder();
                for (int i = 0; i < words; i++)
                    text.append(i == 0 ? "" : " ").append(vocabulary.word(random));
                return text.toString();
            }

            @Override
            String rareWord(Random random) {
                return Zipf.spelt(200 + random.nextInt(20_000));
            }

            @Override
            String commonWord(Random random) {
                return Zipf.spelt(5 + random.nextInt(100));
            }

            @Override
            String neighbours(Random random) {
                String[] words = page(random.nextInt(count)).text().split(" ");
                int at = random.nextInt(words.length - 1);
                return words[at] + " " + words[at + 1];
            }

            @Override
            String host(Random random) {
                return "host" + random.nextInt(count / 100) + ".test";
            }
        };
    }

    /** Draws words by their rank. */
    private static final class Zipf {
        private static final String[] SYLLABLES =
                "ka lo mi ter an ves dor ul pra sen tio qua ber nix om rel".split(" ");
        private final double[] cumulated;

        Zipf(int words) {
            cumulated = new double[words];
            double sum = 0;
            for (int i = 0; i < words; i++) cumulated[i] = sum += 1.0 / (i + 1);
        }

        String word(Random random) {
            double at = random.nextDouble() * cumulated[cumulated.length - 1];
            int found = java.util.Arrays.binarySearch(cumulated, at);
            return spelt(found < 0 ? -found - 1 : found);
        }

        /** The frequent ones are short, as in a language. */
        static String spelt(int rank) {
            var word = new StringBuilder();
            for (int rest = rank + 16; rest > 0; rest /= 16) word.append(SYLLABLES[rest % 16]);
            return word.toString();
        }
    }
}
