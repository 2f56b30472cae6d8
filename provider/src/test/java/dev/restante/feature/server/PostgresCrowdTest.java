package dev.restante.feature.server;

import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("many nodes on a PostgreSQL server")
final class PostgresCrowdTest extends CrowdContract {

    private final String url = PostgresServer.newEmptyDatabase();

    @Override
    Connection administrator() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    List<String> preparation() {
        return List.of("CREATE ROLE crowd LOGIN CONNECTION LIMIT " + LIMIT, "GRANT ALL ON SCHEMA public TO crowd");
    }

    @Override
    List<String> cleaning() {
        return List.of("DROP OWNED BY crowd", "DROP ROLE crowd");
    }

    @Override
    String count() {
        return "SELECT COUNT(*) FROM pg_stat_activity WHERE usename = 'crowd'";
    }

    @Override
    String url(int node) {
        return url.replaceFirst("user=[^&]*&?", "") + "&ApplicationName=node" + node;
    }

    @Override
    int opened() {
        return 2;
    }

    @Override
    int atWork() {
        return 5;
    }
}
