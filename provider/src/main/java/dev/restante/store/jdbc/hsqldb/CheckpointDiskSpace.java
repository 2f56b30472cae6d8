package dev.restante.store.jdbc.hsqldb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Estimate of the free disk space that an HSQLDB checkpoint needs: it writes a backup of the data file, and deletes the
 * log only afterwards.
 */
final class CheckpointDiskSpace {

    private static final long MEGABYTE = 1_000_000;

    private CheckpointDiskSpace() {}

    /**
     * Returns a sentence that tells an administrator how much disk space to free.
     *
     * @param database the path of the database files without their extension
     */
    static String requirementText(Path database) {
        long bytes = size(database + ".data") + size(database + ".log");
        return String.format(
                Locale.ROOT,
                "The store continues after a checkpoint, which needs about %d MB of"
                        + " disk space, the size of its .data and .log files",
                bytes / MEGABYTE + 1);
    }

    private static long size(String file) {
        try {
            return Files.size(Path.of(file));
        } catch (IOException missing) {
            return 0;
        }
    }
}
