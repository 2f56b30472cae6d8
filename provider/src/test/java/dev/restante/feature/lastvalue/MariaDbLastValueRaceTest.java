package dev.restante.feature.lastvalue;

import dev.restante.testing.OnMariaDb;
import dev.restante.testing.SharedServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("concurrent sends of last values by two nodes on MariaDB")
@OnMariaDb
final class MariaDbLastValueRaceTest extends LastValueRaceContract {

    @Override
    List<String> newStoreUrls() {
        String url = SharedServer.MARIADB.newDatabase();
        return List.of(SharedServer.MARIADB.ofNode(url, "here"), SharedServer.MARIADB.ofNode(url, "there"));
    }
}
