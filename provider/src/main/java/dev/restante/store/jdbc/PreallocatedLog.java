package dev.restante.store.jdbc;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hsqldb.lib.FileAccess.FileSync;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log of HSQLDB, from one checkpoint to the next, in space that was filled with zeros before. Forcing to disk what lies within a file takes a file system about half as long as forcing what makes the file longer,
 * because the file's length and blocks have to be on disk as well.
 *
 * <p>After a crash the zeros are still there, and have to be {@linkplain #cut cut off} before HSQLDB reads its log: it takes them for a bad line, and ends there with an error in its own log.
 *
 * <p>HSQLDB serializes the calls. None of them throws, because HSQLDB would go on with a commit of which it has logged a part; they tell {@link HsqldbFiles#fail}.
 */
final class PreallocatedLog extends OutputStream implements FileSync {

    private static final Logger LOGGER = LoggerFactory.getLogger(PreallocatedLog.class);

    /** So much is filled with zeros at a time. More makes the one commit that waits for it slower, less makes every commit slower. */
    static final int AHEAD_BYTES = 256 << 10;

    /** One sync of so much makes no use of space that was allocated before: writing the zeros costs it more than it saves. */
    private static final int LARGE_SYNC_BYTES = AHEAD_BYTES / 4;

    private static final int READ_BYTES = 64 << 10;
    private static final byte[] ZEROS = new byte[AHEAD_BYTES];

    /** What begins a log of HSQLDB: the id of a session in a comment. */
    private static final byte[] BEGINNING = {'/', '*', 'C'};

    private final String name;
    private final HsqldbFiles owner;

    // Not a channel, which is closed when a thread that uses it is interrupted.
    private final RandomAccessFile file;
    private long end;
    private long allocatedBytes;
    private long unforcedBytes;
    private boolean spaceAhead = true;
    private volatile boolean closed;
    private final Object forcing = new Object();

    @GuardedBy("forcing")
    private long forcedBytes;

    private volatile long textBytes;

    /** Begins a log, in place of what the file may have. */
    PreallocatedLog(String name, HsqldbFiles owner) throws IOException {
        this.name = name;
        this.owner = owner;
        this.file = new RandomAccessFile(name, "rw");
        file.setLength(0);
    }

    /**
     * Cuts a log that a crash has left at its first zero: HSQLDB writes none itself. What comes after a zero was never forced to disk. Does nothing to what does not look like a log up to there, such
     * as an encrypted one.
     *
     * @param log need not exist; must not be open
     */
    static void cut(Path log) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            long zero = firstZero(file);
            if (zero >= 0) {
                file.setLength(zero);
            }
        }
    }

    /** Where the text ends with a zero; -1 if it does not, or is no text of HSQLDB. */
    private static long firstZero(RandomAccessFile file) throws IOException {
        byte[] page = new byte[READ_BYTES];
        long position = 0;
        for (int read = file.read(page); read > 0; read = file.read(page)) {
            for (int i = 0; i < read; i++, position++) {
                byte value = page[i];
                boolean expected = position >= BEGINNING.length || value == BEGINNING[(int) position];
                if (value == 0 && position >= BEGINNING.length) {
                    return position;
                }
                if (!expected || (value < ' ' && value != '\n' && value != '\r')) {
                    return -1;
                }
            }
        }
        return -1;
    }

    /** How long it is, without what is allocated ahead; up to the last sync. */
    long textBytes() {
        return textBytes;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (owner.failure() != null) {
            return;
        }
        try {
            file.write(bytes, offset, length);
            end += length;
            unforcedBytes += length;
        } catch (IOException e) {
            owner.fail(e);
            cutToText();
        }
    }

    @Override
    public void sync() {
        if (owner.failure() != null) {
            return;
        }
        textBytes = end;
        try {
            if (end > allocatedBytes) {
                allocatedBytes = end;
                if (spaceAhead && unforcedBytes < LARGE_SYNC_BYTES) {
                    allocate();
                }
            }
            unforcedBytes = 0;
        } catch (IOException e) {
            owner.fail(e);
        }
        if (!owner.forcedByCaller()) {
            force();
        }
    }

    /** Forces to disk what had been written when it was last synced, unless somebody has done so since. Of any thread. */
    void force() {
        long wanted = textBytes;
        synchronized (forcing) {
            // A checkpoint has made durable what was in a log that is closed.
            if (closed || forcedBytes >= wanted || owner.failure() != null) {
                return;
            }
            long reached = textBytes;
            try {
                file.getFD().sync();
                forcedBytes = reached;
            } catch (IOException e) {
                owner.fail(e);
            }
        }
    }

    private void allocate() throws IOException {
        try {
            file.write(ZEROS);
            allocatedBytes = end + ZEROS.length;
        } catch (IOException e) {
            LOGGER.debug("No space can be allocated ahead for {}; it goes on without", name, e);
            spaceAhead = false;
            file.setLength(end);
        }
        file.seek(end);
    }

    /** Leaves the space for others who need it now, such as a checkpoint. */
    private void cutToText() {
        try {
            file.setLength(end);
        } catch (IOException e) {
            LOGGER.debug("{} can't be cut", name, e);
        }
    }

    @Override
    public void close() {
        synchronized (forcing) {
            if (closed) {
                return;
            }
            closed = true;
            cutToText();
            owner.logClosed();
            try {
                file.close();
            } catch (IOException e) {
                LOGGER.debug("{} can't be closed", name, e);
            }
        }
    }
}
