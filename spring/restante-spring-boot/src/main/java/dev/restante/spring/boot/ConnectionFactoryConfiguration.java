package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreRefusedException;
import jakarta.jms.ConnectionFactory;
import org.apache.commons.pool2.PooledObject;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jms.connection.CachingConnectionFactory;

/** The one connection factory of the application: with a pool, with a cache of sessions, or with neither. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(ConnectionFactory.class)
class ConnectionFactoryConfiguration {

    private static final String POOL_ENABLED = "restante.pool.enabled";

    /** The pool of {@code restante.pool}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(POOL_ENABLED)
    @ConditionalOnClass({JmsPoolConnectionFactory.class, PooledObject.class})
    static class Pooled {

        @Bean(name = "jmsConnectionFactory", destroyMethod = "stop")
        JmsPoolConnectionFactory pooledJmsConnectionFactory(RestanteStore store, RestanteProperties properties) {
            RestanteProperties.Pool settings = properties.pool();
            JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
            pool.setConnectionFactory(store.connectionFactory());
            pool.setBlockIfSessionPoolIsFull(settings.blockIfFull());
            pool.setBlockIfSessionPoolIsFullTimeout(
                    settings.blockIfFullTimeout().toMillis());
            pool.setConnectionIdleTimeout((int) settings.idleTimeout().toMillis());
            pool.setMaxConnections(settings.maxConnections());
            pool.setMaxSessionsPerConnection(settings.maxSessionsPerConnection());
            pool.setConnectionCheckInterval(
                    settings.timeBetweenExpirationCheck().toMillis());
            pool.setUseAnonymousProducers(settings.useAnonymousProducers());
            return pool;
        }
    }

    /** The refusal of an application that wants a pool and has none. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(POOL_ENABLED)
    @ConditionalOnMissingClass("org.messaginghub.pooled.jms.JmsPoolConnectionFactory")
    static class PoolIsMissing {

        @Bean
        ConnectionFactory jmsConnectionFactory() {
            throw new StoreRefusedException(
                    POOL_ENABLED + " is true, and there is no pool on the class path",
                    "Add org.messaginghub:pooled-jms to it");
        }
    }

    /**
     * The cache of sessions as Spring Boot configures it for other providers: {@code spring.jms.cache}.
     *
     * @param consumers whether consumers are cached, too
     * @param producers whether producers are
     * @param sessionCacheSize of each acknowledgement mode
     */
    record SessionCache(
            @DefaultValue("false") boolean consumers,
            @DefaultValue("true") boolean producers,
            @DefaultValue("1") int sessionCacheSize) {}

    /** Without a pool. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = POOL_ENABLED, havingValue = false, matchIfMissing = true)
    static class Unpooled {

        @Bean("jmsConnectionFactory")
        @ConditionalOnBooleanProperty(name = "spring.jms.cache.enabled", havingValue = false)
        ConnectionFactory jmsConnectionFactory(RestanteStore store) {
            return store.connectionFactory();
        }

        @Bean("jmsConnectionFactory")
        @ConditionalOnBooleanProperty(name = "spring.jms.cache.enabled", matchIfMissing = true)
        CachingConnectionFactory cachingJmsConnectionFactory(RestanteStore store, Environment environment) {
            SessionCache cache = Binder.get(environment).bindOrCreate("spring.jms.cache", SessionCache.class);
            CachingConnectionFactory caching = new CachingConnectionFactory(store.connectionFactory());
            caching.setCacheConsumers(cache.consumers());
            caching.setCacheProducers(cache.producers());
            caching.setSessionCacheSize(cache.sessionCacheSize());
            return caching;
        }
    }
}
