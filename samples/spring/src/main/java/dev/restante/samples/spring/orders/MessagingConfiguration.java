package dev.restante.samples.spring.orders;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import javax.sql.DataSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Configuration of the connection factory, from which Spring Boot creates the JmsTemplate and the listener containers.
 */
@Configuration(proxyBeanMethods = false)
class MessagingConfiguration {

    // region factory
    @Bean
    @DependsOnDatabaseInitialization
    RestanteConnectionFactory connectionFactory(DataSource dataSource) throws JMSException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(dataSource);
        factory.setShutdownHook(false);
        try (RestanteAdmin admin = factory.admin()) {
            if (admin.queues().stream().noneMatch(queue -> queue.name().equals("orders"))) {
                admin.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(3));
            }
        }
        return factory;
    }
    // endregion
}
