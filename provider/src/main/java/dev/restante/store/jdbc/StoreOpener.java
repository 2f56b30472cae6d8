package dev.restante.store.jdbc;

import dev.restante.model.CallTimeBudget;
import dev.restante.model.DisplayText;
import dev.restante.model.DocumentationPages;
import dev.restante.model.Uninterruptibles;
import dev.restante.model.WorkerThread;
import dev.restante.store.CredentialsRejectedException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.ApplicationConnectionSource;
import dev.restante.store.jdbc.connect.ApplicationPool;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.InternalConnectionSource;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.LoginRejection;
import dev.restante.store.jdbc.connect.NonTransactionalCall;
import dev.restante.store.jdbc.connect.NonTransactionalExecutor;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.connect.UrlPortCheck;
import dev.restante.store.jdbc.connect.UrlSecrets;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.SqlFailureClassifier;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.product.DatabaseOpener;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opener of stores: connects, checks that the database can be used, migrates its schema and assembles the store. */
public final class StoreOpener {

    private static final Logger LOGGER = LoggerFactory.getLogger(StoreOpener.class);

    private final DatabaseProducts products;
    private final boolean mayCreate;
    private final boolean closesOnRequest;
    private final StoreTimeouts timeouts;

    private StoreOpener(DatabaseProducts products, boolean mayCreate, boolean closesOnRequest, StoreTimeouts timeouts) {
        this.products = products;
        this.mayCreate = mayCreate;
        this.closesOnRequest = closesOnRequest;
        this.timeouts = timeouts;
    }

    /**
     * Opens a database and migrates its schema to the version of this release.
     *
     * @throws StoreException if the database cannot be used; the message names the database, the reason and the remedy
     */
    public static JdbcStore open(StoreLocation location) {
        return open(location, true, StoreTimeouts.DEFAULT);
    }

    /**
     * Opens a database, as {@link #open(StoreLocation)} does.
     *
     * @param mayCreate true if a store may be created in a database without one; otherwise such a database is rejected
     *     and stays unchanged
     * @param timeouts time limits for database access
     */
    public static JdbcStore open(StoreLocation location, boolean mayCreate, StoreTimeouts timeouts) {
        return open(location, mayCreate, false, timeouts);
    }

    /**
     * Opens a database, as {@link #open(StoreLocation, boolean, StoreTimeouts)} does.
     *
     * @param closesOnRequest true for a tool that hands an embedded store over to an application on request
     */
    public static JdbcStore open(
            StoreLocation location, boolean mayCreate, boolean closesOnRequest, StoreTimeouts timeouts) {
        return new StoreOpener(new DatabaseProducts(), mayCreate, closesOnRequest, timeouts).openLocation(location);
    }

    /** Opens a database with an HSQLDB product that tests have tuned. */
    static JdbcStore open(StoreLocation location, HsqldbProduct hsqldb, StoreTimeouts timeouts) {
        return new StoreOpener(new DatabaseProducts(hsqldb), true, false, timeouts).openLocation(location);
    }

    private JdbcStore openLocation(StoreLocation location) {
        return location instanceof StoreLocation.ApplicationDataSource applicationDataSource
                ? openDataSource(applicationDataSource.dataSource())
                : openUrl((StoreLocation.Url) location);
    }

    private JdbcStore openUrl(StoreLocation.Url location) {
        String databaseName = UrlSecrets.mask(location.url());
        try {
            UrlPortCheck.check(location.url());
        } catch (IllegalArgumentException e) {
            throw new StoreException(StoreFailureKind.FATAL, databaseName + " cannot be opened: " + e.getMessage(), e);
        }
        Driver driver = requiredDriver(location.url(), databaseName);
        DatabaseProduct product = products.forUrl(location.url());
        DatabaseOpener databaseOpener = product.open(new DatabaseOpener.OpenRequest(
                location.url(), databaseName, mayCreate, false, closesOnRequest, timeouts));
        try {
            return openUrl(location, driver, databaseName, product, databaseOpener);
        } catch (RuntimeException | Error e) {
            databaseOpener.abort();
            throw e;
        }
    }

