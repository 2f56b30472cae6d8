package dev.restante.samples.integrations.springintegration;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.samples.integrations.springintegration.Warehouse.Prices;
import dev.restante.test.RestanteExtension;
import dev.restante.test.TestStore;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

@DisplayName("Spring Integration")
@ExtendWith(RestanteExtension.class)
class WarehouseTest {

    @Test
    @DisplayName("a flow receives an order, and sends its label and its parcel")
    void shouldPack(TestStore store) {
        try (AnnotationConfigApplicationContext warehouse = warehouse(store.factory())) {
            send(store, "a lamp");

            assertThat(store.queue("parcels")).hasNext().withText("parcel with a lamp");
            assertThat(store.queue("labels")).hasNext().withText("a lamp");
            assertThat(store.queue("orders")).isEmpty();
            assertThat(warehouse.isRunning()).isTrue();
        }
    }

    @Test
    @DisplayName("a failed order rolls back its label at each delivery, and becomes a dead letter")
    void shouldRollBackTheWholeFlow(TestStore store) throws JMSException {
        store.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(2));
        try (AnnotationConfigApplicationContext warehouse = warehouse(store.factory())) {
            send(store, " ");

            assertThat(store.queue("orders")).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
            assertThat(store.queue("labels")).isEmpty();
            assertThat(warehouse.isRunning()).isTrue();
        }
    }

    @Test
    @DisplayName("a flow gets the reply to its own request")
    void shouldAnswer(TestStore store) {
        try (AnnotationConfigApplicationContext warehouse = warehouse(store.factory())) {
            Prices prices = warehouse.getBean(Prices.class);

            assertThat(prices.priceOf("lamp")).isEqualTo("4 EUR");
            assertThat(prices.priceOf("cupboard")).isEqualTo("8 EUR");
        }
    }

    private static void send(TestStore store, String order) {
        try (JMSContext context = store.factory().createContext()) {
            context.createProducer().send(context.createQueue("orders"), order);
        }
    }

    private static AnnotationConfigApplicationContext warehouse(RestanteConnectionFactory factory) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        // The test closes the store.
        context.registerBean(ConnectionFactory.class, () -> factory, bean -> bean.setDestroyMethodName(""));
        context.register(Warehouse.class);
        context.refresh();
        return context;
    }
}
