package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file of a log: what has been written, and behind it space that was filled with zeros before. Not thread-safe: the
 * log's monitor {@code writing} guards it, but for {@link #allocatedBytes} and {@link #sync}.
 */
public final class LogSpace implements Closeable {

    private static final Logger LOGGER = LoggerFactory.getLogger(LogSpace.class);

    /**
     * So much is filled with zeros at a time. More makes the one commit that waits for it slower, less makes every
     * commit slower.
     */
    public static final int AHEAD_BYTES = 256 << 10;

    /**
     * One sync of so much makes no use of space that was allocated before: writing the zeros costs it more than it
     * saves.
     */
    static final int LARGE_SYNC_BYTES = AHEAD_BYTES / 4;

    private static final byte[] ZEROS = new byte[AHEAD_BYTES];

    private final Path path;
    private final DiskFile file;

    /** Where the next byte goes. */
    private long end;

    private boolean spaceAhead = true;

    private volatile long allocatedBytes;

    LogSpace(Path path, DiskFile file) {
        this.path = path;
        this.file = file;
    }

    /** Where the next byte goes. */
    long end() {
        return end;
    }

    /** How long the file is. Of any thread. */
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

    /** Forces to disk what is written. Of any thread. */
    void sync() throws IOException {
        file.sync();
    }

    /** What was written has made the file longer, perhaps: allocates more, unless that is not wanted. */
    void grown(boolean aheadWanted) throws IOException {
        if (end > allocatedBytes) {
            allocatedBytes = end;
            if (spaceAhead && aheadWanted) {
                spaceAhead = allocate(AHEAD_BYTES);
            }
        }
    }

    /** Whether so much, and a small group behind it, can be written for certain, as far as space is concerned. */
    boolean hasRoomBehind(int bytes) throws IOException {
        return allocatedBytes - end - bytes >= LARGE_SYNC_BYTES
                || (spaceAhead && allocate(AHEAD_BYTES))
                || allocate(LARGE_SYNC_BYTES);
    }

    /** Fills space behind the text, or behind what is allocated already, with zeros; false if there is none. */
    private boolean allocate(int bytes) throws IOException {
        long from = Math.max(end, allocatedBytes);
        try {
            file.write(from, ZEROS, 0, bytes);
            allocatedBytes = from + bytes;
            return true;
        } catch (IOException e) {
            LOGGER.debug("No space can be allocated ahead for {}", path, e);
            file.setLength(from);
            return false;
        }
    }

    /**
     * Leaves the space behind the last frame for others who need it now, such as a checkpoint.
     *
     * @param framedBytes behind the last frame
     * @param forcedAllocatedBytes how long the file was when it was last forced
     */
    void leave(int logId, long framedBytes, long forcedAllocatedBytes) {
        try {
            if (framedBytes + LogFrame.BYTES <= allocatedBytes) {
                cut(file, logId, framedBytes);
            } else {
                file.setLength(Math.max(framedBytes, forcedAllocatedBytes));
            }
        } catch (IOException e) {
            LOGGER.debug("{} can't be cut", path, e);
        }
    }

    /**
     * Cuts a log behind a frame of it. A frame says so before, on the disk: a log that is shorter than it was has lost
     * something.
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
