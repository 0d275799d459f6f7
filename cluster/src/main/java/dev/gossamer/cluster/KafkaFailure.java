package dev.gossamer.cluster;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** What a Kafka client throws, as the {@link IOException} that it is to the rest of the program. */
final class KafkaFailure {
    private KafkaFailure() {}

    /**
     * @param what could not be done
     */
    static IOException of(String what, Throwable failure) {
        if (failure instanceof InterruptException || failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
            var interrupted = new InterruptedIOException(what);
            interrupted.initCause(failure);
            return interrupted;
        }
        return new IOException(what + ": " + reason(failure), failure);
    }

    /** What happened, in words of ours where Kafka's speak of its inside. */
    private static String reason(Throwable failure) {
        // A client that cannot be made says only so itself.
        if (failure.getCause() instanceof ConfigException) return reason(failure.getCause());
        var message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
        if (message.contains("waiting for a node assignment")) return "no broker answers there";
        return message.contains("No resolvable bootstrap urls") ? "the name is not known" : message;
    }

    /** Returns whether it is the brokers' word that this user may not do it. */
    static boolean isForbidden(@Nullable Throwable failure) {
        return failure instanceof AuthorizationException
                || (failure != null && isForbidden(failure.getCause()));
    }

    /** Waits for an answer of the brokers, for at most so long. */
    static <T> T await(String what, Future<T> answer, Duration wait) throws IOException {
        try {
            return answer.get(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            var cause = e.getCause() == null ? e : e.getCause();
            throw of(what, cause);
        } catch (TimeoutException e) {
            throw new IOException(what + ": no answer within " + wait.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            throw of(what, e);
        }
    }
}
