package dev.restante.node;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two nodes on MariaDB, which listen for signals only while they wait, and then read all signals since their last wait.
 */
@DisplayName("two nodes that share one MariaDB store")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
final class MariaDbPrefetchBalancingTest extends PrefetchBalancingContract {

    private final StoreLocation.Url location =
            new StoreLocation.Url(MariaDbDatabasePool.borrow(), MariaDbServer.USER, "");

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
