package dev.restante.spring.boot;

import dev.restante.RestanteConnectionFactory;
import dev.restante.spring.ConfiguredEntities;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreChoice;
import dev.restante.spring.TransactionEnds;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/**
 * A store, and a connection factory for it, unless the application has one of its own. The template, client and
 * listener containers that follow from a connection factory are Spring Boot's.
 *
 * <p>For Spring Boot 4 and 3.5. What has moved between them is named, once as it is called in each.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration",
            "org.springframework.boot.autoconfigure.jms.JmsAutoConfiguration"
        },
        afterName = {
            "org.springframework.boot.jms.autoconfigure.JndiConnectionFactoryAutoConfiguration",
            "org.springframework.boot.autoconfigure.jms.JndiConnectionFactoryAutoConfiguration",
            "org.springframework.boot.transaction.jta.autoconfigure.JtaAutoConfiguration",
            "org.springframework.boot.autoconfigure.transaction.jta.JtaAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration"
        })
@ConditionalOnClass({ConnectionFactory.class, RestanteConnectionFactory.class})
@ConditionalOnMissingBean(ConnectionFactory.class)
@EnableConfigurationProperties(RestanteProperties.class)
@Import({XaConnectionFactoryConfiguration.class, ConnectionFactoryConfiguration.class})
@ImportRuntimeHints(RestanteAutoConfiguration.Hints.class)
public final class RestanteAutoConfiguration {

    private static final String PREFIX = "restante";
    private static final String STORE = "restanteStore";
    private static final String CREATE_STORE = PREFIX + ".create-store";

    /** Opened when the database has the application's own tables, and closed before its data source. */
    @Bean(STORE)
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    RestanteStore restanteStore(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            RestanteProperties properties,
            ObjectProvider<RestanteConnectionDetails> connectionDetails,
            ObjectProvider<StoreCondition> conditions)
            throws JMSException {
        RestanteConnectionDetails details = connectionDetails.getIfAvailable();
        ConfiguredEntities entities = new ConfiguredEntities(
                properties.queues(), properties.topics(), properties.subscriptions(), properties.management());
        refuseCreateStore(environment);
        DataSourceBeans dataSources = new DataSourceBeans(beans);
        StoreChoice choice = StoreChoice.of(
                new StoreChoice.Question(
                        dataSources.names(properties.dataSource()),
                        dataSources.marked(),
                        properties.dataSource(),
                        placeBeside(environment, details),
                        properties.mode()),
                name -> dataSources.kind(name, STORE));
        RestanteStore store =
                RestanteStore.of(choice, properties.mode(), name -> dataSources.get(name, STORE), factory -> {
                    if (choice instanceof StoreChoice.Embedded) {
                        factory.setUrl(embeddedUrl(properties));
                    }
                    configure(factory, environment, details);
                });
        try {
            conditions.forEach(condition -> condition.check(store));
            store.prepare(properties.schema(), entities);
            return store;
        } catch (RuntimeException failure) {
            closeAfter(store, failure);
            throw failure;
        }
    }

    /** What names a place that is in no data source; null if nothing does. */
    private static @Nullable String placeBeside(Environment environment, @Nullable RestanteConnectionDetails details) {
        if (details != null) {
            return "a RestanteConnectionDetails bean";
        }
        return environment.containsProperty(PREFIX + ".url") ? PREFIX + ".url" : null;
    }

    private static String embeddedUrl(RestanteProperties properties) {
        String url = properties.embeddedUrl();
        if (!url.startsWith("jdbc:hsqldb:")) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".embedded-url", url, "an embedded store is HSQLDB's; restante.url is for others");
        }
        return url;
    }

    private static void configure(
            RestanteConnectionFactory factory, Environment environment, @Nullable RestanteConnectionDetails details) {
        Binder.get(environment)
                .bind(PREFIX, Bindable.of(RestanteConnectionFactory.class).withExistingValue(factory));
        if (details != null) {
            factory.setUrl(details.getUrl());
            factory.setUser(details.getUser());
            factory.setPassword(details.getPassword());
        }
    }

    private static void closeAfter(RestanteStore store, RuntimeException failure) {
        try {
            store.close();
        } catch (JMSException alsoFailed) {
            failure.addSuppressed(alsoFailed);
        }
    }

    private static void refuseCreateStore(Environment environment) {
        String value = environment.getProperty(CREATE_STORE);
        if (value != null) {
            throw new InvalidConfigurationPropertyValueException(
                    CREATE_STORE, value, "restante.schema=create, validate or none says what this option would");
        }
    }

    /** The listener of an application with a database of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.jdbc.datasource.ConnectionHolder")
    static class OwnTransactions {

        /** Spring Boot gives it to its transaction managers. */
        @Bean
        TransactionEnds restanteTransactionEnds() {
            return new TransactionEnds();
        }
    }

    /** Options are bound to the factory and its cache in native images, too. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            BindableRuntimeHintsRegistrar.forTypes(
                            RestanteConnectionFactory.class, ConnectionFactoryConfiguration.SessionCache.class)
                    .registerHints(hints);
        }
    }
}
