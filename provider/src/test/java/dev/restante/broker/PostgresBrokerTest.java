package dev.restante.broker;

import dev.restante.store.Store;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("the broker on PostgreSQL")
final class PostgresBrokerTest {

    private static Supplier<Store> store() {
        String url = PostgresServer.newDatabase();
        return () -> JdbcStore.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @Nested
    class Expiry extends ExpiryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }

    @Nested
    class Receiving extends ReceiveContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }

    @Nested
    class DeadLetters extends DeadLetterContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }

    @Nested
    class Visibility extends VisibilityContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }

    @Nested
    class Sending extends SendContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }

    @Nested
    class Recovery extends RecoveryContract {
        @Override
        Supplier<Store> newStore(Path emptyFolder) {
            return store();
        }
    }
}
