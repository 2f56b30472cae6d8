package dev.restante.bench.contender;

import dev.restante.option.AutoAcknowledgePolicy;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its store in PostgreSQL. */
public record RestantePostgresqlContender(String name, AutoAcknowledgePolicy autoAcknowledge)
        implements JmsContender, PostgresqlContender {

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpirySupport> expirySupport() {
        return Optional.of(new RestanteBroker.RestanteExpirySupport());
    }

    @Override
    public boolean supportsSharedDatabase() {
        return true;
    }

    /** Ignores the storage. Scenarios without persistence send with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        BenchPostgresqlServer server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
        return RestanteBroker.on(server.url(), autoAcknowledge, server);
    }

    @Override
    public RunningBroker startOnDatabase(String url, Path directory) {
        return RestanteBroker.on(url, autoAcknowledge, () -> {});
    }
}
