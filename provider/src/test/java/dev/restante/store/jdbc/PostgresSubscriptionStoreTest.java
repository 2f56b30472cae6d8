package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import org.junit.jupiter.api.DisplayName;

@DisplayName("topics on PostgreSQL")
final class PostgresSubscriptionStoreTest extends SubscriptionStoreContract {

    @Override
    Store openEmpty() {
        return StoreOpening.open(new StoreLocation.Url(PostgresServer.newDatabase(), PostgresServer.USER, ""));
    }
}
