package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHead;
import org.jspecify.annotations.Nullable;

/**
 * An available delivery that a selector is to be asked about.
 *
 * @param delivery with its note; its ref is what acquires it
 * @param head of its message, null if it is gone meanwhile or can't be decoded
 */
public record Candidate(Delivery delivery, @Nullable MessageHead head) {
    public Candidate {
        requireNonNull(delivery, "delivery");
    }
}
