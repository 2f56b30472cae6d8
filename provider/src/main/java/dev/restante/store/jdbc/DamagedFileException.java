package dev.restante.store.jdbc;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The exception of a file of an embedded store that is not what had been made durable in it. Nothing has been changed.
 */
final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    /** @param offset in bytes, at or behind which the damage is */
    DamagedFileException(Path file, long offset, String what) {
        super(file + " is damaged at byte " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    Path file() {
        return file;
    }

    long offset() {
        return offset;
    }
}
