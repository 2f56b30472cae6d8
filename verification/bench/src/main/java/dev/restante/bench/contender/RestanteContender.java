package dev.restante.bench.contender;

import dev.restante.option.AutoAcknowledgePolicy;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its embedded store. */
public record RestanteContender(String name, AutoAcknowledgePolicy autoAcknowledge) implements JmsContender {

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
    public RunningBroker start(Path directory, MessageStorage storage) {
        return RestanteBroker.on("jdbc:hsqldb:file:" + directory.resolve("store"), autoAcknowledge, () -> {});
    }
}
