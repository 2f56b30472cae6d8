package dev.restante.store.jdbc.hsqldb.file;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.hsqldb.Database;
import org.hsqldb.lib.EventLogInterface;
import org.hsqldb.lib.FileAccess;
import org.hsqldb.lib.FileUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HSQLDB's access to the files of one database. It has the log written by a {@link PreallocatedLog}, and remembers a
 * failure: HSQLDB tells nobody that a commit could not be written to its log or forced to disk, such as on a full disk,
 * so whoever commits has to ask {@link #failure}. From a failure on nothing is written to the log, until a checkpoint
 * has made everything that was committed durable in the other files and begins a new log.
 *
 * <p>For the same reason it watches two files without which the log is of no use: the properties, where HSQLDB notes
 * that there is something in the log, and the script that a checkpoint writes before it deletes the log, whose failure
 * to reach the disk has to fail the checkpoint. The properties get a {@link CheckpointRecord} at their end.
 */
public final class HsqldbFiles implements FileAccess, LogOwner {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbFiles.class);

    /**
     * What is said in the properties while a checkpoint has written its script, and not yet put it in the place of the
     * former one.
     */
    private static final String NEW_SCRIPT = "modified=yes-new-files";

    private static final SecureRandom IDS = new SecureRandom();

    /** Failures that follow each other sooner are one outage. */
    private static final long OUTAGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final FileUtil files = FileUtil.getFileUtil();
    private final String database;
    private final Disk disk;

    /** What counts, and what a checkpoint is about to put in its place. HSQLDB serializes what touches them. */
    private volatile Checkpointed checkpointed = Checkpointed.UNKNOWN;

    private volatile Checkpointed next = Checkpointed.UNKNOWN;
    private volatile @Nullable PreallocatedLog log;
    private volatile @Nullable IOException failure = new IOException("no log has been begun");

    private long lastFailureNanos = System.nanoTime() - 2 * OUTAGE_NANOS;

    /** Set while a thread commits that forces the log itself. */
    private final ThreadLocal<Boolean> forcesItself = ThreadLocal.withInitial(() -> false);

    /**
     * The files that a checkpoint has made durable besides the log; the length of the script is -1 if that is not
     * known.
     */
    private record Checkpointed(long scriptBytes, int scriptChecksum, long dataBytes) {
        static final Checkpointed UNKNOWN = new Checkpointed(-1, 0, 0);
    }

    /** For the database at a path. */
    HsqldbFiles(String database, Disk disk) {
        this.database = database;
        this.disk = disk;
    }

    /**
     * Stands between an open database and its files, from its next checkpoint on; null where the log is encrypted, so
     * that zeros can't be told from text.
     */
    public static @Nullable HsqldbFiles installIn(Database database, Disk disk) {
        if (database.logger.getCrypto() != null) {
            return null;
        }
        HsqldbFiles files = new HsqldbFiles(database.getPath(), disk);
        database.logger.fileAccess = files;
        return files;
    }

    /** Whether a small batch can be written to the log, as far as space is concerned. */
    public boolean hasRoom() {
        PreallocatedLog current = log;
        return failure == null && (current == null || current.hasRoom());
    }

    @Override
    public @Nullable IOException failure() {
        return failure;
    }

    /** How long the log is, without what is allocated ahead. */
    public long logBytes() {
        PreallocatedLog current = log;
        return current == null ? 0 : current.textBytes();
    }

    /**
     * Commits, and returns when that is durable, or {@link #failure} is set. HSQLDB would force the log to disk while
     * nobody else can do anything in the database; this does it afterwards. What others commit meanwhile is behind it
     * in the log, so nothing becomes durable before what it may depend on.
     */
    public void commit(Connection connection) throws SQLException {
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

    @Override
    public boolean forcedByCaller() {
        return forcesItself.get();
    }

    @Override
    public synchronized void fail(IOException cause) {
        if (failure != null) {
            return;
        }
        failure = cause;
        long now = System.nanoTime();
        if (now - lastFailureNanos > OUTAGE_NANOS) {
            LOGGER.error(
                    "The log of {} can't be written; what is committed from now on waits for a checkpoint",
                    database,
                    cause);
        } else {
            LOGGER.debug("The log of {} can't be written again", database, cause);
        }
        lastFailureNanos = now;
    }

    @Override
    public OutputStream openOutputStreamElementAppend(String name) throws IOException {
        if (name.equals(database + ".log")) {
            return beginLog(name);
        }
        return name.equals(database + ".script.new")
                ? WatchedFile.large(disk.open(Path.of(name)), new ScriptWatcher())
                : files.openOutputStreamElementAppend(name);
    }

    /**
     * HSQLDB closes a log once a checkpoint has made it superfluous; one that it has not closed belongs to a checkpoint
     * that has failed, and goes on.
     */
    private synchronized OutputStream beginLog(String name) throws IOException {
        PreallocatedLog former = log;
        if (former != null && !former.isClosed()) {
            return former;
        }
        if (former == null && new File(name).exists()) {
            throw new IOException("the checkpoint that should begin " + name + " has failed");
        }
        Path path = Path.of(name);
        PreallocatedLog begun = PreallocatedLog.begin(path, newId(former), this, disk);
        // HSQLDB copies there what was in the data file, before it changes that.
        OwnerOnly.make(Path.of(database + ".backup"));
        log = begun;
        failure = null;
        return begun;
    }

    private static int newId(@Nullable PreallocatedLog former) {
        int id = IDS.nextInt();
        return id == 0 || (former != null && former.id() == id) ? newId(former) : id;
    }

    @Override
    public void logClosed() {
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
            return WatchedFile.withEnding(disk.open(Path.of(name)), new PropertiesWatcher());
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

    private final class ScriptWatcher implements WatchedFile.Watcher {
        @Override
        public void closed(long bytes, int checksum) {
            next = new Checkpointed(bytes, checksum, 0);
        }
    }

    private final class PropertiesWatcher implements WatchedFile.Watcher {
        private boolean checkpoints;

        @Override
        public void failed(IOException cause) {
            fail(cause);
        }

        @Override
        public byte[] ending(byte[] content) {
            checkpoints = new String(content, StandardCharsets.ISO_8859_1).contains(NEW_SCRIPT);
            if (checkpoints) {
                // The data file has just been forced to disk; later it may be longer than it is there.
                next = new Checkpointed(next.scriptBytes(), next.scriptChecksum(), dataBytes());
            }
            Checkpointed counts = checkpoints ? next : checkpointed;
            PreallocatedLog current = log;
            return new CheckpointRecord(
                            current == null ? 0 : current.id(),
                            counts.scriptBytes(),
                            counts.scriptChecksum(),
                            counts.dataBytes())
                    .behind(content);
        }

        @Override
        public void closed(long bytes, int checksum) {
            if (checkpoints) {
                checkpointed = next;
            }
        }
    }

    private long dataBytes() {
        Path data = Path.of(database + ".data");
        try {
            return Files.exists(data) ? Files.size(data) : 0;
        } catch (IOException e) {
            LOGGER.debug("the length of {} can't be read", data, e);
            return 0;
        }
    }
}
