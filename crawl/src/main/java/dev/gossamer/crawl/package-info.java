/** Joins the stages into a crawl, and is the API for programs that embed one. */
@NullMarked
package dev.gossamer.crawl;

import org.jspecify.annotations.NullMarked;
