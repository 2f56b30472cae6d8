package dev.restante.store.jdbc.hsqldb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Room on the disk that a checkpoint needs: it writes a backup of the data file, and the log goes only after that. */
final class CheckpointRoom {

    private static final long MEGABYTE = 1_000_000;

    private CheckpointRoom() {}

    /**
     * Returns a sentence that tells an administrator how much room to make.
     *
     * @param database the path of the database, without the ending of one of its files
     */
    static String needed(Path database) {
        long bytes = size(database + ".data") + size(database + ".log");
        return String.format(
                Locale.ROOT,
                "The store goes on after a checkpoint, which needs room for about %d MB, the size of its .data and .log"
                        + " files.",
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
