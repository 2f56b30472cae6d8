package dev.restante.store.jdbc;

import dev.restante.model.CallBound;
import dev.restante.store.CredentialsRefusedException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.connect.ConnectionSource;
import dev.restante.store.jdbc.connect.GivenPool;
import dev.restante.store.jdbc.connect.GivenSource;
import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.connect.OutsideCall;
import dev.restante.store.jdbc.connect.OutsideThreads;
import dev.restante.store.jdbc.connect.PooledSource;
import dev.restante.store.jdbc.connect.RefusedLogin;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.connect.UrlPorts;
import dev.restante.store.jdbc.connect.UrlSecrets;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.database.StoreFailures;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.product.DatabaseOpening;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * The opening of stores: checks that a database can be used, says what is wrong if not, brings its schema up to date
 * and puts the parts of the store together.
 */
public final class StoreOpening {

    private final DatabaseProducts products;
    private final boolean mayCreate;
    private final boolean givesWay;
    private final StoreTimeouts timeouts;

    private StoreOpening(DatabaseProducts products, boolean mayCreate, boolean givesWay, StoreTimeouts timeouts) {
        this.products = products;
        this.mayCreate = mayCreate;
        this.givesWay = givesWay;
        this.timeouts = timeouts;
    }

    /**
     * Opens a database and brings its schema up to date.
     *
     * @throws StoreException if it can't be used; the text names the database, the reason and the remedy
     */
    public static JdbcStore open(StoreLocation location) {
        return open(location, true, StoreTimeouts.DEFAULT);
    }

    /**
     * Opens a database, as {@link #open(StoreLocation)} does.
     *
     * @param mayCreate whether it may have no store yet, and then gets one; if not, that is refused and nothing is left
     *     behind
     * @param timeouts for how long the database may keep anybody waiting
     */
    public static JdbcStore open(StoreLocation location, boolean mayCreate, StoreTimeouts timeouts) {
        return open(location, mayCreate, false, timeouts);
    }

    /**
     * Opens a database, as {@link #open(StoreLocation, boolean, StoreTimeouts)} does.
     *
     * @param givesWay whether an embedded one is given up as soon as an application wants it, which others are told
     */
    public static JdbcStore open(StoreLocation location, boolean mayCreate, boolean givesWay, StoreTimeouts timeouts) {
        return new StoreOpening(new DatabaseProducts(), mayCreate, givesWay, timeouts).openLocation(location);
    }

    /** With an HSQLDB that tests have tuned. */
    static JdbcStore open(StoreLocation location, HsqldbProduct hsqldb, StoreTimeouts timeouts) {
        return new StoreOpening(new DatabaseProducts(hsqldb), true, false, timeouts).openLocation(location);
    }

    private JdbcStore openLocation(StoreLocation location) {
        return location instanceof StoreLocation.Given given
                ? openGiven(given.dataSource())
                : openUrl((StoreLocation.Url) location);
    }

