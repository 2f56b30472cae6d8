package dev.restante.node;

import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;

@DisplayName("changes of the wall clock of a node on HSQLDB")
final class HsqldbClockTest extends ClockContract {

    @Override
    Supplier<Store> newStore(Path emptyFolder) {
        return () ->
                StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + emptyFolder.resolve("store"), "SA", ""));
    }
}
