package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.model.Uninterrupted;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.StoreHeldException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The operating system's lock on a file beside an embedded database: it dies with the process that holds it, so a
 * killed process never keeps the next one waiting. The file itself stays; removing it would let two processes lock two
 * files of the same name.
 *
 * <p>Its first byte is the lock. Whoever gives way has a share of the second one before and while he has the first, so
 * that others can tell him from who does not, also while he opens the database.
 *
 * <p>A system may take all locks of a process on a file from it when it closes that file anywhere. So whoever has one
 * is written down for the whole JVM, all of whose class loaders may have a provider, and others do not open the file.
 */
public final class StoreFileLock implements AutoCloseable {

    private static final String WRITTEN_DOWN = "dev.restante.held:";
    private static final long LOCK = 0;
    private static final long MARK = 1;
    private static final int MOST_TRIES = 100;
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
     * Takes the lock, or refuses at once.
     *
     * @param database the path of the database, without an ending
     * @param givesWay whether it is given up as soon as somebody wants it who does not
     */
    public static StoreFileLock take(Path database, boolean givesWay) {
        Path file = Path.of(database + ".lock");
        try {
            Path folder = file.getParent();
            if (folder != null) {
                OwnerOnly.makeFolder(folder);
            }
            boolean missing = !Files.exists(file);
            OwnerOnly.make(file);
            String name = WRITTEN_DOWN + file.toRealPath();
            if (System.getProperties().putIfAbsent(name, "") != null) {
                throw held(database, file, false, false);
            }
            try {
                return take(database, file, givesWay, name, missing);
            } catch (OverlappingFileLockException e) {
                // Held in this JVM by somebody who does not write it down.
                System.getProperties().remove(name);
                throw held(database, file, false, false);
            } catch (IOException | RuntimeException e) {
                System.getProperties().remove(name);
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException(
                    Kind.FATAL, "the lock file " + file + " can't be opened: " + e + "; is the folder writable?", e);
        }
    }

    private static StoreFileLock take(Path database, Path file, boolean givesWay, String name, boolean missing)
            throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (givesWay) {
                mark(channel);
            }
            boolean taken = channel.tryLock(LOCK, 1, false) != null;
            boolean heldByMarked = !taken && !givesWay && isMarked(channel);
            // Whoever gives way may have ended between the two looks.
            if (!taken && (heldByMarked || channel.tryLock(LOCK, 1, false) == null)) {
                throw held(database, file, true, heldByMarked);
            }
            return new StoreFileLock(channel, name, missing);
        } catch (IOException | RuntimeException e) {
            close(channel, e);
            throw e;
        }
    }

    /**
     * Returns whether the lock file had to be made. Where the other files exist, they are a copy, or someone has
     * deleted the lock file, under a process that has the store open perhaps.
     */
    public boolean fileWasMissing() {
        return fileWasMissing;
    }

    /** Somebody may be looking whether there is a mark, for an instant. */
    private static void mark(FileChannel channel) throws IOException {
        for (int tries = 0; channel.tryLock(MARK, 1, true) == null && tries < MOST_TRIES; tries++) {
            Uninterrupted.pause(PAUSE_NANOS);
        }
    }

    private static boolean isMarked(FileChannel channel) throws IOException {
        FileLock lock = channel.tryLock(MARK, 1, false);
        if (lock != null) {
            lock.release();
        }
        return lock == null;
    }

    private static StoreException held(Path database, Path file, boolean byOther, boolean givesWay) {
        return new StoreHeldException(
                "the database is open already: " + (byOther ? "another" : "this") + " process holds the lock file "
                        + file
                        + ". An embedded store belongs to one process; end that one, or use PostgreSQL for several",
                database,
                byOther,
                givesWay,
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
            throw new StoreException(Kind.FATAL, "the lock file can't be released: " + e, e);
        } finally {
            System.getProperties().remove(name);
        }
    }
}
