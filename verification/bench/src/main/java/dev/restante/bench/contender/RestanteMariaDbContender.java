package dev.restante.bench.contender;

import dev.restante.option.AutoAcknowledgePolicy;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its store in MariaDB. */
public record RestanteMariaDbContender(String name, AutoAcknowledgePolicy autoAcknowledge) implements JmsContender {

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpirySupport> expirySupport() {
        return Optional.of(new RestanteBroker.RestanteExpirySupport());
    }

    /** Ignores the storage. Scenarios without persistence send with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        BenchMariaDbServer server = BenchMariaDbServer.start(directory.resolve("mariadb"));
        return RestanteBroker.on(server.url(), autoAcknowledge, server);
    }
}
