package dev.restante.proof;

import dev.restante.testing.SharedServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("BEY-04 pairs of operations on PostgreSQL, interleaved at each call")
final class PostgresInterleavingTest extends InterleavingContract {

    PostgresInterleavingTest() {
        super(SharedServer.POSTGRES);
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
