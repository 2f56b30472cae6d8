package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.hsqldb.file.StoreFileLock;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Exclusive lock on an embedded database: a file lock for files, a process-wide name for databases in memory. Two
 * stores on one database would declare each other dead.
 */
final class EmbeddedStoreLock implements AutoCloseable {

    private static final Set<String> IN_MEMORY = ConcurrentHashMap.newKeySet();

    private final Runnable release;
    private final boolean lockFileWasMissing;

    private EmbeddedStoreLock(Runnable release, boolean lockFileWasMissing) {
        this.release = release;
        this.lockFileWasMissing = lockFileWasMissing;
    }

    /**
     * Locks the database of a URL; does nothing if it is not embedded.
     *
     * @param closesOnRequest true if this process closes the store as soon as an application requests it
     * @throws StoreException if another store holds the lock
     */
    static EmbeddedStoreLock acquire(String url, boolean closesOnRequest) {
        Optional<Path> file = JdbcUrls.hsqldbPath(url);
        if (file.isPresent()) {
            StoreFileLock lock = StoreFileLock.take(file.get(), closesOnRequest);
            return new EmbeddedStoreLock(lock::close, lock.fileWasMissing());
        }
        Optional<String> name = JdbcUrls.memoryName(url);
        if (name.isEmpty()) {
            return new EmbeddedStoreLock(() -> {}, false);
        }
        String claimed = name.get();
        if (!IN_MEMORY.add(claimed)) {
            throw new StoreException(
                    StoreFailureKind.UNAVAILABLE,
                    "The in-memory database '" + claimed
                            + "' is already open through another connection factory of this process. Use"
                            + " that factory, or the same URL or data source",
                    null);
        }
        return new EmbeddedStoreLock(() -> IN_MEMORY.remove(claimed), false);
    }

    boolean lockFileWasMissing() {
        return lockFileWasMissing;
    }

    @Override
    public void close() {
        release.run();
    }
}
