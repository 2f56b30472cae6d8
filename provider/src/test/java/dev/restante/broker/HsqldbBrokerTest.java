package dev.restante.broker;

import dev.restante.store.Store;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreLocation;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("the broker on HSQLDB")
final class HsqldbBrokerTest {

    private static Supplier<Store> store(Path folder) {
        return () -> JdbcStore.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", ""));
    }

    @Nested
    class Expiry extends ExpiryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }

    @Nested
    class Receiving extends ReceiveContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }

    @Nested
    class DeadLetters extends DeadLetterContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }

    @Nested
    class Visibility extends VisibilityContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }

    @Nested
    class Sending extends SendContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }

    @Nested
    class Recovery extends RecoveryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store(emptyFolder);
        }
    }
}
