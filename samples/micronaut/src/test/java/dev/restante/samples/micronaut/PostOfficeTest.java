package dev.restante.samples.micronaut;

import static dev.restante.test.RestanteAssertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.test.TestQueue;
import io.micronaut.context.ApplicationContext;
import jakarta.jms.JMSException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Micronaut JMS")
class PostOfficeTest {

    private final ApplicationContext office =
            ApplicationContext.run(Map.of("restante.url", "jdbc:hsqldb:mem:" + UUID.randomUUID()));
    private final RestanteConnectionFactory factory = office.getBean(RestanteConnectionFactory.class);
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        admin = factory.admin();
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
        office.close();
    }

    @Test
    @DisplayName("a listener receives a letter and sends it to the boxes")
    void shouldSort() {
        send("to Ada");

        assertThat(queue("boxes")).hasNext().withText("to Ada");
        assertThat(queue("letters")).isEmpty();
    }

    @Test
    @DisplayName("a letter without an address is redelivered and finally dead-lettered")
    void shouldRollBack() throws JMSException {
        admin.alterQueue("letters", QueueOptions.defaults().withMaxDeliveryCount(3));
        send(" ");

        assertThat(queue("letters")).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
        assertThat(queue("letters")).isEmpty();
    }

    private TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    private void send(String letter) {
        try (var context = factory.createContext()) {
            context.createProducer().send(context.createQueue("letters"), letter);
        }
    }
}
