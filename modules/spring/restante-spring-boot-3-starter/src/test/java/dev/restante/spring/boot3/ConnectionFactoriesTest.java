package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.boot.RestanteAutoConfiguration;
import dev.restante.spring.boot.RestanteConnectionDetails;
import jakarta.jms.ConnectionFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jms.JmsAutoConfiguration;
import org.springframework.boot.jms.XAConnectionFactoryWrapper;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jms.core.JmsTemplate;

@DisplayName("Connection factories of an application on Spring Boot 3.5")
class ConnectionFactoriesTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(RestanteAutoConfiguration.class, JmsAutoConfiguration.class))
            .withPropertyValues("restante.url=jdbc:hsqldb:mem:factories3");

    private static void sendAndReceive(JmsTemplate jms) {
        jms.convertAndSend("dishes", "stew");
        assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
    }

    @Test
    @DisplayName("the connection factory is a pool if the application enables the pool")
    void shouldPool() {
        application.withPropertyValues("restante.pool.enabled=true").run(context -> {
            assertThat(context.getBean(ConnectionFactory.class)).isInstanceOf(JmsPoolConnectionFactory.class);
            sendAndReceive(context.getBean(JmsTemplate.class));
        });
    }

    @Test
    @DisplayName(
            "with a JTA manager there are two factories, and its wrapper gets the factory for distributed transactions")
    void shouldBePair() {
        application
                .withBean(XAConnectionFactoryWrapper.class, () -> factory -> (RestanteXAConnectionFactory) factory)
                .run(context -> {
                    assertThat(context.getBeansOfType(ConnectionFactory.class))
                            .containsOnlyKeys("jmsConnectionFactory", "nonXaJmsConnectionFactory");
                    assertThat(context.getBean("xaJmsConnectionFactory"))
                            .isSameAs(context.getBean(ConnectionFactory.class));
                    sendAndReceive(context.getBean(JmsTemplate.class));
                });
    }

    @Test
    @DisplayName("the factory uses the store that a bean with connection details names")
    void shouldFollowDetails() {
        application
                .withBean(RestanteConnectionDetails.class, () -> () -> "jdbc:hsqldb:mem:details3")
                .run(context -> assertThat(context.getBean(RestanteStore.class)
                                .restanteConnectionFactory()
                                .getUrl())
                        .isEqualTo("jdbc:hsqldb:mem:details3"));
    }
}
