package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its embedded store. */
public record RestanteContender(String name, AutoAcknowledge autoAcknowledge) implements JmsContender {

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new RestanteBroker.Expiry());
    }

    /** The store is the same for both; what is not to be kept is sent with {@code DeliveryMode.NON_PERSISTENT}. */
    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) {
        return RestanteBroker.on("jdbc:hsqldb:file:" + directory.resolve("store"), autoAcknowledge, () -> {});
    }
}
