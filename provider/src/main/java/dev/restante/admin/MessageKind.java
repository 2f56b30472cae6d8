package dev.restante.admin;

import dev.restante.model.BodyKind;

/** The kinds of messages of Jakarta Messaging. */
public enum MessageKind {
    /** Headers and properties only. */
    MESSAGE,
    /** A {@code TextMessage}. */
    TEXT,
    /** A {@code BytesMessage}. */
    BYTES,
    /** A {@code MapMessage}. */
    MAP,
    /** A {@code StreamMessage}. */
    STREAM,
    /** An {@code ObjectMessage}. */
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
