/**
 * What a page says: links, facts, title, text.
 *
 * <p>The life of a page here: its bytes and headers come in. {@code EncodingSniffer} finds the
 * encoding. {@code PageReader} asks the {@code Tokenizer} for one token after the other and gathers
 * links in a {@code LinkList}, facts with a {@code FactsReader}, and text. At the end the links are
 * resolved against the base of the page, and a {@link dev.gossamer.parse.ParsedPage} goes out.
 * Every page is hostile: {@link dev.gossamer.parse.ParseLimits} bounds what it may cost.
 *
 * <p>For exports, {@link dev.gossamer.parse.MarkdownReader} reads a page a second time as a tree
 * ({@code TreeReader}), finds its main content and writes it as Markdown.
 *
 * <p>The workers of a crawl, {@code derive} and {@code export} call {@link
 * dev.gossamer.parse.HtmlParser}; a program that embeds a crawl sees links and facts.
 */
@NullMarked
package dev.gossamer.parse;

import org.jspecify.annotations.NullMarked;
