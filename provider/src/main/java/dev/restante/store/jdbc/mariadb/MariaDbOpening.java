package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.mariadb.galera.AgreedWriter;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import dev.restante.store.jdbc.product.DatabaseOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The opening of a database on a MariaDB server, or on a cluster of them. */
final class MariaDbOpening implements DatabaseOpening {

    private static final Logger LOGGER = LoggerFactory.getLogger(MariaDbOpening.class);

    /** Of the silence, so much each of several servers has to accept a connection. */
    private static final int CONNECTS_PER_SILENCE = 4;

    private static final long LEAST_CONNECT_MILLIS = 1_000;

    private final Request database;

    /** Null until it is known that there is a cluster. */
    private volatile @Nullable AgreedWriter writer;

    /** Set once it is known that there is no cluster. */
    private volatile boolean alone;

    /** Set once the cluster has a store: connections lead to its writer then. */
    private volatile boolean agreed;

    /** Those of our own. */
    private List<AgreedWriter.Server> servers = List.of();

    MariaDbOpening(Request database) {
        this.database = database;
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public void configure(Properties properties) {
        String silence =
                String.valueOf(TimeUnit.SECONDS.toMillis(database.timeouts().silenceSeconds()));
        properties.setProperty("connectTimeout", silence);
        properties.setProperty("socketTimeout", silence);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("transactionIsolation", "READ-COMMITTED");
        // Statements stay prepared in the server, and what they carry is not turned into text.
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("allowLocalInfile", "false");
        properties.setProperty("connectionAttributes", "program_name:restante");
    }

    @Override
    public void prepare(JdbcDriver driver, Properties properties) {
        List<String> urls = ServerUrls.of(driver.url());
        Properties quick = new Properties();
        quick.putAll(properties);
        if (urls.size() > 1) {
            long millis = Math.max(LEAST_CONNECT_MILLIS, database.timeouts().silenceMillis() / CONNECTS_PER_SILENCE);
            quick.setProperty("connectTimeout", String.valueOf(millis));
        }
        servers = urls.stream()
                .map(url -> new JdbcDriver(driver.driver(), url))
                .<AgreedWriter.Server>map(server -> () -> server.connect(quick))
                .toList();
    }

    @Override
    public Connection connect(JdbcDriver driver, Properties properties) throws SQLException {
        AgreedWriter known = writer;
        if (known != null && agreed) {
            return known.connect();
        }
        return servers.size() > 1 && !alone ? ready(driver, properties) : driver.connect(properties);
    }

    /** A connection to a server of a cluster that takes statements; to what the driver chooses if there is none. */
    private Connection ready(JdbcDriver driver, Properties properties) throws SQLException {
        for (AgreedWriter.Server server : servers) {
            try {
                Connection connection = server.connect();
                GaleraSession session = new GaleraSession(connection);
                boolean cluster = session.isInCluster();
                if (cluster && session.isReady()) {
                    return connection;
                }
                connection.close();
                if (!cluster) {
                    break;
                }
            } catch (SQLException e) {
                LOGGER.debug("{}: one of its servers can't be reached", database.where(), e);
            }
        }
        return driver.connect(properties);
    }

    @Override
    public void check(Connection given) throws SQLException {
        AgreedWriter known = writer;
        if (known != null && agreed) {
            known.check(given);
        }
    }

    @Override
    public Dialect connected(Connection first, Connections others) throws SQLException {
        ServerCheck.check(first, database.where());
        GaleraSession session = new GaleraSession(first);
        alone = !session.isInCluster();
        if (!alone) {
            session.require(database.where());
            writer = new AgreedWriter(
                    servers, database.where(), database.timeouts().silenceMillis());
        }
        return new MariaDbDialect(database.given(), ServerCheck.mostBytesAtOnce(first, database.where()), writer);
    }

    @Override
    public boolean migrated(Connection first) throws SQLException {
        ServerCheck.requireCounts(first, database.where(), "useBulkStmts and useAffectedRows");
        agreed = writer != null;
        return !agreed;
    }

    @Override
    public Upkeep upkeep(Database opened) {
        return Upkeep.none(opened.dialect());
    }

    @Override
    public void close(Connections others) {}

    @Override
    public void abandon() {}
}
