package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.model.Uninterruptibles;
import dev.restante.model.WorkerThread;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Truncator that keeps a log open while a checkpoint deletes it, and frees its blocks gradually in the background.
 * Freeing a large file at once takes longer than the rest of a checkpoint, and delays other threads that force files to
 * disk.
 *
 * <p>It does nothing if the log has a second name, for example in a backup of hard links, whose content it would
 * truncate. It also does nothing on file systems without file keys, such as on Windows, where the name of an open
 * deleted file stays taken.
 */
public final class DeletedLogTruncator {

    private static final Logger LOGGER = LoggerFactory.getLogger(DeletedLogTruncator.class);
    private static final long TRUNCATE_STEP_BYTES = 4L << 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path path;
    private final Object key;
    private final FileChannel channel;

    private DeletedLogTruncator(Path path, Object key, FileChannel channel) {
        this.path = path;
        this.key = key;
        this.channel = channel;
    }

    /** Keeps a log open; returns null if this is impossible or useless. */
    public static @Nullable DeletedLogTruncator open(Path path) {
        try {
            Object key = key(path);
            if (key == null || !Integer.valueOf(1).equals(Files.getAttribute(path, "unix:nlink"))) {
                return null;
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            if (key.equals(key(path))) {
                return new DeletedLogTruncator(path, key, channel);
            }
            channel.close();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            LOGGER.debug("{} cannot be kept open, so its deletion takes longer", path, e);
        }
        return null;
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Truncates and closes the log in the background, but only closes it if it has not been deleted. */
    public Thread truncateInBackground() {
        Thread thread = new WorkerThread(this::truncateAndClose, "restante-log-removal");
        thread.start();
        return thread;
    }

    private void truncateAndClose() {
        try (channel) {
            if (!isDeleted()) {
                return;
            }
            for (long left = channel.size() - TRUNCATE_STEP_BYTES; left > 0; left -= TRUNCATE_STEP_BYTES) {
                channel.truncate(left);
                Uninterruptibles.sleep(PAUSE_NANOS);
            }
        } catch (IOException e) {
            LOGGER.debug("The former {} cannot be truncated", path, e);
        }
    }

    private boolean isDeleted() throws IOException {
        try {
            return !key.equals(key(path));
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
