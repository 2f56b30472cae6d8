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
 * HSQLDB's file access for one database: writes the log, records write failures and makes each checkpoint durable.
 * HSQLDB does not report a commit that it could not write to its log or force to disk, for example on a full disk. A
 * thread that commits must therefore check {@link #failure}. After a failure nothing is written to the log, until a
 * checkpoint makes all commits durable in the other files and begins a new log.
 *
 * <p>For this reason it also watches the properties, where HSQLDB records that the log has content, and appends a
 * {@link CheckpointRecord} to them. It watches the script that a checkpoint writes before it deletes the log, because a
 * script that is not durable must fail the checkpoint.
 *
 * <p>HSQLDB also ignores renames that fail. Before a commit counts as durable, and before a log or a checkpoint begins,
 * {@link #finishRenames} therefore repeats them.
 */
public final class HsqldbFileAccess implements FileAccess, LogOwner {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbFileAccess.class);

    /** Text in the properties while a checkpoint has written its script, but has not yet replaced the former one. */
    private static final String NEW_SCRIPT = "modified=yes-new-files";

    private static final SecureRandom IDS = new SecureRandom();

    /** Time between two failures below which both belong to one outage. */
    private static final long OUTAGE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final FileUtil files = FileUtil.getFileUtil();
    private final String database;
    private final Disk disk;

    /** Monitor that HSQLDB holds while it writes the log, the properties or a checkpoint. */
    private final Object hsqldbMonitor;

    /** True if the new properties are complete. HSQLDB then renames them. */
    private volatile boolean propertiesWritten;

    /**
     * Files of the last checkpoint, and in {@code next} the files of the checkpoint in progress; HSQLDB serializes all
     * accesses.
     */
    private volatile CheckpointedFiles checkpointed = CheckpointedFiles.UNKNOWN;

    private volatile CheckpointedFiles next = CheckpointedFiles.UNKNOWN;
    private volatile @Nullable PreallocatedLog log;
    private volatile @Nullable IOException failure = new IOException("HSQLDB has not created a log");

    private long lastFailureNanos = System.nanoTime() - 2 * OUTAGE_NANOS;

    /** True while a thread commits that forces the log itself. */
    private final ThreadLocal<Boolean> callerForces = ThreadLocal.withInitial(() -> false);

    /** Script checksum and data length that a checkpoint made durable; the script length is -1 if unknown. */
    private record CheckpointedFiles(long scriptBytes, int scriptChecksum, long dataBytes) {
        static final CheckpointedFiles UNKNOWN = new CheckpointedFiles(-1, 0, 0);
    }

    HsqldbFileAccess(String database, Disk disk, Object hsqldbMonitor) {
        this.database = database;
        this.disk = disk;
        this.hsqldbMonitor = hsqldbMonitor;
    }

    /**
     * Installs this file access in an open database from its next checkpoint on; returns null for an encrypted log,
     * where zeros would look like text.
     */
    public static @Nullable HsqldbFileAccess installIn(Database database, Disk disk) {
        if (database.logger.getCrypto() != null) {
            return null;
        }
        HsqldbFileAccess fileAccess = new HsqldbFileAccess(database.getPath(), disk, database.logger);
        database.logger.fileAccess = fileAccess;
        return fileAccess;
    }

    /** Returns whether the log has space for a small batch. */
    public boolean hasSpace() {
        PreallocatedLog current = log;
        return failure == null && (current == null || current.hasSpace());
    }

    @Override
    public @Nullable IOException failure() {
        return failure;
    }

    /** Returns the length of the log in bytes, without preallocated space. */
    public long logBytes() {
        PreallocatedLog current = log;
        return current == null ? 0 : current.textBytes();
    }

    /**
     * Commits, and returns when the commit is durable or {@link #failure} is set. HSQLDB would force the log to disk
     * while it blocks all other sessions, so this method forces it afterwards. Later commits of other sessions are
     * behind it in the log, and therefore do not become durable before it.
     */
    public void commit(Connection connection) throws SQLException {
        callerForces.set(true);
        try {
            connection.commit();
        } finally {
            callerForces.set(false);
        }
        if (propertiesWritten) {
            try {
                finishRenames();
            } catch (IOException e) {
                onWriteFailure(e);
            }
        }
        PreallocatedLog current = log;
        if (current != null) {
            current.force();
        }
    }

    /**
     * Repeats renames that HSQLDB tried without success. Otherwise the former properties could stay in effect, by which
     * HSQLDB ignores the log, or the next checkpoint could delete the script that is in effect.
     *
     * @throws IOException if a file still has its former name
     */
    public void finishRenames() throws IOException {
        synchronized (hsqldbMonitor) {
            Path properties = Path.of(database + ".properties.new");
            if (propertiesWritten && Files.exists(properties)) {
                disk.rename(properties, Path.of(database + ".properties"));
            }
            propertiesWritten = false;
            Path script = Path.of(database + ".script.new");
            if (CheckpointRecord.isScript(script, checkpointed.scriptBytes(), checkpointed.scriptChecksum())) {
                disk.rename(script, Path.of(database + ".script"));
            }
        }
    }

    @Override
    public boolean isForcedByCaller() {
        return callerForces.get();
    }

    @Override
    public synchronized void onWriteFailure(IOException cause) {
        if (failure != null) {
            return;
        }
        failure = cause;
        long now = System.nanoTime();
        if (now - lastFailureNanos > OUTAGE_NANOS) {
            LOGGER.error(
                    "The log of {} cannot be written. New commits become durable only with the next"
                            + " checkpoint. Check that the disk is not full.",
                    database,
                    cause);
        } else {
            LOGGER.debug("The log of {} still cannot be written", database, cause);
        }
        lastFailureNanos = now;
    }

    @Override
    public OutputStream openOutputStreamElementAppend(String name) throws IOException {
        if (name.equals(database + ".log")) {
            return beginLog(name);
        }
        return name.equals(database + ".script.new")
                ? WatchedFile.unbuffered(disk.open(Path.of(name)), new ScriptWatcher())
                : files.openOutputStreamElementAppend(name);
    }

    /**
     * Begins a log. HSQLDB closes a log after a checkpoint has replaced it, so an open log belongs to a failed
     * checkpoint and goes on.
     */
    private synchronized OutputStream beginLog(String name) throws IOException {
        PreallocatedLog former = log;
        if (former != null && !former.isClosed()) {
            return former;
        }
        if (former == null && new File(name).exists()) {
            throw new IOException("The checkpoint before the creation of " + name + " failed");
        }
        finishRenames();
        Path path = Path.of(name);
        PreallocatedLog begun = PreallocatedLog.begin(path, newId(former), this, disk);
        // HSQLDB copies parts of the data file there before it changes them.
        OwnerOnlyPermissions.createFile(Path.of(database + ".backup"));
        log = begun;
        failure = null;
        return begun;
    }

    private static int newId(@Nullable PreallocatedLog former) {
        int id = IDS.nextInt();
        return id == 0 || (former != null && former.id() == id) ? newId(former) : id;
    }

    @Override
    public void onLogClosed() {
        if (failure == null) {
            failure = new IOException("The log was closed, and a new log could not be created");
        }
    }

    @Override
    public OutputStream openOutputStreamElement(String name) throws IOException {
        if (!name.equals(database + ".properties.new")) {
            return files.openOutputStreamElement(name);
        }
        propertiesWritten = false;
        try {
            return WatchedFile.withTrailer(disk.open(Path.of(name)), new PropertiesWatcher());
        } catch (IOException e) {
            onWriteFailure(e);
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
            next = new CheckpointedFiles(bytes, checksum, 0);
        }
    }

    private final class PropertiesWatcher implements WatchedFile.Watcher {
        private boolean checkpoints;

        @Override
        public void failed(IOException cause) {
            onWriteFailure(cause);
        }

        @Override
        public byte[] trailer(byte[] content) {
            checkpoints = new String(content, StandardCharsets.ISO_8859_1).contains(NEW_SCRIPT);
            if (checkpoints) {
                // The data file has just been forced to disk; later it may be longer than its durable part.
                next = new CheckpointedFiles(next.scriptBytes(), next.scriptChecksum(), dataBytes());
            }
            CheckpointedFiles counts = checkpoints ? next : checkpointed;
            PreallocatedLog current = log;
            return new CheckpointRecord(
                            current == null ? 0 : current.id(),
                            counts.scriptBytes(),
                            counts.scriptChecksum(),
                            counts.dataBytes())
                    .appendTo(content);
        }

        @Override
        public void closed(long bytes, int checksum) {
            if (checkpoints) {
                checkpointed = next;
            }
            propertiesWritten = true;
        }
    }

    private long dataBytes() {
        Path data = Path.of(database + ".data");
        try {
            return Files.exists(data) ? Files.size(data) : 0;
        } catch (IOException e) {
            LOGGER.debug("The length of {} cannot be read", data, e);
            return 0;
        }
    }
}
