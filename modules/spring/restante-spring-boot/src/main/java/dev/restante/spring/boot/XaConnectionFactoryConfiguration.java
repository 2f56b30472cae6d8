package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreConfigurationException;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.jms.XAConnectionFactoryWrapper;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/**
 * Configuration of the XA and non-XA connection factories of an application with JTA, with the bean names of Spring
 * Boot's other starters. Sessions of the primary factory take part in JTA transactions, and sessions of the other
 * factory do not.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(ConnectionFactory.class)
@ConditionalOnClass(TransactionManager.class)
@ConditionalOnBean(XAConnectionFactoryWrapper.class)
@ConditionalOnProperty(name = "restante.transaction-mode", havingValue = "mixed", matchIfMissing = true)
class XaConnectionFactoryConfiguration {

    /**
     * Creates the requirement that the store's connections are outside JTA transactions, because the store commits on
     * them itself.
     */
    @Bean
    StoreRequirement restanteNonJtaDataSourceRequirement(
            RestanteProperties properties, ConfigurableListableBeanFactory beans) {
        return store -> {
            boolean named = properties.dataSource() != null
                    || !new DataSourceBeans(beans).marked().isEmpty();
            if (store.usesApplicationPool() && !named) {
                throw new StoreConfigurationException(
                        "There is a JTA transaction manager, and it is unknown whether the connections of the only"
                                + " DataSource take part in its transactions. Restante cannot keep messages in"
                                + " such a DataSource",
                        "Set restante.url to a database, or restante.data-source to a DataSource that the transaction"
                                + " manager does not manage");
            }
        };
    }

    @Primary
    @Bean({"jmsConnectionFactory", "xaJmsConnectionFactory"})
    ConnectionFactory xaJmsConnectionFactory(RestanteStore store, XAConnectionFactoryWrapper wrapper) throws Exception {
        return wrapper.wrapConnectionFactory(store.xaConnectionFactory());
    }

    @Bean
    ConnectionFactory nonXaJmsConnectionFactory(RestanteStore store) {
        return store.connectionFactory();
    }
}
