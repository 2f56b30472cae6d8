package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.hsqldb.file.DamagedFileException;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFileAccess;
import dev.restante.store.jdbc.hsqldb.file.OwnerOnlyPermissions;
import dev.restante.store.jdbc.hsqldb.file.StoreFileRecovery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opener of an embedded database's files: checks and repairs them before HSQLDB reads them, then takes over the log.
 * Restante writes to the log only after HSQLDB has replayed the found log to its end and replaced it. Used by one
 * thread.
 */
final class HsqldbFilesOpener {

    /** Number of bytes that distinguish a log from the next one. */
    private static final int BEGINNING_BYTES = 4096;

    private static final String LOCK_FILE_MISSING =
            ". The lock file of the store was missing. If the lock file was deleted while a process had the store"
                    + " open, that process may still be writing the files, which then only look"
                    + " damaged. End that process and open the store again";

    private final String url;
    private final String databaseName;
    private final Path database;
    private final Disk disk;
    private final boolean lockFileWasMissing;
    private byte[] logStartBefore = {};

    private HsqldbFilesOpener(String url, String databaseName, Path database, Disk disk, boolean lockFileWasMissing) {
        this.url = url;
        this.databaseName = databaseName;
        this.database = database;
        this.disk = disk;
        this.lockFileWasMissing = lockFileWasMissing;
    }

    /** Returns the opener for a URL, or null if the URL names no files. */
    static @Nullable HsqldbFilesOpener of(String url, String databaseName, Disk disk, boolean lockFileWasMissing) {
        Optional<Path> database = JdbcUrls.hsqldbPath(url);
        return database.map(path -> new HsqldbFilesOpener(url, databaseName, path, disk, lockFileWasMissing))
                .orElse(null);
    }

    /**
     * Checks the files before HSQLDB opens them.
     *
     * @throws StoreException if the files are damaged; they are unchanged then
     */
    void checkFiles() {
        OwnerOnlyPermissions.restrict(database);
        StoreFileRecovery recovery = new StoreFileRecovery(database, disk);
        try {
            recovery.recover(JdbcUrls.isEncrypted(url));
            logStartBefore = beginning(recovery.file(".log"));
        } catch (DamagedFileException e) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName + " cannot be opened: " + e.getMessage()
                            + (lockFileWasMissing ? LOCK_FILE_MISSING : "")
                            + ". Nothing was changed. Copy the files, and then restore a backup or rescue the"
                            + " undamaged content with 'restante store rescue'",
                    e);
        } catch (IOException e) {
            throw new StoreException(
                    StoreFailureKind.UNAVAILABLE,
                    databaseName + " cannot be opened: " + e
                            + ". Check that the disk is not full and that the directory is writable. "
                            + CheckpointDiskSpace.requirementText(database),
                    e);
        }
    }

    private static byte[] beginning(Path log) throws IOException {
        if (!Files.exists(log)) {
            return new byte[0];
        }
        try (InputStream input = Files.newInputStream(log)) {
            return input.readNBytes(BEGINNING_BYTES);
        }
    }

    /**
     * Takes over HSQLDB's file access, before anything is written.
     *
     * @return the file access, or null if HSQLDB keeps its own
     */
    @Nullable
    HsqldbFileAccess installFileAccess(Connection first) throws SQLException {
        OwnerOnlyPermissions.restrict(database);
        try {
            byte[] logNow = beginning(Path.of(database + ".log"));
            if (logStartBefore.length > 0 && Arrays.equals(logStartBefore, logNow)) {
                throw new IOException("HSQLDB failed to take a checkpoint, so Restante keeps the log unchanged");
            }
            HsqldbFileAccess fileAccess = HsqldbInstances.installFileAccess(url, disk);
            if (fileAccess == null) {
                return null;
            }
            OwnerOnlyPermissions.createFile(Path.of(database + ".data"));
            OwnerOnlyPermissions.createFile(Path.of(database + ".lobs"));
            try (Statement checkpoint = first.createStatement()) {
                checkpoint.execute("CHECKPOINT");
            }
            requireWritable(fileAccess);
            return fileAccess;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Checks that all changes of the opening would survive a crash. */
    void requireWritable(HsqldbFileAccess fileAccess) {
        IOException failure = fileAccess.failure();
        if (failure != null) {
            throw unwritable(failure);
        }
    }

    private StoreException unwritable(IOException failure) {
        return new StoreException(
                StoreFailureKind.UNAVAILABLE,
                databaseName + " cannot be opened: " + failure.getMessage()
                        + ". Check that the disk is not full and that the directory is writable. "
                        + CheckpointDiskSpace.requirementText(database),
                failure);
    }
}
