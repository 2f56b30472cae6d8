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
 * ({@link PendingGroup}), so that they reach the file with their frame by one call. Nobody is told of a commit before
 * its group is forced. Before anybody is told, another frame behind the group says so, unless more has been written
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

    /** So old the mark can be while groups follow each other without a pause. */
    private static final long MARK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Path path;
    private final int id;
    private final LogOwner owner;
    private final DiskFile markFile;
    private final Object writing = new Object();
    private final Object forcing = new Object();

    /** What does not say otherwise is guarded by {@code writing}. */
    private final LogSpace space;

    @GuardedBy("writing")
    private final PendingGroup group = new PendingGroup();

    /** Behind the last frame in the file. */
    @GuardedBy("writing")
    private long framedBytes;

    /** Whether the last group was one that makes no use of space ahead. */
    @GuardedBy("writing")
    private boolean large;

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
        this.space = new LogSpace(path, file);
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
                space.clear();
                appendFrame();
                drain();
                syncedBytes = space.end();
                space.grown(true);
            }
            space.sync();
            forcedBytes = syncedBytes;
            forcedAllocatedBytes = space.allocatedBytes();
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
            if (closed || large) {
                return true;
            }
            try {
                return space.hasRoomBehind(group.length());
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
            group.belongs(bytes, offset, length);
            try {
                if (!group.hasRoomFor(length)) {
                    drain();
                }
                if (length > PendingGroup.MOST_BYTES) {
                    space.append(bytes, offset, length);
                } else {
                    group.gather(bytes, offset, length);
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
                long unforcedBytes = writtenBytes() - group.start();
                if (unforcedBytes > 0) {
                    large = unforcedBytes >= LogSpace.LARGE_SYNC_BYTES;
                    appendFrame();
                    drain();
                    space.grown(!large);
                    syncedBytes = space.end();
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
            long reachedAllocated = space.allocatedBytes();
            try {
                space.sync();
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
                    || writtenBytes() > group.start()
                    || space.end() != forcedBytes
                    || space.end() + LogFrame.BYTES > space.allocatedBytes()) {
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

    /** How much has been written, with what is pending. */
    @GuardedBy("writing")
    private long writtenBytes() {
        return space.end() + group.length();
    }

    /** Ends a group, which may be empty. */
    @GuardedBy("writing")
    private void appendFrame() throws IOException {
        if (!group.hasRoomFor(LogFrame.BYTES)) {
            drain();
        }
        LogFrame frame = new LogFrame(id, group.start(), forcedBytes, forcedAllocatedBytes, group.checksum());
        group.end(frame, writtenBytes());
    }

    @GuardedBy("writing")
    private void drain() throws IOException {
        group.drainTo(space);
        if (space.end() >= group.start()) {
            framedBytes = group.start();
        }
    }

    @GuardedBy("writing")
    private void giveUp(IOException cause) {
        owner.fail(cause);
        group.forget();
        space.leave(id, framedBytes, forcedAllocatedBytes);
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
                for (Closeable each : List.<Closeable>of(space, markFile)) {
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
