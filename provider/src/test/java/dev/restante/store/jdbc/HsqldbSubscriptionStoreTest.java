package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("topics on HSQLDB")
final class HsqldbSubscriptionStoreTest extends SubscriptionStoreContract {

    @TempDir
    Path folder;

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", ""));
    }
}
