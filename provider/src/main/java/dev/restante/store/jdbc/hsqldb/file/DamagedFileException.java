package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Exception for a file of an embedded store that differs from the content that had been made durable. Nothing has been
 * changed.
 */
public final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    /** @param offset the position in bytes at or behind which the damage is */
    DamagedFileException(Path file, long offset, String what) {
        super(file + " is damaged at byte " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    public Path file() {
        return file;
    }

    public long offset() {
        return offset;
    }
}
