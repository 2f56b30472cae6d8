package dev.restante.store.jdbc.hsqldb;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.store.jdbc.hsqldb.file.Disk;
import dev.restante.store.jdbc.hsqldb.file.HsqldbFileAccess;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Opener of an HSQLDB database in this process; changes no setting of a database that the application opened. The
 * application may also open such a database without Restante after a crash.
 */
final class HsqldbOpener implements DatabaseOpener {

    private final OpenRequest request;
    private final HsqldbTuning tuning;
    private final EmbeddedStoreLock storeLock;
    private final boolean wasOpen;
    private final @Nullable HsqldbFilesOpener filesOpener;
    private @Nullable HsqldbFileAccess fileAccess;

    private HsqldbOpener(OpenRequest request, HsqldbTuning tuning, Disk disk, EmbeddedStoreLock storeLock) {
        this.request = request;
        this.tuning = tuning;
        this.storeLock = storeLock;
        this.wasOpen = request.fromApplication() || HsqldbInstances.isOpen(request.url());
        this.filesOpener = wasOpen
                ? null
                : HsqldbFilesOpener.of(request.url(), request.databaseName(), disk, storeLock.lockFileWasMissing());
    }

    /** Locks the database; see {@link DatabaseProduct#open}. */
    static HsqldbOpener create(OpenRequest request, HsqldbTuning tuning, Disk disk) {
        requireInProcess(request);
        requireNoQuestionMark(request);
        if (!request.mayCreate() && !request.fromApplication()) {
            requireFiles(request);
        }
        return new HsqldbOpener(
                request, tuning, disk, EmbeddedStoreLock.acquire(request.url(), request.closesOnRequest()));
    }

    private static void requireInProcess(OpenRequest request) {
        if (!JdbcUrls.isHsqldbInProcess(request.url())) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    request.databaseName()
                            + " is not supported. Use HSQLDB inside the process (jdbc:hsqldb:file: or"
                            + " jdbc:hsqldb:mem:), or use PostgreSQL as a database server",
                    null);
        }
    }

    /** Rejects parameters in the form of other databases, with which HSQLDB would create files of this name. */
    private static void requireNoQuestionMark(OpenRequest request) {
        String name = request.url().split(";", 2)[0];
        if (!request.fromApplication() && name.contains("?")) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    request.databaseName()
                            + " has a question mark in its name, and HSQLDB would use it in file names. Write"
                            + " parameters of HSQLDB after a semicolon: "
                            + name.substring(0, name.indexOf('?'))
                            + ";NAME=VALUE",
                    null);
        }
    }

    /** Checks for files before the lock is taken, because taking the lock creates folders. */
    private static void requireFiles(OpenRequest request) {
        Optional<Path> path = JdbcUrls.hsqldbPath(request.url());
        if (path.isPresent()
                && !Files.exists(Path.of(path.get() + ".properties"))
                && !Files.exists(Path.of(path.get() + ".properties.new"))
                && !Files.exists(Path.of(path.get() + ".script"))) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    request.databaseName() + " has no store: the file " + path.get()
                            + ".properties does not exist. Check the path,"
                            + " or create a store with the option createStore",
                    null);
        }
    }

    @Override
    public String url() {
        return HsqldbSettings.withDefaults(request.url());
    }

    @Override
    public void beforeFirstConnection(JdbcDriver driver, Properties properties) {
        if (filesOpener != null) {
            filesOpener.checkFiles();
        }
    }

    @Override
    public Dialect onFirstConnection(Connection first, Connections opener) throws SQLException {
        if (filesOpener != null) {
            fileAccess = filesOpener.installFileAccess(first);
        }
        return new HsqldbDialect();
    }

    @Override
    public boolean afterMigration(Connection first) throws SQLException {
        if (request.fromApplication()) {
            HsqldbSettings.require(first, request.databaseName());
        } else {
            HsqldbSettings.apply(first);
        }
        if (fileAccess != null && filesOpener != null) {
            filesOpener.requireWritable(fileAccess);
        }
        return true;
    }

    @Override
    public @Nullable Path databasePath() {
        return JdbcUrls.hsqldbPath(request.url()).orElse(null);
    }

    @Override
    public DatabaseMaintenance maintenance(Database opened) {
        return JdbcUrls.hsqldbPath(request.url())
                .<DatabaseMaintenance>map(path -> new HsqldbMaintenance(opened, path, fileAccess, tuning))
                .orElseGet(() -> DatabaseMaintenance.notNeeded(opened.dialect()));
    }

    @Override
    public void close(Connections opener) {
        if (!wasOpen) {
            shutDown(opener);
        }
        storeLock.close();
    }

    private void shutDown(Connections opener) {
        try (Connection connection = opener.open();
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw new SqlFailureClassifier(new HsqldbFailureCodes())
                    .toStoreException(request.databaseName() + " cannot be shut down", e);
        }
    }

    /** Releases the lock last, because its next owner must find the files closed. */
    @Override
    public void abort() {
        if (!wasOpen) {
            HsqldbInstances.closeImmediately(request.url());
        }
        storeLock.close();
    }
}
