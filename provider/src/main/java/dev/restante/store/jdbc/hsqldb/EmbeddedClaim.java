package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.hsqldb.file.StoreFileLock;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The right to be the only store on an embedded database: two would take each other for dead and fence each other.
 * Files are claimed from all processes by a {@link StoreFileLock}, databases in memory within this one.
 */
final class EmbeddedClaim implements AutoCloseable {

    private static final Set<String> IN_MEMORY = ConcurrentHashMap.newKeySet();

    private final Runnable release;
    private final boolean lockFileWasMissing;

    private EmbeddedClaim(Runnable release, boolean lockFileWasMissing) {
        this.release = release;
        this.lockFileWasMissing = lockFileWasMissing;
    }

    /**
     * Claims the database of a URL; one that is not embedded needs no claim.
     *
     * @param givesWay whether files are given up as soon as somebody wants them who does not
     * @throws StoreException if somebody else has it
     */
    static EmbeddedClaim on(String url, boolean givesWay) {
        Optional<Path> file = UrlText.hsqldbPath(url);
        if (file.isPresent()) {
            StoreFileLock lock = StoreFileLock.take(file.get(), givesWay);
            return new EmbeddedClaim(lock::close, lock.fileWasMissing());
        }
        Optional<String> name = UrlText.memoryName(url);
        if (name.isEmpty()) {
            return new EmbeddedClaim(() -> {}, false);
        }
        String claimed = name.get();
        if (!IN_MEMORY.add(claimed)) {
            throw new StoreException(
                    Kind.UNAVAILABLE,
                    "the database in memory '" + claimed
                            + "' is open already: another connection factory of this process uses it. Use that one, or the"
                            + " same URL or data source",
                    null);
        }
        return new EmbeddedClaim(() -> IN_MEMORY.remove(claimed), false);
    }

    /** As {@link StoreFileLock#fileWasMissing}. */
    boolean lockFileWasMissing() {
        return lockFileWasMissing;
    }

    @Override
    public void close() {
        release.run();
    }
}
