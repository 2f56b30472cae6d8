package dev.restante.node;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import dev.restante.testing.SqlQueries;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;

@DisplayName("a node whose MariaDB has lost committed transactions")
@RequiresMariaDb
@Tag("mariadb-whole")
final class MariaDbLostCommitsTest extends SharedLostCommitsContract {

    private static final String TABLES =
            "SELECT TABLE_NAME FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE()"
                    + " AND TABLE_NAME LIKE 'restante%' AND TABLE_TYPE = 'BASE TABLE'";

    MariaDbLostCommitsTest() {
        super(SharedServer.MARIADB);
    }

    @Override
    void remember(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String table : SqlQueries.firstColumn(connection, TABLES)) {
                statement.execute("CREATE TABLE former_" + table + " AS SELECT * FROM " + table);
            }
        }
    }

    @Override
    void goBack(Connection connection) throws SQLException {
        List<String> tables = SqlQueries.firstColumn(connection, TABLES);
        String locks = tables.stream()
                .flatMap(table -> Stream.of(table + " WRITE", "former_" + table + " READ"))
                .collect(Collectors.joining(", "));
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLES " + locks);
            for (String table : tables) {
                statement.execute("DELETE FROM " + table);
                statement.execute("INSERT INTO " + table + " SELECT * FROM former_" + table);
            }
            connection.commit();
            statement.execute("UNLOCK TABLES");
        }
        connection.setAutoCommit(true);
    }
}
