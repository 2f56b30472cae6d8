package dev.restante.spring.boot;

import dev.restante.spring.StoreHealth;
import dev.restante.spring.StoreMonitor;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * Health indicator of the store for Spring Boot 4, which checks the connection, the lease of the node and the
 * configured limits.
 */
final class RestanteHealthIndicator extends AbstractHealthIndicator {

    private final StoreMonitor monitor;
    private final StoreHealth.HealthLimits limits;

    RestanteHealthIndicator(StoreMonitor monitor, StoreHealth.HealthLimits limits) {
        super("The message store cannot be reached");
        this.monitor = monitor;
        this.limits = limits;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) throws Exception {
        builder.withDetail("store", monitor.location());
        StoreHealth health = monitor.health(limits);
        health.details().forEach(builder::withDetail);
        switch (health.state()) {
            case UP -> builder.up();
            case OUT_OF_SERVICE -> builder.outOfService();
        }
    }
}
