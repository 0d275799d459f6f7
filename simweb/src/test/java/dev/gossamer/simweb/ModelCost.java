package dev.gossamer.simweb;

/**
 * Prints how long a million pages take in the model: the walk for the truth, and an answer for each
 * URL.
 */
final class ModelCost {
    private ModelCost() {}

    public static void main(String[] args) {
        var web = SimWeb.of(SimWebOptions.usual().withSize(1000, 1_000_000));
        for (int round = 1; round <= 2; round++) {
            long start = System.nanoTime();
            Truth truth = web.truth(web.seedUrls(1), SimScope.ANY);
            long walked = System.nanoTime();
            var links = new long[1];
            truth.forEachRequired((url, _) -> links[0] += web.answer(url, 1, 0).links().size());
            System.out.printf(
                    "%d URLs required, walked in %.1f s; answered with %d links in %.1f s%n",
                    truth.requiredCount(),
                    (walked - start) / 1e9,
                    links[0],
                    (System.nanoTime() - walked) / 1e9);
        }
    }
}
