package dev.restante.spring.boot;

import dev.restante.spring.EntityManagement;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreMode;
import dev.restante.spring.StoreSchema;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration beside the options of the connection factory, which are bound to that itself.
 *
 * @param dataSource the name of the {@code DataSource} bean that messages are kept in; null where there is only one
 * @param embeddedUrl where messages are kept where nothing else says it
 * @param mode how messages take part in transactions
 * @param schema what happens to the tables of the store at start-up
 * @param management what happens to the configured queues, topics, subscriptions and rules at start-up
 * @param queues options of queues, by their names
 * @param topics options of topics, by their names
 * @param subscriptions durable subscriptions with topic, options and rules, by their names
 * @param pool the pool of connections and sessions, as Spring Boot has it for other providers
 */
@ConfigurationProperties("restante")
public record RestanteProperties(
        @Nullable String dataSource,
        @DefaultValue(RestanteStore.EMBEDDED_URL) String embeddedUrl,
        @DefaultValue("mixed") StoreMode mode,
        @DefaultValue("create") StoreSchema schema,
        @DefaultValue("create") EntityManagement management,
        @DefaultValue Map<String, Object> queues,
        @DefaultValue Map<String, Object> topics,
        @DefaultValue Map<String, Object> subscriptions,
        @DefaultValue Pool pool) {

    /**
     * The settings of pooled-jms.
     *
     * @param blockIfFull whether a session is waited for where all are in use; else that fails
     * @param blockIfFullTimeout for how long at most; -1 ms for ever
     * @param idleTimeout after which a connection is closed
     * @param timeBetweenExpirationCheck between looks for such connections; -1 ms for none
     * @param useAnonymousProducers whether a session has one producer for all destinations
     */
    public record Pool(
            @DefaultValue("false") boolean enabled,
            @DefaultValue("true") boolean blockIfFull,
            @DefaultValue("-1ms") Duration blockIfFullTimeout,
            @DefaultValue("30s") Duration idleTimeout,
            @DefaultValue("1") int maxConnections,
            @DefaultValue("500") int maxSessionsPerConnection,
            @DefaultValue("-1ms") Duration timeBetweenExpirationCheck,
            @DefaultValue("true") boolean useAnonymousProducers) {}
}
