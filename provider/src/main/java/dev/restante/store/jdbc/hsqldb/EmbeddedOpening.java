package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.hsqldb.file.DamagedFileException;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.FoundFiles;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFiles;
import dev.restante.store.jdbc.hsqldb.file.OwnerOnly;
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
 * The opening of an embedded database. Its files are looked at before HSQLDB gets them. Nothing is written to a log
 * that HSQLDB has not replayed to its end and replaced. Used by one thread.
 */
final class EmbeddedOpening {

    /** So much of a log tells it from the next one. */
    private static final int BEGINNING_BYTES = 4096;

    private static final String LOCK_FILE_MISSING =
            ". Its lock file was missing: if a process still has the store open, someone has deleted that file under it,"
                    + " and what looks damaged is being written. End that process and open the store again";

    private final String url;
    private final String where;
    private final Path database;
    private final Disk disk;
    private final boolean lockFileWasMissing;
    private byte[] logBefore = {};

    private EmbeddedOpening(String url, String where, Path database, Disk disk, boolean lockFileWasMissing) {
        this.url = url;
        this.where = where;
        this.database = database;
        this.disk = disk;
        this.lockFileWasMissing = lockFileWasMissing;
    }

    /** That of a URL; null unless it names files. */
    static @Nullable EmbeddedOpening of(String url, String where, Disk disk, boolean lockFileWasMissing) {
        Optional<Path> database = UrlText.hsqldbPath(url);
        return database.map(path -> new EmbeddedOpening(url, where, path, disk, lockFileWasMissing))
                .orElse(null);
    }

    /**
     * Looks at the files before HSQLDB opens them.
     *
     * @throws StoreException if they are damaged, and then nothing has been changed
     */
    void makeReady() {
        OwnerOnly.restrict(database);
        FoundFiles found = new FoundFiles(database, disk);
        try {
            found.makeReady(UrlText.isEncrypted(url));
            logBefore = beginning(found.file(".log"));
        } catch (DamagedFileException e) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " can't be opened: " + e.getMessage()
                            + (lockFileWasMissing ? LOCK_FILE_MISSING : "")
                            + ". Nothing was changed. Copy the files, and then restore a backup, or take what is whole with"
                            + " 'restante store rescue'",
                    e);
        } catch (IOException e) {
            throw new StoreException(
                    Kind.UNAVAILABLE,
                    where + " can't be opened: " + e + "; is the disk full or the folder not writable? "
                            + CheckpointRoom.needed(database),
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
     * Takes the files over from HSQLDB, before anything is written.
     *
     * @return null where they are left to HSQLDB
     */
    @Nullable
    HsqldbFiles takeOver(Connection first) throws SQLException {
        OwnerOnly.restrict(database);
        try {
            byte[] logNow = beginning(Path.of(database + ".log"));
            if (logBefore.length > 0 && Arrays.equals(logBefore, logNow)) {
                throw new IOException("no checkpoint could be taken, so the log is kept as it is");
            }
            HsqldbFiles files = HsqldbProcess.watchFiles(url, disk);
            if (files == null) {
                return null;
            }
            OwnerOnly.make(Path.of(database + ".data"));
            OwnerOnly.make(Path.of(database + ".lobs"));
            try (Statement checkpoint = first.createStatement()) {
                checkpoint.execute("CHECKPOINT");
            }
            requireWritable(files);
            return files;
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    /** Everything that was done in opening must survive a crash. */
    void requireWritable(HsqldbFiles files) {
        IOException failure = files.failure();
        if (failure != null) {
            throw unwritable(failure);
        }
    }

    private StoreException unwritable(IOException failure) {
        return new StoreException(
                Kind.UNAVAILABLE,
                where + " can't be opened: " + failure.getMessage() + "; is the disk full or the folder not writable? "
                        + CheckpointRoom.needed(database),
                failure);
    }
}
