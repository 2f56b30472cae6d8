package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.model.Uninterruptibles;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.StoreLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * Operating-system lock on a file beside an embedded database, released when the process ends, so that a killed process
 * never blocks the next one. The file itself stays, because two processes could otherwise lock two files of the same
 * name.
 *
 * <p>The first byte of the file is the lock. A process that closes the store on request also holds a shared lock on the
 * second byte, before and while it holds the first one. Other processes recognize it by this mark, even while it opens
 * the database.
 *
 * <p>If a process closes a file anywhere, the operating system may release all its locks on that file. A system
 * property of the JVM therefore records each lock for all class loaders, so that no other provider opens the file.
 */
public final class StoreFileLock implements AutoCloseable {

    private static final String JVM_REGISTRY_PREFIX = "dev.restante.held:";
    private static final long LOCK = 0;
    private static final long YIELD_MARK = 1;
    private static final int MAX_TRIES = 100;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final FileChannel channel;
    private final String name;
    private final boolean fileWasMissing;

    private StoreFileLock(FileChannel channel, String name, boolean fileWasMissing) {
        this.channel = channel;
        this.name = name;
        this.fileWasMissing = fileWasMissing;
    }

    /**
     * Takes the lock, or rejects the call at once.
     *
     * @param database the path of the database files without their extension
     * @param closesOnRequest true if this process closes the store as soon as an application requests it
     */
    public static StoreFileLock take(Path database, boolean closesOnRequest) {
        Path file = Path.of(database + ".lock");
        try {
            Path folder = file.getParent();
            if (folder != null) {
                OwnerOnlyPermissions.createFolder(folder);
            }
            boolean missing = !Files.exists(file);
            OwnerOnlyPermissions.createFile(file);
            String name = JVM_REGISTRY_PREFIX + file.toRealPath();
            if (System.getProperties().putIfAbsent(name, "") != null) {
                throw alreadyOpen(database, file, false, false);
            }
            try {
                return take(database, file, closesOnRequest, name, missing);
            } catch (OverlappingFileLockException e) {
                // The lock is held in this JVM without such a record.
                System.getProperties().remove(name);
                throw alreadyOpen(database, file, false, false);
            } catch (IOException | RuntimeException e) {
                System.getProperties().remove(name);
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    "The lock file " + file + " cannot be opened: " + e + ". Check that the directory is writable",
                    e);
        }
    }

    private static StoreFileLock take(Path database, Path file, boolean closesOnRequest, String name, boolean missing)
            throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (closesOnRequest) {
                lockYieldMark(channel);
            }
            boolean taken = channel.tryLock(LOCK, 1, false) != null;
            boolean heldByMarked = !taken && !closesOnRequest && hasYieldMark(channel);
            // A process that closes on request may have ended between the two attempts.
            if (!taken && (heldByMarked || channel.tryLock(LOCK, 1, false) == null)) {
                throw alreadyOpen(database, file, true, heldByMarked);
            }
            return new StoreFileLock(channel, name, missing);
        } catch (IOException | RuntimeException e) {
            close(channel, e);
            throw e;
        }
    }

    /**
     * Returns whether the lock file was missing. If other files exist, they are a copy, or a user has deleted the lock
     * file, perhaps while another process has the store open.
     */
    public boolean fileWasMissing() {
        return fileWasMissing;
    }

    /** Locks the mark, which another process may lock for an instant to test it. */
    private static void lockYieldMark(FileChannel channel) throws IOException {
        for (int tries = 0; channel.tryLock(YIELD_MARK, 1, true) == null && tries < MAX_TRIES; tries++) {
            Uninterruptibles.sleep(PAUSE_NANOS);
        }
    }

    private static boolean hasYieldMark(FileChannel channel) throws IOException {
        FileLock lock = channel.tryLock(YIELD_MARK, 1, false);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private static StoreException alreadyOpen(Path database, Path file, boolean byOther, boolean closesOnRequest) {
        return new StoreLockedException(
                "The store is already open: " + (byOther ? "another" : "this") + " process has locked " + file
                        + ". Only one process at a time can open an embedded store. End that"
                        + " process, or use PostgreSQL for several processes",
                database,
                byOther,
                closesOnRequest,
                null);
    }

    private static void close(FileChannel channel, Exception failure) {
        try {
            channel.close();
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new StoreException(StoreFailureKind.FATAL, "The lock file cannot be released: " + e, e);
        } finally {
            System.getProperties().remove(name);
        }
    }
}
