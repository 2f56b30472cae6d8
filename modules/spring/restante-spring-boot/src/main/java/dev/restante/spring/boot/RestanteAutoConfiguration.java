package dev.restante.spring.boot;

import dev.restante.RestanteConnectionFactory;
import dev.restante.spring.ConfiguredEntities;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.StorePlacement;
import dev.restante.spring.TransactionEndListener;
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
 * Auto-configuration of the store and of the connection factory, for an application without a connection factory of its
 * own. Spring Boot derives the template, the client and the listener containers from the connection factory.
 *
 * <p>For Spring Boot 4 and 3.5 this class refers to moved classes by name, with one name for each version.
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
@ImportRuntimeHints(RestanteAutoConfiguration.FactoryRuntimeHints.class)
public final class RestanteAutoConfiguration {

    private static final String PREFIX = "restante";
    private static final String STORE = "restanteStore";
    private static final String CREATE_STORE = PREFIX + ".create-store";

    /**
     * Creates and opens the store after the database has the application's own tables, and closes it before its data
     * source.
     */
    @Bean(STORE)
    @ConditionalOnMissingBean
    @DependsOnDatabaseInitialization
    RestanteStore restanteStore(
            ConfigurableListableBeanFactory beans,
            Environment environment,
            RestanteProperties properties,
            ObjectProvider<RestanteConnectionDetails> connectionDetails,
            ObjectProvider<StoreRequirement> requirements)
            throws JMSException {
        RestanteConnectionDetails details = connectionDetails.getIfAvailable();
        ConfiguredEntities entities = new ConfiguredEntities(
                properties.queues(),
                properties.topics(),
                properties.subscriptions(),
                properties.policies(),
                properties.entityManagement());
        rejectCreateStore(environment);
        DataSourceBeans dataSources = new DataSourceBeans(beans);
        StorePlacement placement = StorePlacement.of(
                new StorePlacement.PlacementInput(
                        dataSources.names(properties.dataSource()),
                        dataSources.marked(),
                        properties.dataSource(),
                        externalStoreSource(environment, details),
                        properties.transactionMode()),
                name -> dataSources.kind(name, STORE));
        RestanteStore store = RestanteStore.create(
                placement, properties.transactionMode(), name -> dataSources.get(name, STORE), factory -> {
                    if (placement instanceof StorePlacement.Embedded) {
                        factory.setUrl(embeddedUrl(properties));
                    }
                    configure(factory, environment, details);
                });
        try {
            requirements.forEach(condition -> condition.check(store));
            store.open(properties.schemaManagement(), entities);
            return store;
        } catch (RuntimeException failure) {
            closeAfter(store, failure);
            throw failure;
        }
    }

    /** Returns the setting or bean that names a separate database, or null if none does. */
    private static @Nullable String externalStoreSource(
            Environment environment, @Nullable RestanteConnectionDetails details) {
        if (details != null) {
            return "a RestanteConnectionDetails bean";
        }
        return environment.containsProperty(PREFIX + ".url") ? PREFIX + ".url" : null;
    }

    private static String embeddedUrl(RestanteProperties properties) {
        String url = properties.embeddedUrl();
        if (!url.startsWith("jdbc:hsqldb:")) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + ".embedded-url",
                    url,
                    "An embedded store needs an HSQLDB URL. Use restante.url for other databases.");
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

    private static void rejectCreateStore(Environment environment) {
        String value = environment.getProperty(CREATE_STORE);
        if (value != null) {
            throw new InvalidConfigurationPropertyValueException(
                    CREATE_STORE,
                    value,
                    "This option is not supported. Set restante.schema-management to create, validate or none"
                            + " instead.");
        }
    }

    /** Transaction listener of an application with Spring JDBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.jdbc.datasource.ConnectionHolder")
    static class TransactionListenerConfiguration {

        /** Creates the listener, which Spring Boot adds to its transaction managers. */
        @Bean
        TransactionEndListener restanteTransactionEndListener() {
            return new TransactionEndListener();
        }
    }

    /** Hints that let a native image bind options to the factory and its cache. */
    static final class FactoryRuntimeHints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            BindableRuntimeHintsRegistrar.forTypes(
                            RestanteConnectionFactory.class,
                            ConnectionFactoryConfiguration.SessionCacheProperties.class)
                    .registerHints(hints);
        }
    }
}
