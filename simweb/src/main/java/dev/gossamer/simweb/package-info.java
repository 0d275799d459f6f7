/**
 * A web computed from a seed: pages, hosts, faults, and the truth about what a complete polite
 * crawl of it must do.
 */
@NullMarked
package dev.gossamer.simweb;

import org.jspecify.annotations.NullMarked;
