package dev.restante.store.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hsqldb.Database;
import org.hsqldb.lib.EventLogInterface;
import org.hsqldb.lib.FileAccess;
import org.hsqldb.lib.FileUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How HSQLDB writes its log: into space that was filled with zeros before. Forcing to disk what lies within a file takes a file system about half as long as forcing what makes the file longer, because the
 * file's length and blocks have to be on disk as well.
 *
 * <p>It also remembers a failure. HSQLDB tells nobody that a commit could not be written to its log or forced to disk, such as on a full disk, so whoever commits has to ask {@link #failure}. From
 * a failure on nothing is written, until a checkpoint has made everything that was committed durable by other means and begins a new log.
 *
 * <p>After a crash the zeros are still there, and have to be {@linkplain #cut cut off} before HSQLDB reads its log: it takes them for a bad line, and ends there with an error in its own log.
 */
final class PreallocatedLog implements FileAccess {

    private static final Logger LOGGER = LoggerFactory.getLogger(PreallocatedLog.class);

    /** So much is filled with zeros at a time. More makes the one commit that waits for it slower, less makes every commit slower. */
    static final int AHEAD_BYTES = 256 << 10;

    /** One sync of so much makes no use of space that was allocated before: writing the zeros costs it more than it saves. */
    private static final int LARGE_SYNC_BYTES = AHEAD_BYTES / 4;

    private static final int READ_BYTES = 64 << 10;
    private static final byte[] ZEROS = new byte[AHEAD_BYTES];

    private final FileUtil files = FileUtil.getFileUtil();
    private final String name;
    private volatile @Nullable IOException failure;
    private volatile long textBytes;

    private PreallocatedLog(String name) {
        this.name = name;
    }

    /** Makes an open database write its next log, which begins with its next checkpoint, in this way; null where its log is encrypted, so that zeros can't be told from text. */
    static @Nullable PreallocatedLog installIn(Database database) {
        if (database.logger.getCrypto() != null) {
            return null;
        }
        PreallocatedLog log = new PreallocatedLog(database.getPath() + ".log");
        database.logger.fileAccess = log;
        return log;
    }

    /**
     * Cuts a log that a crash has left at its first zero: HSQLDB writes none itself. What comes after a zero was never forced to disk.
     *
     * @param log need not exist; must not be open
     */
    static void cut(Path log) throws IOException {
        if (!Files.exists(log)) {
            return;
        }
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            long text = firstZero(file);
            if (text < file.length()) {
                file.setLength(text);
            }
        }
    }

    private static long firstZero(RandomAccessFile file) throws IOException {
        byte[] page = new byte[READ_BYTES];
        long position = 0;
        for (int read = file.read(page); read > 0; read = file.read(page)) {
            for (int i = 0; i < read; i++) {
                if (page[i] == 0) {
                    return position + i;
                }
            }
            position += read;
        }
        return position;
    }

    /** Why not everything that was committed is in the log, or null if it is. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** How long the log is, without what is allocated ahead; 0 before the first checkpoint. */
    long textBytes() {
        return textBytes;
    }

    private void fail(IOException cause) {
        LOGGER.error("{} can't be written; what is committed from now on waits for a checkpoint", name, cause);
        failure = cause;
    }

    @Override
    public OutputStream openOutputStreamElementAppend(String streamName) throws IOException {
        return streamName.equals(name) ? new Stream() : files.openOutputStreamElementAppend(streamName);
    }

    @Override
    public FileSync getFileSync(OutputStream stream) throws IOException {
        return stream instanceof Stream own ? own : files.getFileSync(stream);
    }

    @Override
    public InputStream openInputStreamElement(String streamName) throws IOException {
        return files.openInputStreamElement(streamName);
    }

    @Override
    public OutputStream openOutputStreamElement(String streamName) throws IOException {
        return files.openOutputStreamElement(streamName);
    }

    @Override
    public boolean isStreamElement(String elementName) {
        return files.isStreamElement(elementName);
    }

    @Override
    public void createParentDirs(String filename) {
        files.createParentDirs(filename);
    }

    @Override
    public boolean removeElement(String filename) {
        return files.removeElement(filename);
    }

    @Override
    public boolean renameElement(String oldName, String newName) {
        return files.renameElement(oldName, newName);
    }

    @Override
    public boolean renameElementOrCopy(String oldName, String newName, EventLogInterface logger) {
        return files.renameElementOrCopy(oldName, newName, logger);
    }

    /** The log from one checkpoint to the next. HSQLDB serializes the calls; none of them throws, because HSQLDB would go on with a commit of which it has logged a part. */
    private final class Stream extends OutputStream implements FileSync {

        // Not a channel, which is closed when a thread that uses it is interrupted.
        private final RandomAccessFile file;
        private long end;
        private long allocatedBytes;
        private long unforcedBytes;

        Stream() throws IOException {
            boolean leftByFailedCheckpoint = files.isStreamElement(name);
            file = new RandomAccessFile(name, "rw");
            end = firstZero(file);
            allocatedBytes = end;
            file.setLength(end);
            file.seek(end);
            textBytes = end;
            if (!leftByFailedCheckpoint) {
                failure = null;
            }
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (failure != null) {
                return;
            }
            try {
                file.write(bytes, offset, length);
                end += length;
                unforcedBytes += length;
            } catch (IOException e) {
                fail(e);
            }
        }

        @Override
        public void sync() {
            if (failure != null) {
                return;
            }
            textBytes = end;
            try {
                if (end > allocatedBytes) {
                    allocatedBytes = end;
                    if (unforcedBytes < LARGE_SYNC_BYTES) {
                        allocate();
                    }
                }
                unforcedBytes = 0;
                file.getFD().sync();
            } catch (IOException e) {
                fail(e);
            }
        }

        private void allocate() throws IOException {
            try {
                file.write(ZEROS);
                allocatedBytes = end + ZEROS.length;
            } catch (IOException e) {
                LOGGER.debug("No space can be allocated ahead for {}", name, e);
                file.setLength(end);
            }
            file.seek(end);
        }

        @Override
        public void close() throws IOException {
            try (file) {
                file.setLength(end);
            }
        }
    }
}
