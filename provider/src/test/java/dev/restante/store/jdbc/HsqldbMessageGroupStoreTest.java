package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("message groups on HSQLDB")
final class HsqldbMessageGroupStoreTest extends MessageGroupStoreContract {

    @TempDir
    Path folder;

    @Override
    Store open() {
        return StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", ""));
    }
}
