package dev.gossamer.cluster;

import dev.gossamer.url.Url;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/** Questions and answers as records of their topics hold them: JSON of the values themselves. */
final class QuestionJson {
    /** Longer questions are not read. */
    static final int MAX_QUESTION_BYTES = 64 << 10;

    /** Longer answers are not sent. */
    static final int MAX_ANSWER_BYTES = 900 << 10;

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .addModule(
                            new SimpleModule()
                                    .addSerializer(Url.class, new UrlWriter())
                                    .addDeserializer(Url.class, new UrlReader()))
                    .build();

    private QuestionJson() {}

    /**
     * A question on its way.
     *
     * @param id by which its answers are known
     */
    record Asked(String id, NodeQuestion question) {
        Asked {
            Objects.requireNonNull(id);
            Objects.requireNonNull(question);
        }
    }

    /** An answer on its way. */
    record Answered(String id, String node, NodeQuestion.Answer answer) {
        Answered {
            Objects.requireNonNull(id);
            Objects.requireNonNull(node);
            Objects.requireNonNull(answer);
        }
    }

    static byte[] write(Asked asked) {
        return JSON.writeValueAsBytes(asked);
    }

    static byte[] write(Answered answered) {
        return JSON.writeValueAsBytes(answered);
    }

    /** Returns a question; empty for what is none, such as one of a later version. */
    static Optional<Asked> question(byte @Nullable [] value) {
        return value == null || value.length > MAX_QUESTION_BYTES
                ? Optional.empty()
                : read(value, Asked.class);
    }

    /** Returns an answer; empty for what is none. */
    static Optional<Answered> answer(byte @Nullable [] value) {
        return value == null ? Optional.empty() : read(value, Answered.class);
    }

    private static <T> Optional<T> read(byte[] value, Class<T> type) {
        try {
            return Optional.of(JSON.readValue(value, type));
        } catch (JacksonException | IllegalArgumentException _) {
            // Another program may write there; what it says is not for us.
            return Optional.empty();
        }
    }

    private static final class UrlWriter extends ValueSerializer<Url> {
        @Override
        public void serialize(Url url, JsonGenerator json, SerializationContext context) {
            json.writeString(url.toString());
        }
    }

    private static final class UrlReader extends ValueDeserializer<Url> {
        @Override
        public Url deserialize(JsonParser json, DeserializationContext context) {
            return Url.of(json.getString());
        }
    }
}
