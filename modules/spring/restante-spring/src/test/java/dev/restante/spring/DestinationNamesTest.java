package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jms.InvalidDestinationException;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.support.converter.SimpleMessageConverter;

@Timeout(60)
@DisplayName("Names of destinations in Spring")
class DestinationNamesTest {

    private static final long TIMEOUT_SECONDS = 30;

    @Test
    @DisplayName(
            "DEST-01, DEST-02 templates and listeners accept the names of other providers, and reject their options")
    void shouldUnderstandNamesOfOtherProviders() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:springnames");
                RestanteAdmin admin = factory.admin()) {
            JmsTemplate template = new JmsTemplate(factory);
            BlockingQueue<Object> received = new LinkedBlockingQueue<>();
            DefaultMessageListenerContainer container = new DefaultMessageListenerContainer();
            container.setConnectionFactory(factory);
            container.setDestinationName("orders?consumer.prefetchSize=10");
            container.setupMessageListener((jakarta.jms.MessageListener) message -> {
                try {
                    received.add(new SimpleMessageConverter().fromMessage(message));
                } catch (jakarta.jms.JMSException e) {
                    received.add(e);
                }
            });
            container.afterPropertiesSet();
            container.start();
            try {
                template.convertAndSend("queue:///orders?targetClient=0", "a");
                assertThat(received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isEqualTo("a");
            } finally {
                container.destroy();
            }
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> template.convertAndSend("orders?consumer.exclusive=true", "b"));
            assertThat(admin.statistics("orders").available()).isZero();
        }
    }
}
