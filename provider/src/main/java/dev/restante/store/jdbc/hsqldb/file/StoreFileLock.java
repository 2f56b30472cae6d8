package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.StoreHeldException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The operating system's lock on a file beside an embedded database: it dies with the process that holds it, so a
 * killed process never keeps the next one waiting. The file itself stays; removing it would let two processes lock two
 * files of the same name.
 */
public final class StoreFileLock implements AutoCloseable {

    private final FileChannel channel;

    private StoreFileLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock, or refuses at once.
     *
     * @param database the path of the database, without an ending
     */
    public static StoreFileLock take(Path database) {
        Path file = Path.of(database + ".lock");
        FileChannel channel = null;
        try {
            Path folder = file.getParent();
            if (folder != null) {
                OwnerOnly.makeFolder(folder);
            }
            OwnerOnly.make(file);
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw held(database, file, true, null);
            }
            return new StoreFileLock(channel);
        } catch (OverlappingFileLockException e) {
            close(channel, e);
            throw held(database, file, false, e);
        } catch (StoreException e) {
            close(channel, e);
            throw e;
        } catch (IOException e) {
            close(channel, e);
            throw new StoreException(
                    Kind.FATAL, "the lock file " + file + " can't be opened: " + e + "; is the folder writable?", e);
        }
    }

    private static StoreException held(Path database, Path file, boolean byOther, @Nullable Throwable cause) {
        return new StoreHeldException(
                "the database is open already: " + (byOther ? "another" : "this") + " process holds the lock file "
                        + file
                        + ". An embedded store belongs to one process; end that one, or use PostgreSQL for several",
                database,
                byOther,
                cause);
    }

    private static void close(@Nullable FileChannel channel, Exception failure) {
        try {
            if (channel != null) {
                channel.close();
            }
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
        }
    }
}
