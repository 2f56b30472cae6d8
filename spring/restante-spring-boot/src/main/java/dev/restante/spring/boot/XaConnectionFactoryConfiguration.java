package dev.restante.spring.boot;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreRefusedException;
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
 * The two connection factories of an application with a JTA transaction manager, under the names that Spring Boot's
 * other starters give theirs: the primary one, whose sessions take part in its transactions, and one without.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(ConnectionFactory.class)
@ConditionalOnClass(TransactionManager.class)
@ConditionalOnBean(XAConnectionFactoryWrapper.class)
@ConditionalOnProperty(name = "restante.mode", havingValue = "mixed", matchIfMissing = true)
class XaConnectionFactoryConfiguration {

    /** The store commits by itself on its connections, which must not be part of the transactions of a manager. */
    @Bean
    StoreCondition restanteOutsideOfJta(RestanteProperties properties, ConfigurableListableBeanFactory beans) {
        return store -> {
            boolean named = properties.dataSource() != null
                    || !new DataSourceBeans(beans).marked().isEmpty();
            if (store.sharesPool() && !named) {
                throw new StoreRefusedException(
                        "There is a JTA transaction manager, and nothing says whether the connections of the only"
                                + " DataSource take part in its transactions: messages can't be kept there if they do",
                        "Set restante.url to a database, or restante.data-source to a DataSource that the manager knows"
                                + " nothing of");
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
