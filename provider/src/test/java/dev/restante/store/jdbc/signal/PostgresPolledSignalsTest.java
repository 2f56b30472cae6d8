package dev.restante.store.jdbc.signal;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.postgresql.ds.PGSimpleDataSource;

/** Tests with the dialect for a transaction-mode pooler. */
@DisplayName("signals between nodes through rows of PostgreSQL")
final class PostgresPolledSignalsTest extends PolledSignalsContract {

    @Override
    DataSource store() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(PostgresServer.newDatabase());
        source.setUser(PostgresServer.USER);
        return source;
    }

    @Override
    Dialect dialect() {
        return new PostgresDialect(true, false);
    }

    @Override
    String endSession() {
        return "SELECT pg_terminate_backend(%d)";
    }

    @Override
    String otherSessions() {
        return "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    }

    @Override
    String lockTable(String table) {
        return "LOCK TABLE " + table;
    }

    @Override
    OptionalLong statements(Connection connection) {
        return OptionalLong.empty();
    }
}
