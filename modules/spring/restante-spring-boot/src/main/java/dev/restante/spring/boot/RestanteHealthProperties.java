package dev.restante.spring.boot;

import dev.restante.spring.StoreHealth;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Configuration properties {@code restante.health.*}: limits of a healthy store.
 *
 * @param maxBacklogAge the highest age of the oldest available message of any queue; null for no limit
 * @param maxDeadLetters the highest number of dead letters in the store; null for no limit
 */
@ConfigurationProperties("restante.health")
public record RestanteHealthProperties(@Nullable Duration maxBacklogAge, @Nullable Long maxDeadLetters) {

    /** Returns the limits for a health check. */
    public StoreHealth.HealthLimits limits() {
        return new StoreHealth.HealthLimits(maxBacklogAge, maxDeadLetters);
    }
}
