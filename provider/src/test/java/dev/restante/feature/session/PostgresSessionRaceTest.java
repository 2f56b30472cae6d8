package dev.restante.feature.session;

import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("sessions with random interference, on PostgreSQL")
final class PostgresSessionRaceTest extends SessionRaceContract {

    @Override
    int rounds() {
        return 2;
    }

    /**
     * Returns the URLs of one or two nodes. Every second round has two nodes, which take messages from each other. The
     * URLs differ, because all factories of one URL share a node.
     */
    @Override
    List<String> nodesOfANewStore(long seed, Path emptyDirectory) {
        String url = PostgresServer.newDatabase();
        return seed % 2 == 0 ? List.of(url) : List.of(url, url + "&ApplicationName=second");
    }
}
