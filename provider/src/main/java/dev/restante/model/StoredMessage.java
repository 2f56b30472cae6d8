package dev.restante.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A message as it is stored: immutable, one row however many deliveries it has.
 *
 * @param id the message's 64-bit id
 * @param head headers and properties
 * @param body the encoded body, never changed and never handed to an application without a copy; null where there is
 *     none
 */
public record StoredMessage(long id, MessageHead head, byte @Nullable [] body) {

    public StoredMessage {
        requireNonNull(head, "head");
    }

    /** How many bytes the body has, 0 where there is none. */
    public int bodySize() {
        return body == null ? 0 : body.length;
    }
}
