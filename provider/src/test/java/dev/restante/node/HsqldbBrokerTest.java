package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;

@DisplayName("the broker on HSQLDB")
final class HsqldbBrokerTest extends BrokerSuite {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        return () ->
                StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + emptyFolder.resolve("store"), "SA", ""));
    }
}
