package dev.restante.node;

import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.LentMariaDb;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.OnMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;

/** Nobody listens before he waits: then he looks at all that was told since he did so last. */
@DisplayName("two nodes share one MariaDB")
@ExtendWith(LentMariaDb.class)
@OnMariaDb
final class MariaDbSharingTest extends SharingContract {

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
