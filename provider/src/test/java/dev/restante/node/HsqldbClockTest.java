package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;

@DisplayName("a node on HSQLDB and a wall clock that is set")
final class HsqldbClockTest extends ClockContract {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        return () ->
                StoreOpening.open(new StoreLocation.Url("jdbc:hsqldb:file:" + emptyFolder.resolve("store"), "SA", ""));
    }
}
