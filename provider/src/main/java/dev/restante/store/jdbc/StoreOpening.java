package dev.restante.store.jdbc;

import dev.restante.store.CredentialsRefusedException;
import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.dialect.Dialect;
import dev.restante.store.jdbc.dialect.HsqldbDialect;
import dev.restante.store.jdbc.dialect.PostgresDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens databases: checks that they can be used, says what is wrong if not, and puts the parts of a store together. */
final class StoreOpening {

    private static final int POSTGRES_PIPELINES = 2;
    private static final int POOL_SIZE = 8;
    private static final String PREPARE_THRESHOLD = "prepareThreshold";
    private static final Logger LOGGER = LoggerFactory.getLogger(StoreOpening.class);

    private final StoreTuning tuning;
    private final boolean mayCreate;
    private final StoreTimeouts timeouts;
    private final Disk disk;

    /** @param disk where HSQLDB's log is written */
    StoreOpening(StoreTuning tuning, boolean mayCreate, StoreTimeouts timeouts, Disk disk) {
        this.tuning = tuning;
        this.mayCreate = mayCreate;
        this.timeouts = timeouts;
        this.disk = disk;
    }

    JdbcStore open(StoreLocation location) {
        return location instanceof StoreLocation.Given given
                ? openGiven(given.dataSource())
                : openUrl((StoreLocation.Url) location);
    }

    private JdbcStore openUrl(StoreLocation.Url location) {
        String where = UrlText.withoutSecrets(location.url());
        Driver driver = requiredDriver(location.url(), where);
        requireInProcess(location.url(), where);
        if (!mayCreate) {
            requireFiles(location.url(), where);
        }
        EmbeddedClaim claim = EmbeddedClaim.on(location.url());
        boolean openBefore = HsqldbProcess.isOpen(location.url());
        try {
            return openUrl(location, driver, where, claim, openBefore);
        } catch (RuntimeException | Error e) {
            // The claim goes last: whoever has it next must find the files closed.
            if (!openBefore) {
                HsqldbProcess.abandon(location.url());
            }
            claim.close();
            throw e;
        }
    }

