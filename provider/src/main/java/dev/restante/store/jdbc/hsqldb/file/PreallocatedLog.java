package dev.restante.store.jdbc.hsqldb.file;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hsqldb.lib.FileAccess.FileSync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HSQLDB's transaction log between two checkpoints, written into preallocated file space with a checksum for each
 * commit group. Forcing data within a file takes about half as long, because a longer file also needs its length and
 * blocks on disk.
 *
 * <pre>{@code
 * | group | frame | group | frame | group | frame | text | 0 0 0 0 0 0 0 0 0 |   and pending, in memory
 *                                 ^               ^      ^                   ^
 *                            forcedBytes     syncedBytes end           allocatedBytes
 * }</pre>
 *
 * <p>The bytes of one sync are a group, which ends with a {@link LogFrame}. A small group gathers in memory
 * ({@link PendingCommitGroup}), and reaches the file with its frame in one call. No commit is reported before its group
 * is forced. Another frame behind the group, which needs no sync, records this first, unless more has been written
 * meanwhile. If the group is broken later, {@link FramedLogScan} knows that it was intact.
 *
 * <p>No call throws an exception, because HSQLDB would go on with a commit that it has only partly logged. Failures go
 * to {@link LogOwner#onWriteFailure}, and nothing more is written while one persists.
 *
 * <p>Threads: HSQLDB serializes its calls of {@link #write} and {@link #sync}; any thread may call {@link #force}. The
 * monitor {@code writing} guards written data, and {@code forcing} guards the sync to disk. A thread may take
 * {@code writing} within {@code forcing}, but not the other way round.
 */
public final class PreallocatedLog extends OutputStream implements FileSync {

    private static final Logger LOGGER = LoggerFactory.getLogger(PreallocatedLog.class);

    /** Maximum age of the mark while groups follow each other without a pause. */
    private static final long MARK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path path;
    private final int id;
    private final LogOwner owner;
    private final DiskFile markFile;
    private final Object writing = new Object();
    private final Object forcing = new Object();

    /** File of the log, guarded by {@code writing} except for methods that any thread may call. */
    private final PreallocatedFile logFile;

    @GuardedBy("writing")
    private final PendingCommitGroup group = new PendingCommitGroup();

    /** Position behind the last frame in the file. */
    @GuardedBy("writing")
    private long framedBytes;

    /** True if the last group was too large for preallocated space. */
    @GuardedBy("writing")
    private boolean lastGroupLarge;

    /** Number of bytes that are forced to disk; written under {@code forcing}. */
    private volatile long forcedBytes;

    /** Length of the file when it was last forced; written under {@code forcing}. */
    private volatile long forcedAllocatedBytes;

    /** Time of the last write of the {@linkplain DurableMark mark}; written under {@code forcing}. */
    private long markedNanos;

    private volatile long syncedBytes;
    private volatile boolean closed;

    private PreallocatedLog(Path path, int id, LogOwner owner, DiskFile file, DiskFile markFile) {
        this.path = path;
        this.id = id;
        this.owner = owner;
        this.logFile = new PreallocatedFile(path, file);
        this.markFile = markFile;
    }

    /**
     * Begins a log in place of the content of the file, and returns when the beginning is on disk.
     *
     * @param id the id, which differs from the id of the previous log
     */
    static PreallocatedLog begin(Path path, int id, LogOwner owner, Disk disk) throws IOException {
        DiskFile file = disk.open(path);
        DiskFile markFile = null;
        try {
            markFile = disk.open(DurableMark.pathFor(path));
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
                logFile.clear();
                appendFrame();
                drain();
                syncedBytes = logFile.end();
                logFile.onWritten(true);
            }
            logFile.sync();
            forcedBytes = syncedBytes;
            forcedAllocatedBytes = logFile.allocatedBytes();
            // The first mark takes the disk space that all later marks need.
            new DurableMark(id, forcedBytes).write(markFile);
            markedNanos = System.nanoTime();
        }
    }

    int id() {
        return id;
    }

    /** Returns the length of the log up to the last sync, without preallocated space. */
    long textBytes() {
        return syncedBytes;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns whether the log has space for a small group. */
    boolean hasSpace() {
        synchronized (writing) {
            if (closed || lastGroupLarge) {
                return true;
            }
            try {
                return logFile.hasSpaceFor(group.length());
            } catch (IOException e) {
                owner.onWriteFailure(e);
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
            group.addToChecksum(bytes, offset, length);
            try {
                if (!group.hasSpaceFor(length)) {
                    drain();
                }
                if (length > PendingCommitGroup.MAX_BYTES) {
                    logFile.append(bytes, offset, length);
                } else {
                    group.buffer(bytes, offset, length);
                }
            } catch (IOException e) {
                failGroup(e);
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
                long unforcedBytes = writtenBytes() - group.start();
                if (unforcedBytes > 0) {
                    lastGroupLarge = unforcedBytes >= PreallocatedFile.LARGE_SYNC_BYTES;
                    appendFrame();
                    drain();
                    logFile.onWritten(!lastGroupLarge);
                    syncedBytes = logFile.end();
                }
            } catch (IOException e) {
                failGroup(e);
            }
        }
        if (!owner.isForcedByCaller()) {
            force();
        }
    }

    /**
     * Forces the bytes of the last sync to disk, unless another thread has done so already; any thread may call this.
     */
    void force() {
        long wanted = syncedBytes;
        synchronized (forcing) {
            // A checkpoint has made the content of a closed log durable.
            if (closed || forcedBytes >= wanted || owner.failure() != null) {
                return;
            }
            long reached = syncedBytes;
            long reachedAllocated = logFile.allocatedBytes();
            try {
                logFile.sync();
                forcedBytes = reached;
                forcedAllocatedBytes = reachedAllocated;
                if (reached == syncedBytes || System.nanoTime() - markedNanos > MARK_NANOS) {
                    writeMark();
                }
            } catch (IOException e) {
                owner.onWriteFailure(e);
                return;
            }
        }
        writeDurableFrame();
    }

    /** Writes the mark. Without it the log is as safe, but damage at its end is harder to distinguish from a crash. */
    @GuardedBy("forcing")
    private void writeMark() {
        try {
            new DurableMark(id, forcedBytes).write(markFile);
            markedNanos = System.nanoTime();
        } catch (IOException e) {
            LOGGER.debug("The durable length of {} cannot be recorded", path, e);
        }
    }

    /** Writes a frame that records the durable length, unless the frame of a next group will record it. */
    private void writeDurableFrame() {
        synchronized (writing) {
            if (closed
                    || owner.failure() != null
                    || writtenBytes() > group.start()
                    || logFile.end() != forcedBytes
                    || logFile.end() + LogFrame.BYTES > logFile.allocatedBytes()) {
                return;
            }
            try {
                appendFrame();
                drain();
            } catch (IOException e) {
                failGroup(e);
            }
        }
    }

    /** Returns the number of written bytes, including pending ones. */
    @GuardedBy("writing")
    private long writtenBytes() {
        return logFile.end() + group.length();
    }

    /** Ends a group, which may be empty. */
    @GuardedBy("writing")
    private void appendFrame() throws IOException {
        if (!group.hasSpaceFor(LogFrame.BYTES)) {
            drain();
        }
        LogFrame frame = new LogFrame(id, group.start(), forcedBytes, forcedAllocatedBytes, group.checksum());
        group.end(frame, writtenBytes());
    }

    @GuardedBy("writing")
    private void drain() throws IOException {
        group.writeTo(logFile);
        if (logFile.end() >= group.start()) {
            framedBytes = group.start();
        }
    }

    @GuardedBy("writing")
    private void failGroup(IOException cause) {
        owner.onWriteFailure(cause);
        group.clear();
        logFile.releaseUnused(id, framedBytes, forcedAllocatedBytes);
    }

    @Override
    public void close() {
        synchronized (forcing) {
            synchronized (writing) {
                if (closed) {
                    return;
                }
                closed = true;
                owner.onLogClosed();
                for (Closeable each : List.<Closeable>of(logFile, markFile)) {
                    try {
                        each.close();
                    } catch (IOException e) {
                        LOGGER.debug("{} cannot be closed", path, e);
                    }
                }
            }
        }
    }
}
