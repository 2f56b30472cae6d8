package dev.restante.samples.quarkus;

import static dev.restante.test.RestanteAssertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.test.TestQueue;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@QuarkusTest
@DisplayName("Quarkus")
class GreenhouseTest {

    @Inject
    RestanteConnectionFactory factory;

    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        admin = factory.admin();
        admin.alterQueue("seeds", QueueOptions.defaults().withMaxDeliveryCount(3));
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
    }

    @Test
    @DisplayName("a listener receives an order and sends its results, and a failed order rolls back its label")
    void shouldSow() {
        send("tomato");
        send(" ");

        assertThat(queue("seedlings")).hasNext().withText("tomato seedling");
        assertThat(queue("seeds")).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
        assertThat(queue("labels")).hasAvailable(1).hasNext().withText("tomato");
    }

    private TestQueue queue(String name) {
        return new TestQueue(admin, name);
    }

    private void send(String seed) {
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("seeds"), seed);
        }
    }
}
