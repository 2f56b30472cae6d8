package dev.restante.spring.boot3;

import dev.restante.spring.StoreHealth;
import dev.restante.spring.StoreMonitor;
import org.springframework.boot.actuate.health.AbstractHealthIndicator;
import org.springframework.boot.actuate.health.Health;

/** Tells whether the store can be reached, the node holds its lease, and limits are kept. */
final class RestanteHealthIndicator extends AbstractHealthIndicator {

    private final StoreMonitor monitor;
    private final StoreHealth.Limits limits;

    RestanteHealthIndicator(StoreMonitor monitor, StoreHealth.Limits limits) {
        super("The store of the messages can't be reached");
        this.monitor = monitor;
        this.limits = limits;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        builder.withDetail("store", monitor.place());
        StoreHealth health = monitor.health(limits);
        health.details().forEach(builder::withDetail);
        switch (health.state()) {
            case UP -> builder.up();
            case OUT_OF_SERVICE -> builder.outOfService();
        }
    }
}