    private JdbcStore openUrl(StoreLocation.Url location) {
        String where = UrlSecrets.without(location.url());
        try {
            UrlPorts.check(location.url());
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.FATAL, where + " can't be opened: " + e.getMessage(), e);
        }
        Driver driver = requiredDriver(location.url(), where);
        DatabaseProduct product = products.ofUrl(location.url());
        DatabaseOpening opening =
                product.open(new DatabaseOpening.Request(location.url(), where, mayCreate, false, givesWay, timeouts));
        try {
            return openUrl(location, driver, where, product, opening);
        } catch (RuntimeException | Error e) {
            opening.abandon();
            throw e;
        }
    }

    private JdbcStore openUrl(
            StoreLocation.Url location, Driver found, String where, DatabaseProduct product, DatabaseOpening opening) {
        Properties properties = new Properties();
        properties.setProperty("user", location.user());
        properties.setProperty("password", location.password());
        opening.configure(properties);
        JdbcDriver driver = new JdbcDriver(found, opening.url());
        DatabaseOpening.Connections others = () -> opening.connect(driver, properties);
        try {
            opening.prepare(driver, properties);
            long begunNanos = System.nanoTime();
            Connection first = others.open();
            if (product.embedded()) {
                // It has read its files, which takes as long as it needs.
                CallBound.leaveOut(begunNanos);
            }
            ConnectionLimits limits = limits(product, where);
            try {
                Dialect dialect = migrate(first, where, product, opening, others, limits);
                boolean kept = opening.migrated(first);
                if (!kept) {
                    first.close();
                }
                ConnectionSource source = new PooledSource(
                        driver,
                        properties,
                        others::open,
                        timeouts,
                        !product.embedded(),
                        dialect.connectionSettings(timeouts.lockMillis()),
                        kept ? first : null);
                return assemble(product, opening, dialect, source, where, others, limits);
            } catch (SQLException | RuntimeException | Error e) {
                limits.close();
                first.close();
                throw e;
            }
        } catch (SQLException e) {
            throw failedToOpen(where, product.embedded(), product.failureCodes(), e);
        }
    }

    private JdbcStore openGiven(DataSource dataSource) {
        OutsideThreads threads = new OutsideThreads(timeouts);
        try {
            GivenPool pool = threads.call(() -> new GivenPool(dataSource));
            Connection first = threads.call(() -> connection(pool));
            return threads.call(() -> openGiven(pool, first, threads), JdbcStore::close);
        } catch (SQLException e) {
            threads.close();
            throw failedToOpen(describe(dataSource), false, FailureCodes.NONE, e);
        } catch (RuntimeException | Error e) {
            threads.close();
            throw e;
        } catch (Exception e) {
            throw new AssertionError("opening throws nothing else", e);
        }
    }

    private static String describe(DataSource dataSource) {
        return "the given data source " + dataSource.getClass().getName();
    }

    /** One that comes when nobody waits for it any more goes back. */
    private static Connection connection(GivenPool pool) throws SQLException {
        Connection connection = pool.connection();
        try {
            OutsideCall.aboutToCommit();
        } catch (StoreException late) {
            connection.close();
            throw late;
        }
        return connection;
    }

    private JdbcStore openGiven(GivenPool pool, Connection connection, OutsideThreads threads) throws SQLException {
        try (connection) {
            return ConnectionLimits.limited(
                    connection, timeouts.silenceMillis(), first -> openGivenBy(pool, first, threads));
        }
    }

    private JdbcStore openGivenBy(GivenPool pool, Connection first, OutsideThreads threads) {
        String where = "the given data source";
        FailureCodes codes = FailureCodes.NONE;
        boolean embedded = false;
        try {
            String url = first.getMetaData().getURL();
            where = UrlSecrets.without(url);
            DatabaseProduct product = products.named(first.getMetaData().getDatabaseProductName(), where);
            codes = product.failureCodes();
            embedded = product.embedded();
            DatabaseOpening opening =
                    product.open(new DatabaseOpening.Request(url, where, mayCreate, true, givesWay, timeouts));
            try {
                ConnectionSource source = new GivenSource(
                        pool, threads, timeouts, !product.embedded(), opening::check, opening::keepsNames);
                return openGiven(source, first, where, product, opening);
            } catch (SQLException | RuntimeException | Error e) {
                opening.abandon();
                throw e;
            }
        } catch (SQLException e) {
            throw failedToOpen(where, embedded, codes, e);
        }
    }

    private JdbcStore openGiven(
            ConnectionSource source, Connection first, String where, DatabaseProduct product, DatabaseOpening opening)
            throws SQLException {
        ConnectionLimits limits = limits(product, where);
        try {
            boolean autoCommit = first.getAutoCommit();
            first.setAutoCommit(true);
            Dialect dialect = migrate(first, where, product, opening, source::dedicated, limits);
            // A connection that must not be used any longer goes back, too.
            boolean unused = opening.migrated(first);
            first.setAutoCommit(autoCommit);
            return assemble(product, opening, dialect, source, where, source::dedicated, limits);
        } catch (SQLException | RuntimeException | Error e) {
            limits.close();
            throw e;
        }
    }

    private ConnectionLimits limits(DatabaseProduct product, String where) {
        return product.embedded() ? ConnectionLimits.local(timeouts) : ConnectionLimits.remote(timeouts, where);
    }

    /** The schema of a database as it was found. */
    private record Found(Dialect dialect, SchemaMigrator migrator, int version) {}

    /** Brings the schema up to date. The look at it is bounded; the migration takes as long as it needs. */
    private Dialect migrate(
            Connection first,
            String where,
            DatabaseProduct product,
            DatabaseOpening opening,
            DatabaseOpening.Connections others,
            ConnectionLimits limits)
            throws SQLException {
        Found found = limits.within(limits.deadline(), first, given -> look(given, where, product, opening, others));
        if (found.version() != SchemaMigrator.VERSION) {
            long begunNanos = System.nanoTime();
            OutsideCall.takesItsTime();
            ConnectionLimits.limited(first, 0, patient -> {
                found.migrator().migrate(patient, found.version());
                return true;
            });
            CallBound.leaveOut(begunNanos);
        }
        return found.dialect();
    }

    private Found look(
            Connection first,
            String where,
            DatabaseProduct product,
            DatabaseOpening opening,
            DatabaseOpening.Connections others)
            throws SQLException {
        if (products.named(first.getMetaData().getDatabaseProductName(), where) != product) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " can't be used: the URL is not one of "
                            + first.getMetaData().getDatabaseProductName(),
                    null);
        }
        Dialect dialect = opening.connected(first, others);
        if (first.isReadOnly()) {
            throw new StoreException(
                    Kind.FATAL,
                    where + " is read-only; Restante writes, so open it for writing or choose the primary",
                    null);
        }
        long lockMillis =
                TimeUnit.NANOSECONDS.toMillis(CallBound.left(TimeUnit.MILLISECONDS.toNanos(timeouts.storeMillis())));
        SchemaMigrator migrator = new SchemaMigrator(dialect, where, Math.max(1, lockMillis));
        int version = migrator.found(first);
        if (!mayCreate && version == 0) {
            throw new StoreException(
                    Kind.FATAL,
                    where
                            + " has no store: there are no tables of Restante that this user sees. Is it the right database?"
                            + " The option createStore makes a new store",
                    null);
        }
        return new Found(dialect, migrator, version);
    }

    private JdbcStore assemble(
            DatabaseProduct product,
            DatabaseOpening opening,
            Dialect dialect,
            ConnectionSource source,
            String where,
            DatabaseOpening.Connections others,
            ConnectionLimits limits) {
        Database database = new Database(dialect, source, where, limits, opening::upkeep);
        return new JdbcStore(product, database, opening.files(), () -> {
            database.close();
            opening.close(others);
        });
    }

    private Driver requiredDriver(String url, String where) {
        try {
            return JdbcDriver.find(url);
        } catch (SQLException e) {
            throw new StoreException(Kind.FATAL, "no JDBC driver accepts " + where + "; " + products.remedy(url), e);
        }
    }

    private static StoreException failedToOpen(
            String where, boolean embedded, FailureCodes codes, SQLException failure) {
        if (RefusedLogin.isIn(failure)) {
            return new CredentialsRefusedException(where + " can't be opened: it rejects user or password", failure);
        }
        StoreFailures failures = new StoreFailures(codes);
        StoreException read = failures.of(where + " can't be opened", failure);
        if (!failures.remedy(failure).isEmpty()) {
            return read;
        }
        String remedy =
                switch (read.kind()) {
                    case UNAVAILABLE ->
                        embedded
                                ? "; is the disk full or the folder not writable?"
                                : "; is the address right, and is the database running?" + ofCertificates(where);
                    case TRANSIENT -> "; try again";
                    case CONSTRAINT, OUTCOME_UNKNOWN, PROTECTED, FENCED, DAMAGED, FATAL, CLOSED ->
                        "; check user, password and rights, and that the files are whole and writable";
                };
        return new StoreException(read.kind(), read.getMessage() + remedy, failure);
    }

    /** Drivers don't tell in one way that they don't trust a server. */
    private static String ofCertificates(String where) {
        return where.toLowerCase(Locale.ROOT).contains("ssl")
                ? " If it is about a certificate: docs/databases.md shows how to say which one is expected"
                : "";
    }
}
