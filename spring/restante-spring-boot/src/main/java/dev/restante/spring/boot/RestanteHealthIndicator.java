package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Tells whether the store can be reached: it reads something of it. */
final class RestanteHealthIndicator extends AbstractHealthIndicator {

    private final RestanteStore store;

    RestanteHealthIndicator(RestanteStore store) {
        super("The store of the messages can't be reached");
        this.store = store;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        builder.withDetail("store", store.place());
        builder.up().withDetail("queues", store.countQueues());
    }
}
