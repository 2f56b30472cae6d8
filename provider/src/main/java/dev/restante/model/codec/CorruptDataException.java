package dev.restante.model.codec;

import java.io.Serial;

/** Exception for stored bytes that are damaged or have an unknown format, for example the format of a newer version. */
public final class CorruptDataException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    public CorruptDataException(String message) {
        super(message);
    }
}
