package dev.restante.admin;

import dev.restante.model.BodyKind;

/** Message types of Jakarta Messaging, such as text or map message. */
public enum MessageKind {
    /** Message with headers and properties only. */
    MESSAGE,
    /** {@code TextMessage}. */
    TEXT,
    /** {@code BytesMessage}. */
    BYTES,
    /** {@code MapMessage}. */
    MAP,
    /** {@code StreamMessage}. */
    STREAM,
    /** {@code ObjectMessage}. */
    OBJECT;

    static MessageKind of(BodyKind kind) {
        return switch (kind) {
            case NONE -> MESSAGE;
            case TEXT -> TEXT;
            case BYTES, LARGE_BYTES -> BYTES;
            case MAP -> MAP;
            case STREAM -> STREAM;
            case OBJECT -> OBJECT;
        };
    }
}
