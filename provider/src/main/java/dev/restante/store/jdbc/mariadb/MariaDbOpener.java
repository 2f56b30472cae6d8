package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import dev.restante.store.jdbc.mariadb.galera.WriterServerConnector;
import dev.restante.store.jdbc.product.DatabaseOpener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opener of a database on a MariaDB server or Galera cluster, which sets driver options, chooses a server and checks
 * its settings.
 */
final class MariaDbOpener implements DatabaseOpener {

    private static final Logger LOGGER = LoggerFactory.getLogger(MariaDbOpener.class);

    /** Divisor of the network timeout that gives the connect timeout of each of several servers. */
    private static final int CONNECTS_PER_NETWORK_TIMEOUT = 4;

    private static final long MIN_CONNECT_MILLIS = 1_000;

    private final OpenRequest request;

    /** Connector of a cluster, or null before a cluster is found. */
    private volatile @Nullable WriterServerConnector writerConnector;

    /** True once it is known that there is no cluster. */
    private volatile boolean singleServer;

    /** True once the cluster has a store; connections then lead to its designated writer. */
    private volatile boolean writerDesignated;

    private List<WriterServerConnector.Server> servers = List.of();

    MariaDbOpener(OpenRequest request) {
        this.request = request;
    }

    @Override
    public String url() {
        return request.url();
    }

    @Override
    public void addConnectionProperties(Properties properties) {
        String networkTimeout =
                String.valueOf(TimeUnit.SECONDS.toMillis(request.timeouts().networkTimeoutSeconds()));
        properties.setProperty("connectTimeout", networkTimeout);
        properties.setProperty("socketTimeout", networkTimeout);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("transactionIsolation", "READ-COMMITTED");
        // Statements stay prepared in the server, and parameters are not converted to text.
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("allowLocalInfile", "false");
        properties.setProperty("connectionAttributes", "program_name:restante");
    }

    @Override
    public void beforeFirstConnection(JdbcDriver driver, Properties properties) {
        List<String> urls = ServerUrls.of(driver.url());
        Properties quick = new Properties();
        quick.putAll(properties);
        if (urls.size() > 1) {
            long millis = Math.max(
                    MIN_CONNECT_MILLIS, request.timeouts().networkTimeoutMillis() / CONNECTS_PER_NETWORK_TIMEOUT);
            quick.setProperty("connectTimeout", String.valueOf(millis));
        }
        servers = urls.stream()
                .map(url -> new JdbcDriver(driver.driver(), url))
                .<WriterServerConnector.Server>map(server -> () -> server.connect(quick))
                .toList();
    }

    @Override
    public Connection connect(JdbcDriver driver, Properties properties) throws SQLException {
        WriterServerConnector connector = writerConnector;
        if (connector != null && writerDesignated) {
            return connector.connect();
        }
        return servers.size() > 1 && !singleServer
                ? connectToReadyServer(driver, properties)
                : driver.connect(properties);
    }

    /**
     * Connects to a cluster server that accepts statements, or to the server that the driver chooses if there is none.
     */
    private Connection connectToReadyServer(JdbcDriver driver, Properties properties) throws SQLException {
        for (WriterServerConnector.Server server : servers) {
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
                LOGGER.debug("{}: a server of the URL cannot be reached", request.databaseName(), e);
            }
        }
        return driver.connect(properties);
    }

    @Override
    public void checkBorrowed(Connection connection) throws SQLException {
        WriterServerConnector connector = writerConnector;
        if (connector != null && writerDesignated) {
            connector.checkBorrowed(connection);
        }
    }

    @Override
    public Dialect onFirstConnection(Connection first, Connections opener) throws SQLException {
        ServerCheck.requireSupported(first, request.databaseName());
        GaleraSession session = new GaleraSession(first);
        singleServer = !session.isInCluster();
        if (!singleServer) {
            session.require(request.databaseName());
            writerConnector = new WriterServerConnector(
                    servers, request.databaseName(), request.timeouts().networkTimeoutMillis());
        }
        return new MariaDbDialect(
                request.fromApplication(), ServerCheck.maxPacketBytes(first, request.databaseName()), writerConnector);
    }

    @Override
    public boolean afterMigration(Connection first) throws SQLException {
        ServerCheck.requireUpdateCounts(first, request.databaseName(), "useBulkStmts and useAffectedRows");
        writerDesignated = writerConnector != null;
        return !writerDesignated;
    }
}
