package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.SharedStoreFenceContract;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("fencing tokens of rows that another node is changing on PostgreSQL")
final class PostgresFenceTest extends SharedStoreFenceContract {

    /**
     * Forces generic plans, which PostgreSQL otherwise chooses only after several executions. With a generic plan, a
     * statement that waited for locked rows can update only one of them.
     */
    @Override
    protected String newDatabase() throws SQLException {
        String url = PostgresServer.newDatabase();
        try (Connection admin = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement alter = admin.createStatement()) {
            alter.execute("ALTER DATABASE " + admin.getCatalog() + " SET plan_cache_mode = force_generic_plan");
        }
        return url;
    }

    @Override
    protected String user() {
        return PostgresServer.USER;
    }

    @Override
    protected void awaitLockWait(Connection observer) throws SQLException {
        PostgresLockWaits.awaitAny(observer);
    }
}
