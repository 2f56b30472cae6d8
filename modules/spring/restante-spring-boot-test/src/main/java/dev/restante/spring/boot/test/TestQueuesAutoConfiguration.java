package dev.restante.spring.boot.test;

import dev.restante.spring.RestanteStore;
import dev.restante.spring.boot.RestanteAutoConfiguration;
import jakarta.jms.JMSException;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/**
 * Auto-configuration of the {@link TestQueues} bean, for any kind of Spring Boot test. The store opens at the first use
 * of the bean.
 */
@AutoConfiguration(after = RestanteAutoConfiguration.class)
@ConditionalOnBean(RestanteStore.class)
public final class TestQueuesAutoConfiguration {

    @Bean
    @Lazy
    TestQueues restanteTestQueues(RestanteStore store) throws JMSException {
        return new TestQueues(store);
    }
}
