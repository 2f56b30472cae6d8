package dev.restante.node;

import dev.restante.testing.SharedServer;
import dev.restante.testing.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node whose PostgreSQL has lost committed transactions")
final class PostgresLostCommitsTest extends SharedLostCommitsContract {

    private static final String TABLES =
            "SELECT tablename FROM pg_tables WHERE tablename LIKE 'restante%' AND schemaname = 'public'";

    PostgresLostCommitsTest() {
        super(SharedServer.POSTGRES);
    }

    @Override
    void remember(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA former");
            for (String table : SqlQueries.firstColumn(connection, TABLES)) {
                statement.execute("CREATE TABLE former." + table + " AS SELECT * FROM " + table);
            }
        }
    }

    @Override
    void goBack(Connection connection) throws SQLException {
        List<String> tables = SqlQueries.firstColumn(connection, TABLES);
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + String.join(", ", tables));
            for (String table : tables) {
                statement.execute("DELETE FROM " + table);
                statement.execute("INSERT INTO " + table + " SELECT * FROM former." + table);
            }
            connection.commit();
        }
        connection.setAutoCommit(true);
    }
}
