/**
 * Reports of crawls: what was asked and answered, what those who look after a site want to know,
 * what those who keep archives want to know, what was left out and why.
 *
 * <p>The folder of a crawl comes in, of one that ended or one that runs. {@link
 * dev.gossamer.report.Report#of} reads {@code crawl.log} line by line and hands each line to the
 * parts of the report ({@code LogPart}); then the link graph, the search index and the index of the
 * archive are asked. What comes out is a {@link dev.gossamer.report.Report}: sections with tables
 * and charts. {@code ReportHtml}, {@code ReportJson} and CSV files are views of it, which {@link
 * dev.gossamer.report.ReportFiles} writes. The memory that this takes does not grow with the crawl:
 * tables keep their first rows or their top rows, and CSV files get the others while they are
 * found.
 */
@NullMarked
package dev.gossamer.report;

import org.jspecify.annotations.NullMarked;
