package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.model.Uninterrupted;
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
 * The log that a checkpoint deletes. Giving back the blocks of a large file takes a file system longer than all the
 * rest of a checkpoint, and whoever forces a file to disk meanwhile waits for it. So the log is held open while it is
 * deleted, which keeps its blocks, and is then cut bit by bit in the background.
 *
 * <p>Does nothing where the log has a second name, such as in a backup made of links, whose content it would cut, or
 * where the file system has no keys that tell files apart, such as on Windows, where the name of a deleted file also
 * stays taken as long as it is open.
 */
public final class FormerLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(FormerLog.class);
    private static final long CUT_BYTES = 4L << 20;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path path;
    private final Object key;
    private final FileChannel channel;

    private FormerLog(Path path, Object key, FileChannel channel) {
        this.path = path;
        this.key = key;
        this.channel = channel;
    }

    /** Holds a log open; null where that is not possible or of no use. */
    public static @Nullable FormerLog hold(Path path) {
        try {
            Object key = key(path);
            if (key == null || !Integer.valueOf(1).equals(Files.getAttribute(path, "unix:nlink"))) {
                return null;
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            if (key.equals(key(path))) {
                return new FormerLog(path, key, channel);
            }
            channel.close();
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            LOGGER.debug("{} can't be held open; its deletion will take longer", path, e);
        }
        return null;
    }

    private static @Nullable Object key(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Lets it go, in the background; its content is touched only if it has really been deleted. */
    public Thread release() {
        Thread thread = new WorkerThread(this::cutAndClose, "restante-log-removal");
        thread.start();
        return thread;
    }

    private void cutAndClose() {
        try (channel) {
            if (!isDeleted()) {
                return;
            }
            for (long left = channel.size() - CUT_BYTES; left > 0; left -= CUT_BYTES) {
                channel.truncate(left);
                Uninterrupted.pause(PAUSE_NANOS);
            }
        } catch (IOException e) {
            LOGGER.debug("the former {} can't be cut", path, e);
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
