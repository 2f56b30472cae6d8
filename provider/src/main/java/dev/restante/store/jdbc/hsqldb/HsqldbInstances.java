package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.connect.UrlSecrets;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFileAccess;
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
 * Access to the HSQLDB databases that are open in this JVM: finds them, closes them and hooks into their file access. A
 * failed connection attempt, for example with wrong credentials, leaves the database open. If another process then
 * opened its files, each process would lose the changes of the other one.
 */
public final class HsqldbInstances {

    private static final Logger LOGGER = LoggerFactory.getLogger(HsqldbInstances.class);

    /** Packages of HSQLDB that this class uses. */
    private static final List<String> REQUIRED_PACKAGES = List.of("org.hsqldb", "org.hsqldb.persist");

    private HsqldbInstances() {}

    public static boolean isOpen(String url) {
        return find(url) != null;
    }

    /** Closes the database of a URL, if it is open, without a session and without writing to its log. */
    static void closeImmediately(String url) {
        Database database = find(url);
        if (database == null) {
            return;
        }
        try {
            // Each session that ends would write to the log.
            database.logger.setLogData(false);
            database.close(Database.CLOSEMODE_IMMEDIATELY);
        } catch (RuntimeException e) {
            LOGGER.warn("{} cannot be opened as a store, and HSQLDB failed to close it again", UrlSecrets.mask(url), e);
        }
    }

    /**
     * Installs Restante's file access, effective from the next checkpoint, or returns null if the files are missing,
     * read-only or encrypted.
     */
    static @Nullable HsqldbFileAccess installFileAccess(String url, Disk disk) {
        Database database = JdbcUrls.isHsqldbFile(url) ? find(url) : null;
        return database == null || database.isFilesReadOnly() || database.isReadOnly()
                ? null
                : HsqldbFileAccess.installIn(database, disk);
    }

    private static @Nullable Database find(String url) {
        Optional<Path> file = JdbcUrls.hsqldbPath(url);
        if (file.isPresent()) {
            requireAccess();
            return DatabaseManager.lookupDatabaseObject(
                    DatabaseType.DB_FILE, file.get().toString());
        }
        Optional<String> memory = JdbcUrls.memoryName(url);
        if (memory.isPresent()) {
            requireAccess();
            return DatabaseManager.lookupDatabaseObject(DatabaseType.DB_MEM, memory.get());
        }
        return null;
    }

    /** Checks module exports, because HSQLDB on the module path does not export all required packages. */
    private static void requireAccess() {
        Module hsqldb = JDBCConnection.class.getModule();
        Module own = HsqldbInstances.class.getModule();
        List<String> hidden = REQUIRED_PACKAGES.stream()
                .filter(name -> !hsqldb.isExported(name, own))
                .toList();
        if (!hidden.isEmpty()) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    "HSQLDB does not export its internal packages to " + own + ". Start Java with "
                            + hidden.stream()
                                    .map(name -> "--add-exports " + hsqldb.getName() + "/" + name + "=" + own.getName())
                                    .collect(Collectors.joining(" ")),
                    null);
        }
    }
}
