package dev.restante.spring.boot;

import dev.restante.spring.StoreHealth;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The limits of a healthy store.
 *
 * @param maxBacklogAge for how long the oldest available message of a queue may wait; null for no limit
 * @param maxDeadLetters how many dead letters there may be; null for no limit
 */
@ConfigurationProperties("restante.health")
public record RestanteHealthProperties(@Nullable Duration maxBacklogAge, @Nullable Long maxDeadLetters) {

    /** As the store knows them. */
    public StoreHealth.Limits limits() {
        return new StoreHealth.Limits(maxBacklogAge, maxDeadLetters);
    }
}
