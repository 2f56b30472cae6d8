package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.product.DatabaseOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The opening of a database on a PostgreSQL server, behind a pooler perhaps. */
final class PostgresOpening implements DatabaseOpening {

    private static final Logger LOGGER = LoggerFactory.getLogger(PostgresOpening.class);
    private static final String PREPARE_THRESHOLD = "prepareThreshold";

    private final Request database;
    private boolean pooled;

    PostgresOpening(Request database) {
        this.database = database;
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public void configure(Properties properties) {
        properties.setProperty("ApplicationName", "restante");
        properties.setProperty("tcpKeepAlive", "true");
        String silence = String.valueOf(database.timeouts().silenceSeconds());
        properties.setProperty("connectTimeout", silence);
        properties.setProperty("loginTimeout", silence);
        properties.setProperty("socketTimeout", silence);
    }

    /** Finds out whether a pooler shares sessions; the connections of such a one prepare nothing from then on. */
    @Override
    public void prepare(JdbcDriver driver, Properties properties) throws SQLException {
        Properties preparing = new Properties();
        preparing.putAll(properties);
        preparing.setProperty(PREPARE_THRESHOLD, "0");
        try (Connection first = driver.connect(preparing)) {
            findPooler(first, () -> driver.connect(preparing));
        }
        if (pooled) {
            properties.setProperty(PREPARE_THRESHOLD, "0");
            LOGGER.info(
                    "{} is a pooler that gives each transaction to another session: nothing is kept in sessions, and what other nodes send is found by asking",
                    database.where());
        }
    }

    private void findPooler(Connection first, Connections others) throws SQLException {
        pooled = PoolerCheck.sharesSessions(first, others);
        if (pooled) {
            PoolerCheck.requireNothingPrepared(first, database.where());
        }
    }

    @Override
    public Dialect connected(Connection first, Connections others) throws SQLException {
        ServerKind.requireSupported(first, database.where());
        EncodingCheck.requireUtf8(first, database.where());
        SearchPathCheck.requireCatalogFirst(first, database.where());
        DurabilityCheck.warn(first, database.where());
        if (database.given()) {
            findPooler(first, others);
        }
        if (!pooled) {
            ConnectionLimitCheck.requireEnough(first, database.where());
        }
        return new PostgresDialect(pooled, database.given());
    }

    @Override
    public boolean keepsNames() {
        return !pooled;
    }

    @Override
    public boolean migrated(Connection first) {
        return true;
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
