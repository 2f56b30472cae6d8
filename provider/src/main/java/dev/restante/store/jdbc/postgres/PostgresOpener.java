package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.product.DatabaseOpener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opener of a database on a PostgreSQL server, which checks the server's settings and detects a transaction-mode
 * pooler.
 */
final class PostgresOpener implements DatabaseOpener {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresOpener.class);
    private static final String PREPARE_THRESHOLD = "prepareThreshold";

    private final OpenRequest request;
    private boolean behindPooler;

    PostgresOpener(OpenRequest request) {
        this.request = request;
    }

    @Override
    public String url() {
        return request.url();
    }

    @Override
    public void addConnectionProperties(Properties properties) {
        properties.setProperty("ApplicationName", "restante");
        properties.setProperty("tcpKeepAlive", "true");
        String networkTimeout = String.valueOf(request.timeouts().networkTimeoutSeconds());
        properties.setProperty("connectTimeout", networkTimeout);
        properties.setProperty("loginTimeout", networkTimeout);
        properties.setProperty("socketTimeout", networkTimeout);
    }

    /**
     * Finds out whether a pooler shares sessions, in which case later connections prepare no statements on the server.
     */
    @Override
    public void beforeFirstConnection(JdbcDriver driver, Properties properties) throws SQLException {
        Properties preparing = new Properties();
        preparing.putAll(properties);
        preparing.setProperty(PREPARE_THRESHOLD, "0");
        try (Connection first = driver.connect(preparing)) {
            findPooler(first, () -> driver.connect(preparing));
        }
        if (behindPooler) {
            properties.setProperty(PREPARE_THRESHOLD, "0");
            LOGGER.info(
                    "{} is a transaction-mode pooler. Restante keeps no state in server sessions, and polls"
                            + " for the messages and signals of other nodes.",
                    request.databaseName());
        }
    }

    private void findPooler(Connection first, Connections opener) throws SQLException {
        behindPooler = PoolerCheck.sharesSessions(first, opener);
        if (behindPooler) {
            PoolerCheck.requireNothingPrepared(first, request.databaseName());
        }
    }

    @Override
    public Dialect onFirstConnection(Connection first, Connections opener) throws SQLException {
        PostgresServerKind.requireSupported(first, request.databaseName());
        PostgresServerCheck.requireUtf8(first, request.databaseName());
        PostgresServerCheck.requireCatalogFirst(first, request.databaseName());
        PostgresServerCheck.warnIfNotDurable(first, request.databaseName());
        if (request.fromApplication()) {
            findPooler(first, opener);
        }
        if (!behindPooler) {
            PostgresServerCheck.requireConnections(first, request.databaseName());
        }
        return new PostgresDialect(behindPooler, request.fromApplication());
    }

    @Override
    public boolean keepsSessionNames() {
        return !behindPooler;
    }
}
