package dev.restante.feature.server;

import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("many nodes on a MariaDB server")
@RequiresMariaDb
final class MariaDbCrowdTest extends CrowdContract {

    private final String url = MariaDbServer.newEmptyDatabase();

    @Override
    Connection administrator() throws SQLException {
        return DriverManager.getConnection(url);
    }

    @Override
    List<String> preparation() {
        return List.of(
                "CREATE USER crowd WITH MAX_USER_CONNECTIONS " + LIMIT, "GRANT ALL ON " + database() + ".* TO crowd");
    }

    private String database() {
        return url.replaceFirst("\\?.*", "").replaceFirst(".*/", "");
    }

    @Override
    List<String> cleaning() {
        return List.of("DROP USER crowd");
    }

    @Override
    String count() {
        return "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = 'crowd'";
    }

    @Override
    String url(int node) {
        return url.replaceFirst("\\?.*", "") + "?connectionAttributes=node:" + node;
    }

    @Override
    int opened() {
        return 2;
    }

    @Override
    int atWork() {
        return 4;
    }
}
