/**
 * Whole crawls of a simulated web, measured.
 *
 * <p>{@link dev.gossamer.bench.CrawlBench} starts a {@code BenchServer} in a process of its own,
 * crawls it several times, and reports pages per second and CPU time per page; {@code gossamer
 * bench} calls it. Programs that measure one part each, and the micro-benchmarks, are among the
 * tests.
 */
@NullMarked
package dev.gossamer.bench;

import org.jspecify.annotations.NullMarked;
