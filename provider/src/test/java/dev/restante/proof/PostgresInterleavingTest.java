package dev.restante.proof;

import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.PostgresServer;
import java.sql.DriverManager;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;

@DisplayName("BEY-04 pairs of operations on PostgreSQL, interleaved at each call")
final class PostgresInterleavingTest extends InterleavingContract {

    @Override
    DataSource newDatabase() {
        String url = PostgresServer.newDatabase();
        return new LifoConnectionPool(() -> DriverManager.getConnection(url, PostgresServer.USER, ""));
    }

    @Override
    String waitingSessionsQuery() {
        return "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()"
                + " AND cardinality(pg_blocking_pids(pid)) > 0";
    }

    @Override
    long waitingSessionsIntervalMillis() {
        return 2;
    }
}
