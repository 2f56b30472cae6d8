package dev.restante.bench.contender;

import dev.restante.AutoAcknowledge;
import java.nio.file.Path;
import java.util.Optional;

/** Restante with its store in MariaDB. */
public record RestanteMariaDbContender(String name, AutoAcknowledge autoAcknowledge) implements JmsContender {

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
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        MariaDbServer server = MariaDbServer.start(directory.resolve("mariadb"));
        return RestanteBroker.on(server.url(), autoAcknowledge, server);
    }
}
