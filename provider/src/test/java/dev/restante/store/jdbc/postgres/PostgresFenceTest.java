package dev.restante.store.jdbc.postgres;

import dev.restante.store.jdbc.SharedStoreFenceContract;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.DisplayName;

@DisplayName("fences of rows that another node is changing")
final class PostgresFenceTest extends SharedStoreFenceContract {

    /** With a generic plan, which comes by itself after a while, one execution updates 1 of the rows. */
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
    protected void awaitSomebodyWaiting(Connection observer) throws SQLException {
        LockWaits.awaitAny(observer);
    }
}
