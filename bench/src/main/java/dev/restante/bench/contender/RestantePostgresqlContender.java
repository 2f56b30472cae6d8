package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its store in PostgreSQL. */
public record RestantePostgresqlContender(String name, AutoAcknowledge autoAcknowledge)
        implements JmsContender, OnPostgresql {

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new RestanteBroker.Expiry());
    }

    @Override
    public boolean sharesDatabase() {
        return true;
    }

    /** The store is the same for both; what is not to be kept is sent with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        PostgresqlServer server = PostgresqlServer.start(directory.resolve("postgresql"));
        return RestanteBroker.on(server.url(), autoAcknowledge, server);
    }

    @Override
    public RunningBroker startOn(String url, Path directory) {
        return RestanteBroker.on(url, autoAcknowledge, () -> {});
    }
}
