package dev.restante.model;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Message as stored: one immutable row, which all its deliveries share.
 *
 * @param body the encoded body, or null for none; must not be modified or passed to applications without a copy
 */
public record StoredMessage(long id, MessageHeader header, byte @Nullable [] body) {

    public StoredMessage {
        requireNonNull(header, "header");
    }

    /** Returns the number of bytes of the body, or 0 for none. */
    public int bodySize() {
        return body == null ? 0 : body.length;
    }
}
