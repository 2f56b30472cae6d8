package dev.restante.spring.boot;

import dev.restante.spring.EntityManagement;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.SchemaManagement;
import dev.restante.spring.TransactionMode;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties {@code restante.*}, except the options of the connection factory.
 *
 * @param dataSource the name of the {@code DataSource} bean for messages; null if it is unambiguous
 * @param embeddedUrl the URL of the store if no other setting or bean places it
 * @param transactionMode the participation of messages in Spring transactions
 * @param schemaManagement the treatment of the store's tables at start-up
 * @param entityManagement the treatment of configured queues, topics, subscriptions, rules and policies at start-up
 * @param queues the options of queues by name
 * @param topics the options of topics by name
 * @param subscriptions the durable subscriptions by name, with topic, options and rules
 * @param policies the policies by any name, with pattern, kind, precedence and options
 * @param pool the pool of connections and sessions, with the property names of other providers in Spring Boot
 */
@ConfigurationProperties("restante")
public record RestanteProperties(
        @Nullable String dataSource,
        @DefaultValue(RestanteStore.EMBEDDED_URL) String embeddedUrl,
        @DefaultValue("mixed") TransactionMode transactionMode,
        @DefaultValue("create") SchemaManagement schemaManagement,
        @DefaultValue("create") EntityManagement entityManagement,
        @DefaultValue Map<String, Object> queues,
        @DefaultValue Map<String, Object> topics,
        @DefaultValue Map<String, Object> subscriptions,
        @DefaultValue Map<String, Object> policies,
        @DefaultValue Pool pool) {

    /**
     * Settings of pooled-jms.
     *
     * @param enabled true to use a pool
     * @param blockIfFull true to wait for a free session, false to fail if all sessions are in use
     * @param blockIfFullTimeout the longest wait; -1 ms for no limit
     * @param idleTimeout the idle time after which a connection is closed
     * @param maxConnections the highest number of connections
     * @param maxSessionsPerConnection the highest number of sessions of a connection
     * @param timeBetweenExpirationCheck the interval of checks for idle connections; -1 ms for no checks
     * @param useAnonymousProducers true to use one producer per session for all destinations
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
