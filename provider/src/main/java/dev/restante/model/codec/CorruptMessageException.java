package dev.restante.model.codec;

import java.io.Serial;

/** Stored bytes that no known format explains: a damaged row, or one that a newer version has written. */
public final class CorruptMessageException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    public CorruptMessageException(String message) {
        super(message);
    }
}