    /** Before the claim, which makes folders. */
    private static void requireFiles(String url, String where) {
        Optional<Path> database = UrlText.hsqldbPath(url);
        if (database.isPresent()
                && !Files.exists(Path.of(database.get() + ".properties"))
                && !Files.exists(Path.of(database.get() + ".properties.new"))
                && !Files.exists(Path.of(database.get() + ".script"))) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " has no store: there is no file " + database.get()
                            + ".properties. Is the path right? The option createStore makes a new store",
                    null);
        }
    }

    private static void requireInProcess(String url, String where) {
        if (UrlText.isHsqldb(url) && !UrlText.isHsqldbInProcess(url)) {
            throw new StoreException(
                    Kind.FATAL,
                    where
                            + " is not supported: HSQLDB is used inside the process (jdbc:hsqldb:file: or jdbc:hsqldb:mem:);"
                            + " for a database server use PostgreSQL",
                    null);
        }
    }

    private JdbcStore openUrl(
            StoreLocation.Url location, Driver found, String where, EmbeddedClaim claim, boolean openBefore) {
        boolean hsqldb = UrlText.isHsqldb(location.url());
        String url = hsqldb ? HsqldbSettings.completed(location.url()) : location.url();
        Properties properties = properties(location, hsqldb);
        JdbcDriver driver = new JdbcDriver(found, url);
        // A database that the application has opened is left as it is: it may also be opened without us after a crash.
        EmbeddedOpening embedded = openBefore ? null : EmbeddedOpening.of(location.url(), where, disk);
        if (embedded != null) {
            embedded.makeReady();
        }
        boolean pooled = !hsqldb && isPooled(driver, properties, where);
        try (Connection first = driver.connect(properties)) {
            HsqldbFiles files = embedded == null ? null : embedded.takeOver(first);
            Dialect dialect = prepare(first, pooled, where);
            if (hsqldb) {
                HsqldbSettings.apply(first);
            }
            if (files != null) {
                EmbeddedOpening.requireWritable(files, where);
            }
            ConnectionSource source = ConnectionSource.of(
                    driver,
                    properties,
                    POOL_SIZE,
                    timeouts,
                    !hsqldb,
                    dialect.connectionSettings(timeouts.lockMillis()));
            Database database = new Database(
                    dialect, source, where, limits(dialect, where), self -> upkeep(self, location.url(), files));
            return assemble(database, () -> {
                database.close();
                if (hsqldb && !openBefore) {
                    shutDown(driver, properties, where);
                }
                claim.close();
            });
        } catch (SQLException e) {
            throw failedToOpen(where, e);
        }
    }

    /** Whether a pooler shares sessions; the connections of such a one prepare nothing from then on. */
    private static boolean isPooled(JdbcDriver driver, Properties properties, String where) {
        Properties preparing = new Properties();
        preparing.putAll(properties);
        preparing.setProperty(PREPARE_THRESHOLD, "0");
        try (Connection first = driver.connect(preparing)) {
            boolean pooled = PoolerCheck.sharesSessions(first, () -> driver.connect(preparing));
            if (pooled) {
                PoolerCheck.requireNothingPrepared(first, where);
                properties.setProperty(PREPARE_THRESHOLD, "0");
                LOGGER.info(
                        "{} is a pooler that gives each transaction to another session: nothing is kept in sessions, and what other nodes send is found by asking",
                        where);
            }
            return pooled;
        } catch (SQLException e) {
            throw failedToOpen(where, e);
        }
    }

    private JdbcStore openGiven(DataSource dataSource) {
        OutsideThreads threads = new OutsideThreads(timeouts);
        try {
            Connection first = threads.call(() -> connection(dataSource));
            return threads.callHoweverLong(() -> openGiven(dataSource, first, threads));
        } catch (SQLException e) {
            threads.close();
            throw failedToOpen("the given data source " + dataSource.getClass().getName(), e);
        } catch (RuntimeException | Error e) {
            threads.close();
            throw e;
        } catch (Exception e) {
            throw new AssertionError("opening throws nothing else", e);
        }
    }

    /** One that comes when nobody waits for it any more goes back. */
    private static Connection connection(DataSource dataSource) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            OutsideThreads.aboutToCommit();
        } catch (StoreException late) {
            connection.close();
            throw late;
        }
        return connection;
    }

    private JdbcStore openGiven(DataSource dataSource, Connection connection, OutsideThreads threads)
            throws SQLException {
        try (connection) {
            return ConnectionLimits.limited(
                    connection, timeouts.silenceMillis(), first -> openGivenBy(dataSource, first, threads));
        }
    }

    private JdbcStore openGivenBy(DataSource dataSource, Connection first, OutsideThreads threads) {
        String where = "the given data source " + dataSource.getClass().getName();
        try {
            String url = first.getMetaData().getURL();
            where = UrlText.withoutSecrets(url);
            requireInProcess(url, where);
            EmbeddedClaim claim = EmbeddedClaim.on(url);
            try {
                ConnectionSource source = ConnectionSource.of(dataSource, threads, timeouts, !UrlText.isHsqldb(url));
                return openGiven(source, first, url, where, claim);
            } catch (SQLException | RuntimeException | Error e) {
                claim.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failedToOpen(where, e);
        }
    }

    private JdbcStore openGiven(
            ConnectionSource source, Connection first, String url, String where, EmbeddedClaim claim)
            throws SQLException {
        boolean autoCommit = first.getAutoCommit();
        first.setAutoCommit(true);
        boolean pooled = !UrlText.isHsqldb(url) && PoolerCheck.sharesSessions(first, source::dedicated);
        if (pooled) {
            PoolerCheck.requireNothingPrepared(first, where);
        }
        Dialect dialect = prepare(first, pooled, where);
        if (dialect instanceof HsqldbDialect) {
            HsqldbSettings.require(first, where);
        }
        first.setAutoCommit(autoCommit);
        Database database =
                new Database(dialect, source, where, limits(dialect, where), self -> upkeep(self, url, null));
        return assemble(database, () -> {
            database.close();
            claim.close();
        });
    }

    private Dialect prepare(Connection connection, boolean pooled, String where) throws SQLException {
        Dialect dialect;
        try {
            Dialect product = Dialect.ofProduct(connection.getMetaData().getDatabaseProductName());
            dialect = pooled ? new PostgresDialect(true) : product;
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.FATAL, where + " can't be used: " + e.getMessage(), e);
        }
        if (connection.isReadOnly()) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " is read-only; Restante writes, so open it for writing or choose the primary",
                    null);
        }
        SchemaMigrator migrator = new SchemaMigrator(dialect, where, timeouts.storeMillis());
        if (!mayCreate && migrator.isMissing(connection)) {
            throw new StoreException(
                    Kind.FATAL,
                    where
                            + " has no store: there are no tables of Restante that this user sees. Is it the right database?"
                            + " The option createStore makes a new store",
                    null);
        }
        if (dialect instanceof HsqldbDialect) {
            migrator.migrate(connection);
        } else {
            ConnectionLimits.limited(connection, 0, patient -> {
                migrator.migrate(patient);
                return true;
            });
        }
        return dialect;
    }

    private ConnectionLimits limits(Dialect dialect, String where) {
        return dialect instanceof HsqldbDialect
                ? ConnectionLimits.local(timeouts)
                : ConnectionLimits.remote(timeouts, where);
    }

    private Upkeep upkeep(Database database, String url, @Nullable HsqldbFiles files) {
        return UrlText.hsqldbPath(url)
                .<Upkeep>map(path -> new HsqldbUpkeep(database, path, files, tuning))
                .orElse(Upkeep.NONE);
    }

    private static JdbcStore assemble(Database database, Runnable onClose) {
        boolean exclusive = database.dialect() instanceof HsqldbDialect;
        Store.Traits traits = new Store.Traits(database.where(), exclusive, exclusive ? 1 : POSTGRES_PIPELINES);
        if (exclusive) {
            return new JdbcStore(database, traits, Signals.NONE, onClose);
        }
        if (!database.dialect().keepsSessions()) {
            return new JdbcStore(database, traits, Signals.NONE, onClose);
        }
        PostgresSignals signals = new PostgresSignals(database);
        return new JdbcStore(database, traits, signals, () -> {
            signals.close();
            onClose.run();
        });
    }

    /** What the URL says comes before these. */
    private Properties properties(StoreLocation.Url location, boolean hsqldb) {
        Properties properties = new Properties();
        properties.setProperty("user", location.user());
        properties.setProperty("password", location.password());
        if (!hsqldb) {
            properties.setProperty("ApplicationName", "restante");
            properties.setProperty("tcpKeepAlive", "true");
            String silence = String.valueOf(timeouts.silenceSeconds());
            properties.setProperty("connectTimeout", silence);
            properties.setProperty("loginTimeout", silence);
            properties.setProperty("socketTimeout", silence);
        }
        return properties;
    }

    private static Driver requiredDriver(String url, String where) {
        try {
            return JdbcDriver.find(url);
        } catch (SQLException e) {
            String remedy = url.startsWith("jdbc:postgresql:")
                    ? "put org.postgresql:postgresql on the class path"
                    : "use a URL that begins with jdbc:hsqldb:file: or jdbc:postgresql:, and put its driver on the class path";
            throw new StoreException(Kind.FATAL, "no JDBC driver accepts " + where + "; " + remedy, e);
        }
    }

    private static void shutDown(JdbcDriver driver, Properties properties, String where) {
        try (Connection connection = driver.connect(properties);
                Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw StoreFailures.of(where + " can't be shut down", e);
        }
    }

    private static StoreException failedToOpen(String where, SQLException failure) {
        if (StoreFailures.credentialsRefused(failure)) {
            return new CredentialsRefusedException(where + " can't be opened: it rejects user or password", failure);
        }
        StoreException read = StoreFailures.of(where + " can't be opened", failure);
        String remedy =
                switch (read.kind()) {
                    case UNAVAILABLE -> "; is the address right, and is the database running?";
                    case TRANSIENT -> "; try again";
                    case CONSTRAINT, OUTCOME_UNKNOWN, FENCED, FATAL, CLOSED ->
                        "; check user, password and rights, and that the files are whole and writable";
                };
        return new StoreException(read.kind(), read.getMessage() + remedy, failure);
    }
}
