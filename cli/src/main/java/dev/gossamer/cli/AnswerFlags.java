package dev.gossamer.cli;

import picocli.CommandLine.Option;

/** What one answer may cost; see {@link CrawlFlags} for how these become settings. */
@SuppressWarnings("unused") // read through the parse result, by name
final class AnswerFlags {
    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description =
                    "For each silent wait: connect, TLS, first byte, between bytes (default: 20s).")
    String timeout = "";

    @Option(
            names = "--connect-timeout",
            paramLabel = "DURATION",
            description = "For a connection, to each address (default: as --timeout).")
    String connectTimeout = "";

    @Option(
            names = "--tls-timeout",
            paramLabel = "DURATION",
            description = "For the TLS handshake (default: as --timeout).")
    String tlsTimeout = "";

    @Option(
            names = "--first-byte-timeout",
            paramLabel = "DURATION",
            description = "From the request to the first byte (default: as --timeout).")
    String firstByteTimeout = "";

    @Option(
            names = "--idle-timeout",
            paramLabel = "DURATION",
            description = "Between two bytes (default: as --timeout).")
    String idleTimeout = "";

    @Option(
            names = "--total-timeout",
            paramLabel = "DURATION",
            description = "For one answer as a whole (default: 10m).")
    String totalTimeout = "";

    @Option(
            names = "--min-speed",
            paramLabel = "SIZE",
            description = "Bytes a second; slower answers are given up (default: 100; 0: none).")
    String minSpeed = "";

    @Option(
            names = "--slow-after",
            paramLabel = "DURATION",
            description = "How long an answer may be slower than that (default: 30s).")
    String slowAfter = "";

    @Option(
            names = "--max-head",
            paramLabel = "SIZE",
            description = "Of an answer's head (default: 256k).")
    String maxHead = "";

    @Option(
            names = "--max-head-fields",
            paramLabel = "N",
            description = "In an answer's head (default: 1000).")
    String maxHeadFields = "";

    @Option(
            names = "--max-interim-answers",
            paramLabel = "N",
            description = "1xx answers before the real one (default: 8).")
    String maxInterimAnswers = "";

    @Option(
            names = "--max-decoded",
            paramLabel = "SIZE",
            description =
                    "Read no more of a body once it is decoded (default: 4 times --max-body).")
    String maxDecoded = "";

    @Option(
            names = "--max-decoded-ratio",
            paramLabel = "N",
            description = "How many times a body may grow by decoding (default: 200).")
    String maxDecodedRatio = "";

    @Option(
            names = "--spill-above",
            paramLabel = "SIZE",
            description = "Larger bodies wait on disk, not in memory (default: 1m).")
    String spillAbove = "";
}
