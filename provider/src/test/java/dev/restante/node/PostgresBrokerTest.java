package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the broker on PostgreSQL")
final class PostgresBrokerTest extends BrokerSuite {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        String url = PostgresServer.newDatabase();
        return () -> StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }
}
