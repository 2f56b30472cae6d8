package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that is extended with zeros in advance, so that forcing new data to disk does not change its length. Not
 * thread-safe: the log's monitor {@code writing} guards it, except {@link #allocatedBytes} and {@link #sync}.
 */
public final class PreallocatedFile implements Closeable {

    private static final Logger LOGGER = LoggerFactory.getLogger(PreallocatedFile.class);

    /**
     * Number of zeros that are written at a time. More would slow down the one commit that waits for them, fewer would
     * slow down every commit.
     */
    public static final int PREALLOCATION_BYTES = 256 << 10;

    /** Size from which a sync uses no preallocated space, because writing the zeros would cost more than it saves. */
    static final int LARGE_SYNC_BYTES = PREALLOCATION_BYTES / 4;

    private static final byte[] ZEROS = new byte[PREALLOCATION_BYTES];

    private final Path path;
    private final DiskFile file;

    /** Position of the next byte. */
    private long end;

    private boolean canPreallocate = true;

    private volatile long allocatedBytes;

    PreallocatedFile(Path path, DiskFile file) {
        this.path = path;
        this.file = file;
    }

    long end() {
        return end;
    }

    /** Returns the length of the file; any thread may call this. */
    long allocatedBytes() {
        return allocatedBytes;
    }

    void clear() throws IOException {
        file.setLength(0);
    }

    void append(byte[] bytes, int offset, int length) throws IOException {
        file.write(end, bytes, offset, length);
        end += length;
    }

    /** Forces written bytes to disk; any thread may call this. */
    void sync() throws IOException {
        file.sync();
    }

    /**
     * Updates the allocated length after a write that may have extended the file, and then preallocates space if that
     * is wanted.
     */
    void onWritten(boolean aheadWanted) throws IOException {
        if (end > allocatedBytes) {
            allocatedBytes = end;
            if (canPreallocate && aheadWanted) {
                canPreallocate = allocate(PREALLOCATION_BYTES);
            }
        }
    }

    /** Returns whether the file has space for these bytes and a small group behind them. */
    boolean hasSpaceFor(int bytes) throws IOException {
        return allocatedBytes - end - bytes >= LARGE_SYNC_BYTES
                || (canPreallocate && allocate(PREALLOCATION_BYTES))
                || allocate(LARGE_SYNC_BYTES);
    }

    /** Writes zeros behind the text and the allocated space; returns false if that fails. */
    private boolean allocate(int bytes) throws IOException {
        long from = Math.max(end, allocatedBytes);
        try {
            file.write(from, ZEROS, 0, bytes);
            allocatedBytes = from + bytes;
            return true;
        } catch (IOException e) {
            LOGGER.debug("Space for {} cannot be preallocated", path, e);
            file.setLength(from);
            return false;
        }
    }

    /**
     * Frees the space behind the last frame for other files, such as the files of a checkpoint.
     *
     * @param framedBytes the position behind the last frame
     * @param forcedAllocatedBytes the length of the file when it was last forced
     */
    void releaseUnused(int logId, long framedBytes, long forcedAllocatedBytes) {
        try {
            if (framedBytes + LogFrame.BYTES <= allocatedBytes) {
                cut(file, logId, framedBytes);
            } else {
                file.setLength(Math.max(framedBytes, forcedAllocatedBytes));
            }
        } catch (IOException e) {
            LOGGER.debug("{} cannot be truncated", path, e);
        }
    }

    /**
     * Cuts a log behind one of its frames. A new frame first records the cut on disk, because a log that is shorter
     * than before counts as damaged.
     */
    static void cut(DiskFile file, int logId, long end) throws IOException {
        byte[] frame = new byte[LogFrame.BYTES];
        new LogFrame(logId, end, end, end + LogFrame.BYTES, (int) new CRC32C().getValue()).write(frame, 0, end);
        file.write(end, frame, 0, frame.length);
        file.sync();
        file.setLength(end + LogFrame.BYTES);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
