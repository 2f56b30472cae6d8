package dev.restante.samples.spring;

import dev.restante.RestanteConnectionFactory;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.SpringJdbcTransactions;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * Configuration of containers that receive in JDBC transactions. The message, the listener's rows and its sends through
 * a template are one commit of their common database.
 */
@Configuration(proxyBeanMethods = false)
public class OneCommitContainers {

    // region containers
    @Bean
    DefaultJmsListenerContainerFactory oneCommit(
            RestanteStore store, DataSource dataSource, PlatformTransactionManager transactions) {
        return inTransactions(store.restanteConnectionFactory(), dataSource, transactions);
    }

    static DefaultJmsListenerContainerFactory inTransactions(
            RestanteConnectionFactory connections, DataSource dataSource, PlatformTransactionManager transactions) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(connections.joiningTransactions(new SpringJdbcTransactions(dataSource)));
        factory.setTransactionManager(transactions);
        factory.setCacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER);
        return factory;
    }
    // endregion
}
