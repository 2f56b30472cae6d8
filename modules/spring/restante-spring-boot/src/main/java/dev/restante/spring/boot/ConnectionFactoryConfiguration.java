package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreConfigurationException;
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

/** Configuration of the application's connection factory: pooled, session-caching or plain. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(ConnectionFactory.class)
class ConnectionFactoryConfiguration {

    private static final String POOL_ENABLED = "restante.pool.enabled";

    /** Connection pool with the settings {@code restante.pool.*}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(POOL_ENABLED)
    @ConditionalOnClass({JmsPoolConnectionFactory.class, PooledObject.class})
    static class PooledConfiguration {

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

    /** Failure of an application that enables the pool without the library for it. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(POOL_ENABLED)
    @ConditionalOnMissingClass("org.messaginghub.pooled.jms.JmsPoolConnectionFactory")
    static class MissingPoolConfiguration {

        @Bean
        ConnectionFactory jmsConnectionFactory() {
            throw new StoreConfigurationException(
                    POOL_ENABLED + " is true, but no pool is on the class path",
                    "Add org.messaginghub:pooled-jms to the class path");
        }
    }

    /**
     * Session cache settings {@code spring.jms.cache.*}, which Spring Boot also uses for other providers.
     *
     * @param consumers true to cache consumers
     * @param producers true to cache producers
     * @param sessionCacheSize the number of cached sessions of each acknowledgement mode
     */
    record SessionCacheProperties(
            @DefaultValue("false") boolean consumers,
            @DefaultValue("true") boolean producers,
            @DefaultValue("1") int sessionCacheSize) {}

    /** Connection factory without a pool. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = POOL_ENABLED, havingValue = false, matchIfMissing = true)
    static class UnpooledConfiguration {

        @Bean("jmsConnectionFactory")
        @ConditionalOnBooleanProperty(name = "spring.jms.cache.enabled", havingValue = false)
        ConnectionFactory jmsConnectionFactory(RestanteStore store) {
            return store.connectionFactory();
        }

        @Bean("jmsConnectionFactory")
        @ConditionalOnBooleanProperty(name = "spring.jms.cache.enabled", matchIfMissing = true)
        CachingConnectionFactory cachingJmsConnectionFactory(RestanteStore store, Environment environment) {
            SessionCacheProperties cache =
                    Binder.get(environment).bindOrCreate("spring.jms.cache", SessionCacheProperties.class);
            CachingConnectionFactory caching = new CachingConnectionFactory(store.connectionFactory());
            caching.setCacheConsumers(cache.consumers());
            caching.setCacheProducers(cache.producers());
            caching.setSessionCacheSize(cache.sessionCacheSize());
            return caching;
        }
    }
}
