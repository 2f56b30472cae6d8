package dev.restante.store;

import static java.util.Objects.requireNonNull;

import dev.restante.model.Delivery;
import dev.restante.model.MessageHeader;
import org.jspecify.annotations.Nullable;

/**
 * Delivery with its message header section, for the evaluation of a selector.
 *
 * @param delivery delivery with its annotations and a ref that allows to acquire it
 * @param header header of the message; null if the message no longer exists or its header cannot be decoded
 */
public record SelectorCandidate(Delivery delivery, @Nullable MessageHeader header) {
    public SelectorCandidate {
        requireNonNull(delivery, "delivery");
    }
}
