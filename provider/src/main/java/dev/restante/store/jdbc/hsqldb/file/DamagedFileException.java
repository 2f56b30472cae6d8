package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The exception of a file of an embedded store that is not what had been made durable in it. Nothing has been changed.
 */
public final class DamagedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    /** @param offset in bytes, at or behind which the damage is */
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
