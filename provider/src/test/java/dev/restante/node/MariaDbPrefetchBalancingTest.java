package dev.restante.node;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two nodes on MariaDB, which listen for signals only while they wait, and then read all signals since their last wait.
 */
@DisplayName("two nodes that share one MariaDB store")
@ExtendWith(LentMariaDb.class)
@OnMariaDb
final class MariaDbPrefetchBalancingTest extends PrefetchBalancingContract {

    private final StoreLocation.Url location = new StoreLocation.Url(LentMariaDb.lend(), MariaDbServer.USER, "");

    @Override
    StoreLocation.Url here() {
        return location;
    }

    @Override
    StoreLocation.Url there() {
        return location;
    }

    @Override
    void awaitBothListening() {}
}
