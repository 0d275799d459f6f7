/**
 * A whole web computed from a seed, nothing stored. In: {@link dev.gossamer.simweb.SimWebOptions}.
 * Out, as two faces of the same web: {@link dev.gossamer.simweb.SimServer}, real sockets and a real
 * name server on loopback, and {@link dev.gossamer.simweb.SimWeb}, the model in virtual time. The
 * model also knows the {@link dev.gossamer.simweb.Truth}, and {@link dev.gossamer.simweb.Judge}
 * holds the server's {@link dev.gossamer.simweb.ServerLog} against it. Called by the tests of the
 * other modules, by {@code bench} and by the commands of {@code cli}. It uses no part of the
 * crawler, so that what is judged does not judge itself; of {@code files} only the mark of a class
 * that reads the clock.
 */
@NullMarked
package dev.gossamer.simweb;

import org.jspecify.annotations.NullMarked;
