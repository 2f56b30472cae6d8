package dev.restante.feature.lastvalue;

import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("concurrent sends of last values by two nodes on MariaDB")
@RequiresMariaDb
final class MariaDbLastValueRaceTest extends LastValueRaceContract {

    @Override
    List<String> newStoreUrls() {
        String url = SharedServer.MARIADB.newDatabase();
        return List.of(SharedServer.MARIADB.withNodeName(url, "here"), SharedServer.MARIADB.withNodeName(url, "there"));
    }
}
