package dev.restante.feature.lastvalue;

import dev.restante.testing.SharedServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("concurrent sends of last values by two nodes on PostgreSQL")
final class PostgresLastValueRaceTest extends LastValueRaceContract {

    @Override
    List<String> newStoreUrls() {
        String url = SharedServer.POSTGRES.newDatabase();
        return List.of(
                SharedServer.POSTGRES.withNodeName(url, "here"), SharedServer.POSTGRES.withNodeName(url, "there"));
    }
}
