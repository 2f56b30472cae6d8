package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlSecrets;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hsqldb.Database;
import org.hsqldb.DatabaseManager;
import org.hsqldb.DatabaseType;
import org.hsqldb.jdbc.JDBCConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HSQLDB databases that are open in this process. An attempt to connect that fails, because the credentials are
 * wrong or for any reason of ours, leaves the database open; whoever opened its files from another process then would
 * share them with this one, and both would lose what the other writes.
 */
public final class HsqldbProcess {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbProcess.class);

    /** What is used of it beside its public packages. */
    private static final List<String> HIDDEN = List.of("org.hsqldb", "org.hsqldb.persist");

    private HsqldbProcess() {}

    /** Whether the database of a URL is open. */
    public static boolean isOpen(String url) {
        return find(url) != null;
    }

    /** Closes the database of a URL if it is open, without a session, and without a further byte in its log. */
    static void abandon(String url) {
        Database database = find(url);
        if (database == null) {
            return;
        }
        try {
            // Each session that ends would log that.
            database.logger.setLogData(false);
            database.close(Database.CLOSEMODE_IMMEDIATELY);
        } catch (RuntimeException e) {
            LOGGER.warn("{} could not be closed after it could not be opened as a store", UrlSecrets.without(url), e);
        }
    }

    /**
     * Stands between the database of a URL and its files, from its next checkpoint on; null if it has no files, or
     * encrypted ones.
     */
    static @Nullable HsqldbFiles watchFiles(String url, Disk disk) {
        Database database = UrlText.isHsqldbFile(url) ? find(url) : null;
        return database == null || database.isFilesReadOnly() || database.isReadOnly()
                ? null
                : HsqldbFiles.installIn(database, disk);
    }

    private static @Nullable Database find(String url) {
        Optional<Path> file = UrlText.hsqldbPath(url);
        if (file.isPresent()) {
            requireAccess();
            return DatabaseManager.lookupDatabaseObject(
                    DatabaseType.DB_FILE, file.get().toString());
        }
        Optional<String> memory = UrlText.memoryName(url);
        if (memory.isPresent()) {
            requireAccess();
            return DatabaseManager.lookupDatabaseObject(DatabaseType.DB_MEM, memory.get());
        }
        return null;
    }

    /** On the module path HSQLDB exports less than it takes to watch over it. */
    private static void requireAccess() {
        Module hsqldb = JDBCConnection.class.getModule();
        Module own = HsqldbProcess.class.getModule();
        List<String> hidden =
                HIDDEN.stream().filter(name -> !hsqldb.isExported(name, own)).toList();
        if (!hidden.isEmpty()) {
            throw new StoreException(
                    Kind.FATAL,
                    "HSQLDB does not let " + own + " in; start Java with "
                            + hidden.stream()
                                    .map(name -> "--add-exports " + hsqldb.getName() + "/" + name + "=" + own.getName())
                                    .collect(Collectors.joining(" ")),
                    null);
        }
    }
}