    private JdbcStore openUrl(
            StoreLocation.Url location,
            Driver found,
            String databaseName,
            DatabaseProduct product,
            DatabaseOpener databaseOpener) {
        Properties properties = new Properties();
        properties.setProperty("user", location.user());
        properties.setProperty("password", location.password());
        databaseOpener.addConnectionProperties(properties);
        JdbcDriver driver = new JdbcDriver(found, databaseOpener.url());
        DatabaseOpener.Connections opener = () -> databaseOpener.connect(driver, properties);
        try {
            databaseOpener.beforeFirstConnection(driver, properties);
            long begunNanos = System.nanoTime();
            Connection first = opener.open();
            if (product.embedded()) {
                // The database has read its files, which has no time limit.
                CallTimeBudget.excludeSince(begunNanos);
            }
            ConnectionTimeLimits limits = limits(product, databaseName);
            try {
                Dialect dialect = migrate(first, databaseName, product, databaseOpener, opener, limits);
                boolean kept = databaseOpener.afterMigration(first);
                if (!kept) {
                    first.close();
                }
                ConnectionSource source = new InternalConnectionSource(
                        driver,
                        properties,
                        opener::open,
                        timeouts,
                        !product.embedded(),
                        dialect.connectionInitSql(timeouts.lockTimeoutMillis()),
                        kept ? first : null);
                return assemble(product, databaseOpener, dialect, source, databaseName, opener, limits);
            } catch (SQLException | RuntimeException | Error e) {
                limits.close();
                first.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failedToOpen(databaseName, location.user(), product.embedded(), product.failureCodes(), e);
        }
    }

    private JdbcStore openDataSource(DataSource dataSource) {
        NonTransactionalExecutor executor = new NonTransactionalExecutor(timeouts);
        try {
            ApplicationPool pool = executor.call(() -> new ApplicationPool(dataSource));
            Connection first = executor.call(() -> connection(pool));
            return executor.call(() -> openDataSource(pool, first, executor), JdbcStore::close);
        } catch (SQLException e) {
            executor.close();
            throw failedToOpen(describe(dataSource), "", false, FailureCodes.NONE, e);
        } catch (RuntimeException | Error e) {
            executor.close();
            throw e;
        } catch (Exception e) {
            throw new AssertionError("Opening a store throws no other checked exceptions", e);
        }
    }

    private static String describe(DataSource dataSource) {
        return "DataSource " + dataSource.getClass().getName();
    }

    /** Borrows a connection. Returns it to the pool at once if the caller has timed out meanwhile. */
    private static Connection connection(ApplicationPool pool) throws SQLException {
        Connection connection = pool.borrow();
        try {
            NonTransactionalCall.checkBeforeCommit();
        } catch (StoreException late) {
            connection.close();
            throw late;
        }
        return connection;
    }

    private JdbcStore openDataSource(ApplicationPool pool, Connection connection, NonTransactionalExecutor executor)
            throws SQLException {
        try (connection) {
            return ConnectionTimeLimits.withNetworkTimeout(
                    connection, timeouts.networkTimeoutMillis(), first -> openDataSourceWith(pool, first, executor));
        }
    }

    private JdbcStore openDataSourceWith(ApplicationPool pool, Connection first, NonTransactionalExecutor executor) {
        String databaseName = "the DataSource of the application";
        FailureCodes codes = FailureCodes.NONE;
        boolean embedded = false;
        try {
            String url = first.getMetaData().getURL();
            databaseName = UrlSecrets.maskShort(url);
            DatabaseProduct product =
                    products.forProductName(first.getMetaData().getDatabaseProductName(), databaseName);
            codes = product.failureCodes();
            embedded = product.embedded();
            DatabaseOpener databaseOpener = product.open(
                    new DatabaseOpener.OpenRequest(url, databaseName, mayCreate, true, closesOnRequest, timeouts));
            try {
                ConnectionSource source = new ApplicationConnectionSource(
                        pool,
                        executor,
                        timeouts,
                        !product.embedded(),
                        databaseOpener::checkBorrowed,
                        databaseOpener::keepsSessionNames);
                return openDataSource(source, first, databaseName, product, databaseOpener);
            } catch (SQLException | RuntimeException | Error e) {
                databaseOpener.abort();
                throw e;
            }
        } catch (SQLException e) {
            throw failedToOpen(databaseName, "", embedded, codes, e);
        }
    }

    private JdbcStore openDataSource(
            ConnectionSource source,
            Connection first,
            String databaseName,
            DatabaseProduct product,
            DatabaseOpener databaseOpener)
            throws SQLException {
        ConnectionTimeLimits limits = limits(product, databaseName);
        try {
            boolean autoCommit = first.getAutoCommit();
            first.setAutoCommit(true);
            Dialect dialect = migrate(first, databaseName, product, databaseOpener, source::dedicated, limits);
            // The connection returns to the pool in any case.
            boolean unused = databaseOpener.afterMigration(first);
            first.setAutoCommit(autoCommit);
            return assemble(product, databaseOpener, dialect, source, databaseName, source::dedicated, limits);
        } catch (SQLException | RuntimeException | Error e) {
            limits.close();
            throw e;
        }
    }

    private ConnectionTimeLimits limits(DatabaseProduct product, String databaseName) {
        return product.embedded()
                ? ConnectionTimeLimits.forInProcess(timeouts)
                : ConnectionTimeLimits.forServer(timeouts, databaseName);
    }

    /** Schema of a database before the migration. */
    private record FoundSchema(Dialect dialect, SchemaMigrator migrator, int version) {}

    /** Migrates the schema. Reading the version has a time limit; the migration has none. */
    private Dialect migrate(
            Connection first,
            String databaseName,
            DatabaseProduct product,
            DatabaseOpener databaseOpener,
            DatabaseOpener.Connections opener,
            ConnectionTimeLimits limits)
            throws SQLException {
        FoundSchema schema = limits.withDeadline(
                limits.deadline(),
                first,
                connection -> inspect(connection, databaseName, product, databaseOpener, opener));
        if (schema.version() != SchemaMigrator.VERSION) {
            long begunNanos = System.nanoTime();
            NonTransactionalCall.removeTimeLimit();
            ConnectionTimeLimits.withNetworkTimeout(first, 0, connection -> {
                schema.migrator().migrate(connection, schema.version());
                return true;
            });
            CallTimeBudget.excludeSince(begunNanos);
        }
        return schema.dialect();
    }

    private FoundSchema inspect(
            Connection first,
            String databaseName,
            DatabaseProduct product,
            DatabaseOpener databaseOpener,
            DatabaseOpener.Connections opener)
            throws SQLException {
        if (products.forProductName(first.getMetaData().getDatabaseProductName(), databaseName) != product) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName + " cannot be used: the URL is not a URL of "
                            + first.getMetaData().getDatabaseProductName(),
                    null);
        }
        Dialect dialect = databaseOpener.onFirstConnection(first, opener);
        if (first.isReadOnly()) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName + " is read-only. Connect to the primary, or make the database writable",
                    null);
        }
        long lockMillis = TimeUnit.NANOSECONDS.toMillis(
                CallTimeBudget.remaining(TimeUnit.MILLISECONDS.toNanos(timeouts.storeTimeoutMillis())));
        SchemaMigrator migrator = new SchemaMigrator(dialect, databaseName, Math.max(1, lockMillis));
        int version = migrator.readVersion(first);
        if (!mayCreate && version == 0) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    databaseName
                            + " has no store: this user sees no tables of Restante there. Check the URL,"
                            + " or create a store with the option createStore",
                    null);
        }
        return new FoundSchema(dialect, migrator, version);
    }

    private JdbcStore assemble(
            DatabaseProduct product,
            DatabaseOpener databaseOpener,
            Dialect dialect,
            ConnectionSource source,
            String databaseName,
            DatabaseOpener.Connections opener,
            ConnectionTimeLimits limits) {
        Database database = new Database(dialect, source, databaseName, limits, databaseOpener::maintenance);
        Runnable close = () -> {
            database.close();
            databaseOpener.close(opener);
        };
        return new JdbcStore(
                product,
                database,
                databaseOpener.databasePath(),
                product.embedded() ? () -> closeInTime(close, databaseName) : close);
    }

    /**
     * Closes a database in this process. If its disk does not answer in time, the close goes on in the background
     * (RCV-19). No confirmed message depends on it, and the store stays locked until it has ended.
     */
    private void closeInTime(Runnable close, String databaseName) {
        CompletableFuture<@Nullable Void> ended =
                CompletableFuture.runAsync(close, work -> new WorkerThread(work, "restante-close").start());
        long limitMillis = timeouts.maxWaitMillis();
        if (!Uninterruptibles.awaitEnd(ended, TimeUnit.MILLISECONDS.toNanos(limitMillis))) {
            LOGGER.warn(
                    "{} has not been closed within {} ms. The close goes on in the background, and the store stays"
                            + " locked until it has ended. Check that the disk answers.",
                    databaseName,
                    limitMillis);
            return;
        }
        try {
            ended.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof StoreException failure) {
                throw failure;
            }
            throw new StoreException(
                    StoreFailureKind.FATAL, databaseName + " cannot be closed: " + e.getCause(), e.getCause());
        }
    }

    private Driver requiredDriver(String url, String databaseName) {
        try {
            return JdbcDriver.find(url);
        } catch (SQLException e) {
            throw new StoreException(
                    StoreFailureKind.FATAL,
                    "No JDBC driver accepts " + databaseName + ". " + products.missingDriverHint(url),
                    e);
        }
    }

    /**
     * Returns the exception for a database that cannot be opened.
     *
     * @param user the user of the failed login; empty if the URL or the DataSource contains the user
     */
    private static StoreException failedToOpen(
            String databaseName, String user, boolean embedded, FailureCodes codes, SQLException failure) {
        if (LoginRejection.isCauseOf(failure)) {
            return new CredentialsRejectedException(
                    databaseName + " cannot be opened: the database rejects "
                            + (user.isEmpty()
                                    ? "the user or password"
                                    : "user " + DisplayText.quote(user) + " or the password")
                            + ". Correct the user and"
                            + " password of the factory or its DataSource.",
                    failure);
        }
        SqlFailureClassifier failureClassifier = new SqlFailureClassifier(codes);
        StoreException read = failureClassifier.toStoreException(databaseName + " cannot be opened", failure);
        if (!failureClassifier.remedy(failure).isEmpty()) {
            return read;
        }
        String remedy =
                switch (read.kind()) {
                    case UNAVAILABLE ->
                        embedded
                                ? ". Check that the disk is not full and that the directory is writable"
                                : ". Check the address, and check that the database is running"
                                        + certificateHint(databaseName);
                    case TRANSIENT -> ". Try again";
                    case CONSTRAINT, OUTCOME_UNKNOWN, PROTECTED, FENCED, DAMAGED, FATAL, CLOSED ->
                        ". Check the user, the password and the permissions, and"
                                + " check that the files are undamaged and writable";
                };
        return new StoreException(read.kind(), read.getMessage() + remedy, failure);
    }

    /**
     * Returns a hint about certificates for a URL with TLS, because drivers report an untrusted certificate in
     * different ways.
     */
    private static String certificateHint(String databaseName) {
        return databaseName.toLowerCase(Locale.ROOT).contains("ssl")
                ? ". If the failure concerns a certificate, see " + DocumentationPages.TLS
                        + " for the options of trusted certificates"
                : "";
    }
}
