package dev.restante.store.jdbc;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.hsqldb.Database;
import org.hsqldb.lib.EventLogInterface;
import org.hsqldb.lib.FileAccess;
import org.hsqldb.lib.FileUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HSQLDB's access to the files of one database. It has the log written by a {@link PreallocatedLog}, and remembers a failure: HSQLDB tells nobody that a commit could not be written to its log or
 * forced to disk, such as on a full disk, so whoever commits has to ask {@link #failure}. From a failure on nothing is written to the log, until a checkpoint has made
 * everything that was committed durable in the other files and begins a new log.
 *
 * <p>For the same reason it watches two files without which the log is of no use: the properties, where HSQLDB notes that there is something in the log, and the script that a checkpoint writes before it
 * deletes the log, whose failure to reach the disk has to fail the checkpoint.
 */
final class HsqldbFiles implements FileAccess {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbFiles.class);

    private final FileUtil files = FileUtil.getFileUtil();
    private final String database;
    private volatile @Nullable PreallocatedLog log;
    private volatile @Nullable IOException failure = new IOException("no log has been begun");

    /** Set while a thread commits that forces the log itself. */
    private final ThreadLocal<Boolean> forcesItself = ThreadLocal.withInitial(() -> false);

    /** For the database at a path. */
    HsqldbFiles(String database) {
        this.database = database;
    }

    /** Stands between an open database and its files, from its next checkpoint on; null where the log is encrypted, so that zeros can't be told from text. */
    static @Nullable HsqldbFiles installIn(Database database) {
        if (database.logger.getCrypto() != null) {
            return null;
        }
        HsqldbFiles files = new HsqldbFiles(database.getPath());
        database.logger.fileAccess = files;
        return files;
    }

    /** Why not everything that was committed would survive a crash, or null if it would. */
    @Nullable
    IOException failure() {
        return failure;
    }

    /** How long the log is, without what is allocated ahead. */
    long logBytes() {
        PreallocatedLog current = log;
        return current == null ? 0 : current.textBytes();
    }

    /**
     * Commits, and returns when that is durable, or {@link #failure} is set. HSQLDB would force the log to disk while nobody else can do anything in the database; this does it afterwards. What others commit
     * meanwhile is behind it in the log, so nothing becomes durable before what it may depend on.
     */
    void commit(Connection connection) throws SQLException {
        forcesItself.set(true);
        try {
            connection.commit();
        } finally {
            forcesItself.set(false);
        }
        PreallocatedLog current = log;
        if (current != null) {
            current.force();
        }
    }

    /** Whether whoever commits on this thread forces the log himself. */
    boolean forcedByCaller() {
        return forcesItself.get();
    }

    /** Nothing that is committed from now on is durable. */
    void fail(IOException cause) {
        if (failure == null) {
            LOGGER.error(
                    "The log of {} can't be written; what is committed from now on waits for a checkpoint",
                    database,
                    cause);
            failure = cause;
        }
    }

    @Override
    public OutputStream openOutputStreamElementAppend(String name) throws IOException {
        if (name.equals(database + ".log")) {
            return beginLog(name);
        }
        OutputStream opened = files.openOutputStreamElementAppend(name);
        return name.equals(database + ".script.new")
                ? new WatchedFile(opened, files.getFileSync(opened), unused -> {})
                : opened;
    }

    /** HSQLDB closes a log once a checkpoint has made it superfluous; one that it has not closed belongs to a checkpoint that has failed, and goes on. */
    private synchronized OutputStream beginLog(String name) throws IOException {
        PreallocatedLog former = log;
        if (former != null && !former.isClosed()) {
            return former;
        }
        if (former == null && new File(name).exists()) {
            throw new IOException("the checkpoint that should begin " + name + " has failed");
        }
        PreallocatedLog begun = new PreallocatedLog(name, this);
        log = begun;
        failure = null;
        return begun;
    }

    /** The log ends, and nothing is durable before the next has begun. */
    void logClosed() {
        if (failure == null) {
            failure = new IOException("the log was closed, and no new one could be begun");
        }
    }

    @Override
    public OutputStream openOutputStreamElement(String name) throws IOException {
        if (!name.equals(database + ".properties.new")) {
            return files.openOutputStreamElement(name);
        }
        try {
            OutputStream opened = files.openOutputStreamElement(name);
            return new WatchedFile(opened, files.getFileSync(opened), this::fail);
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    @Override
    public FileSync getFileSync(OutputStream stream) throws IOException {
        return stream instanceof FileSync own ? own : files.getFileSync(stream);
    }

    @Override
    public InputStream openInputStreamElement(String name) throws IOException {
        return files.openInputStreamElement(name);
    }

    @Override
    public boolean isStreamElement(String name) {
        return files.isStreamElement(name);
    }

    @Override
    public void createParentDirs(String name) {
        files.createParentDirs(name);
    }

    @Override
    public boolean removeElement(String name) {
        return files.removeElement(name);
    }

    @Override
    public boolean renameElement(String oldName, String newName) {
        return files.renameElement(oldName, newName);
    }

    @Override
    public boolean renameElementOrCopy(String oldName, String newName, EventLogInterface logger) {
        return files.renameElementOrCopy(oldName, newName, logger);
    }

    /** Tells a failure, and fails at its close at the latest: HSQLDB goes on where a sync has failed. */
    static final class WatchedFile extends OutputStream implements FileSync {
        private final OutputStream file;
        private final FileSync sync;
        private final Consumer<IOException> onFailure;
        private @Nullable IOException failed;

        WatchedFile(OutputStream file, FileSync sync, Consumer<IOException> onFailure) {
            this.file = file;
            this.sync = sync;
            this.onFailure = onFailure;
        }

        private IOException failed(IOException cause) {
            failed = cause;
            onFailure.accept(cause);
            return cause;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            try {
                file.write(bytes, offset, length);
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public void sync() throws IOException {
            try {
                sync.sync();
            } catch (IOException e) {
                throw failed(e);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                file.close();
            } catch (IOException e) {
                throw failed(e);
            }
            if (failed != null) {
                throw failed;
            }
        }
    }
}
