package dev.restante.samples.sjms2;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.test.RestanteExtension;
import dev.restante.test.TestStore;
import jakarta.jms.JMSContext;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayName("Camel without Spring")
@ExtendWith(RestanteExtension.class)
class RoasteryTest {

    @Test
    @DisplayName("a route receives an order and sends the result")
    void shouldRoast(TestStore store) throws Exception {
        try (CamelContext roastery = Roastery.open(store.factory())) {
            order(store, "arabica");

            assertThat(store.queue("shelf")).hasNext().withText("roasted arabica");
            assertThat(store.queue("orders")).isEmpty();
            assertThat(roastery.isStarted()).isTrue();
        }
    }

    @Test
    @DisplayName("a failed order is redelivered, and another route receives its dead letter")
    void shouldRollBack(TestStore store) throws Exception {
        store.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(2));
        store.createQueue("shelf", QueueOptions.defaults());
        try (CamelContext roastery = Roastery.open(store.factory())) {
            order(store, "chicory");

            assertThat(store.queue("apologies")).hasNext().withText("sorry, no chicory: MaxDeliveryCountExceeded");
            assertThat(store.queue("shelf")).isEmpty();
            assertThat(roastery.isStarted()).isTrue();
        }
    }

    @Test
    @DisplayName("a route gets the reply to its own request")
    void shouldAnswer(TestStore store) throws Exception {
        try (CamelContext roastery = Roastery.open(store.factory());
                ProducerTemplate asking = roastery.createProducerTemplate()) {
            assertThat(asking.requestBody("direct:price", "arabica", String.class))
                    .isEqualTo("7 EUR");
            assertThat(asking.requestBody("direct:price", "robusta blend", String.class))
                    .isEqualTo("13 EUR");
        }
    }

    @Test
    @DisplayName("messages that a route sends before it fails are not rolled back")
    void shouldSendAtOnce(TestStore store) throws Exception {
        store.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(2));
        try (CamelContext roastery = Roastery.open(store.factory())) {
            roastery.getRouteController().stopAllRoutes();
            roastery.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("sjms2:orders?transacted=true")
                            .to("sjms2:bills")
                            .throwException(IllegalStateException.class, "too late");
                }
            });
            order(store, "arabica");

            assertThat(store.queue("orders")).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
            assertThat(store.queue("bills")).hasNext().withText("arabica");
            assertThat(store.queue("bills")).hasNext().withText("arabica");
        }
    }

    private static void order(TestStore store, String article) {
        try (JMSContext context = store.factory().createContext()) {
            context.createProducer().send(context.createQueue("orders"), article);
        }
    }
}
