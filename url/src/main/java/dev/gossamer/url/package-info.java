/** Text in, {@link dev.gossamer.url.Url} out. Every other module speaks of URLs in this type. */
@NullMarked
package dev.gossamer.url;

import org.jspecify.annotations.NullMarked;
