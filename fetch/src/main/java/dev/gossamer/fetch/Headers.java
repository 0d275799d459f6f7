package dev.gossamer.fetch;

import java.util.List;
import java.util.Optional;

/** The header fields of an answer in their order. Names are compared without case. */
public record Headers(List<Request.Header> fields) {
    /** The value of the first field of that name. */
    public Optional<String> first(String name) {
        for (var field : fields) {
            if (field.name().equalsIgnoreCase(name)) return Optional.of(field.value());
        }
        return Optional.empty();
    }
}
