package dev.restante.store.jdbc.hsqldb.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.hsqldb.lib.FileAccess.FileSync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HSQLDB's log from one checkpoint to the next, written into space that was filled with zeros before. Forcing what lies
 * within a file takes a file system about half as long as forcing what makes the file longer: the length and the blocks
 * of a longer file have to be on disk as well.
 *
 * <pre>{@code
 * | group | frame | group | frame | group | frame | text | 0 0 0 0 0 0 0 0 0 |   and pending, in memory
 *                                 ^               ^      ^                   ^
 *                            forcedBytes     syncedBytes end           allocatedBytes
 * }</pre>
 *
 * <p>What is synced together is a group, and ends with a {@link LogFrame}. Bytes of a small group gather in memory
 * ({@code pending}), so that they reach the file with their frame by one call. Nobody is told of a commit before its
 * group is forced. Before anybody is told, another frame behind the group says so, unless more has been written
 * meanwhile; it needs no sync of its own. Should the group be broken one day, {@link FoundLog} knows that it was whole.
 *
 * <p>No call throws, because HSQLDB would go on with a commit of which it has logged a part. Failures go to
 * {@link LogOwner#fail}; while one stands, nothing more is written.
 *
 * <p>Threads: HSQLDB serializes its calls of {@link #write} and {@link #sync}; any thread may call {@link #force}. The
 * monitor {@code writing} guards what is written, {@code forcing} the sync to disk. {@code writing} may be taken within
 * {@code forcing}, not the other way round.
 */
public final class PreallocatedLog extends OutputStream implements FileSync {

    private static final Logger LOGGER = LoggerFactory.getLogger(PreallocatedLog.class);

    /**
     * So much is filled with zeros at a time. More makes the one commit that waits for it slower, less makes every
     * commit slower.
     */
    public static final int AHEAD_BYTES = 256 << 10;

    /**
     * One sync of so much makes no use of space that was allocated before: writing the zeros costs it more than it
     * saves.
     */
    private static final int LARGE_SYNC_BYTES = AHEAD_BYTES / 4;

    private static final int PENDING_BYTES = 32 << 10;

    /** So old the mark can be while groups follow each other without a pause. */
    private static final long MARK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final byte[] ZEROS = new byte[AHEAD_BYTES];

    private final Path path;
    private final int id;
    private final LogOwner owner;
    private final DiskFile file;
    private final DiskFile markFile;
    private final Object writing = new Object();
    private final Object forcing = new Object();

    /** What is not in the file yet, so that a small group gets there with its frame by one call. */
    @GuardedBy("writing")
    private final byte[] pending = new byte[PENDING_BYTES];

    @GuardedBy("writing")
    private int pendingBytes;

    /** Where the next byte goes in the file. */
    @GuardedBy("writing")
    private long end;

    /** Behind the last frame, which may still be pending. */
    @GuardedBy("writing")
    private long groupStart;

    /** Behind the last frame in the file. */
    @GuardedBy("writing")
    private long framedBytes;

    @GuardedBy("writing")
    private final CRC32C groupChecksum = new CRC32C();

    @GuardedBy("writing")
    private boolean spaceAhead = true;

    /** Whether the last group was one that makes no use of space ahead. */
    @GuardedBy("writing")
    private boolean large;

    /** How long the file is. Written under {@code writing}. */
    private volatile long allocatedBytes;

    /** Written under {@code forcing}. */
    private volatile long forcedBytes;

    /** How long the file was when it was last forced. Written under {@code forcing}. */
    private volatile long forcedAllocatedBytes;

    /** When the {@linkplain DurableMark mark} was written last. Written under {@code forcing}. */
    private long markedNanos;

    private volatile long syncedBytes;
    private volatile boolean closed;

    private PreallocatedLog(Path path, int id, LogOwner owner, DiskFile file, DiskFile markFile) {
        this.path = path;
        this.id = id;
        this.owner = owner;
        this.file = file;
        this.markFile = markFile;
    }

    /**
     * Begins a log, in place of what the file may have. That it has begun is on the disk when this returns.
     *
     * @param id differs from that of the log before
     */
    static PreallocatedLog begin(Path path, int id, LogOwner owner, Disk disk) throws IOException {
        DiskFile file = disk.open(path);
        DiskFile markFile = null;
        try {
            markFile = disk.open(DurableMark.beside(path));
            PreallocatedLog log = new PreallocatedLog(path, id, owner, file, markFile);
            log.begin();
            return log;
        } catch (IOException | RuntimeException e) {
            file.close();
            if (markFile != null) {
                markFile.close();
            }
            throw e;
        }
    }

    private void begin() throws IOException {
        synchronized (forcing) {
            synchronized (writing) {
                file.setLength(0);
                appendFrame();
                drain();
                syncedBytes = end;
                allocatedBytes = end;
                spaceAhead = allocate(AHEAD_BYTES);
            }
            file.sync();
            forcedBytes = syncedBytes;
            forcedAllocatedBytes = allocatedBytes;
            // Here it takes the room that it needs from now on.
            new DurableMark(id, forcedBytes).write(markFile);
            markedNanos = System.nanoTime();
        }
    }

    int id() {
        return id;
    }

    /** How long it is, without what is allocated ahead; up to the last sync. */
    long textBytes() {
        return syncedBytes;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether a small group can be written for certain, as far as space is concerned. */
    boolean hasRoom() {
        synchronized (writing) {
            if (closed || large || allocatedBytes - end - pendingBytes >= LARGE_SYNC_BYTES) {
                return true;
            }
            try {
                return (spaceAhead && allocate(AHEAD_BYTES)) || allocate(LARGE_SYNC_BYTES);
            } catch (IOException e) {
                owner.fail(e);
                return false;
            }
        }
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        synchronized (writing) {
            if (owner.failure() != null) {
                return;
            }
            groupChecksum.update(bytes, offset, length);
            try {
                if (length > PENDING_BYTES - pendingBytes) {
                    drain();
                }
                if (length > PENDING_BYTES) {
                    append(bytes, offset, length);
                } else {
                    System.arraycopy(bytes, offset, pending, pendingBytes, length);
                    pendingBytes += length;
                }
            } catch (IOException e) {
                giveUp(e);
            }
        }
    }

    @Override
    public void sync() {
        synchronized (writing) {
            if (owner.failure() != null) {
                return;
            }
            try {
                long unforcedBytes = end + pendingBytes - groupStart;
                if (unforcedBytes > 0) {
                    large = unforcedBytes >= LARGE_SYNC_BYTES;
                    appendFrame();
                    drain();
                    if (end > allocatedBytes) {
                        allocatedBytes = end;
                        if (spaceAhead && !large) {
                            spaceAhead = allocate(AHEAD_BYTES);
                        }
                    }
                    syncedBytes = end;
                }
            } catch (IOException e) {
                giveUp(e);
            }
        }
        if (!owner.forcedByCaller()) {
            force();
        }
    }

    /**
     * Forces to disk what had been written when it was last synced, unless somebody has done so since. Of any thread.
     */
    void force() {
        long wanted = syncedBytes;
        synchronized (forcing) {
            // A checkpoint has made durable what was in a log that is closed.
            if (closed || forcedBytes >= wanted || owner.failure() != null) {
                return;
            }
            long reached = syncedBytes;
            long reachedAllocated = allocatedBytes;
            try {
                file.sync();
                forcedBytes = reached;
                forcedAllocatedBytes = reachedAllocated;
                if (reached == syncedBytes || System.nanoTime() - markedNanos > MARK_NANOS) {
                    mark();
                }
            } catch (IOException e) {
                owner.fail(e);
                return;
            }
        }
        vouch();
    }

    /** Without it the log is as safe as before; damage at its end is told from a crash by less. */
    @GuardedBy("forcing")
    private void mark() {
        try {
            new DurableMark(id, forcedBytes).write(markFile);
            markedNanos = System.nanoTime();
        } catch (IOException e) {
            LOGGER.debug("Up to where {} is durable could not be noted", path, e);
        }
    }

    /** Notes up to where the log is durable, where nothing else will: the next group's frame does as well. */
    private void vouch() {
        synchronized (writing) {
            if (closed
                    || owner.failure() != null
                    || end + pendingBytes > groupStart
                    || end != forcedBytes
                    || end + LogFrame.BYTES > allocatedBytes) {
                return;
            }
            try {
                appendFrame();
                drain();
            } catch (IOException e) {
                giveUp(e);
            }
        }
    }

    /** Ends a group, which may be empty. */
    @GuardedBy("writing")
    private void appendFrame() throws IOException {
        if (LogFrame.BYTES > PENDING_BYTES - pendingBytes) {
            drain();
        }
        LogFrame frame =
                new LogFrame(id, groupStart, forcedBytes, forcedAllocatedBytes, (int) groupChecksum.getValue());
        frame.write(pending, pendingBytes, end + pendingBytes);
        pendingBytes += LogFrame.BYTES;
        groupStart = end + pendingBytes;
        groupChecksum.reset();
    }

    @GuardedBy("writing")
    private void drain() throws IOException {
        int bytes = pendingBytes;
        pendingBytes = 0;
        append(pending, 0, bytes);
        if (end >= groupStart) {
            framedBytes = groupStart;
        }
    }

    @GuardedBy("writing")
    private void append(byte[] bytes, int offset, int length) throws IOException {
        file.write(end, bytes, offset, length);
        end += length;
    }

    /** Fills space behind the text, or behind what is allocated already, with zeros; false if there is none. */
    @GuardedBy("writing")
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

    /** Leaves the space behind the last group for others who need it now, such as a checkpoint. */
    @GuardedBy("writing")
    private void giveUp(IOException cause) {
        owner.fail(cause);
        pendingBytes = 0;
        try {
            if (framedBytes + LogFrame.BYTES <= allocatedBytes) {
                cut(file, id, framedBytes);
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
    public void close() {
        synchronized (forcing) {
            synchronized (writing) {
                if (closed) {
                    return;
                }
                closed = true;
                owner.logClosed();
                for (DiskFile each : List.of(file, markFile)) {
                    try {
                        each.close();
                    } catch (IOException e) {
                        LOGGER.debug("{} can't be closed", path, e);
                    }
                }
            }
        }
    }
}
