package dev.restante.samples.integrations.camel;

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

@DisplayName("Camel with Spring")
@ExtendWith(RestanteExtension.class)
class BakeryTest {

    @Test
    @DisplayName("a route receives an order, and sends the result and the bill")
    void shouldBake(TestStore store) throws Exception {
        try (CamelContext bakery = Bakery.open(store.factory())) {
            order(store, "bread");

            assertThat(store.queue("shelf")).hasNext().withText("baked bread");
            assertThat(store.queue("bills")).hasNext().withText("bread");
            assertThat(store.queue("orders")).isEmpty();
            assertThat(bakery.isStarted()).isTrue();
        }
    }

    @Test
    @DisplayName("a failed order rolls back its bill at each delivery, and another route receives its dead letter")
    void shouldRollBackTheWholeRoute(TestStore store) throws Exception {
        store.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(2));
        try (CamelContext bakery = Bakery.open(store.factory())) {
            order(store, "soufflé");

            assertThat(store.queue("apologies")).hasNext().withText("sorry, no soufflé: MaxDeliveryCountExceeded");
            assertThat(store.queue("bills")).isEmpty();
            assertThat(bakery.isStarted()).isTrue();
        }
    }

    @Test
    @DisplayName("a route gets the reply to its own request")
    void shouldAnswer(TestStore store) throws Exception {
        try (CamelContext bakery = Bakery.open(store.factory());
                ProducerTemplate asking = bakery.createProducerTemplate()) {
            assertThat(asking.requestBody("direct:price", "bread", String.class))
                    .isEqualTo("5 EUR");
            assertThat(asking.requestBody("direct:price", "croissant", String.class))
                    .isEqualTo("9 EUR");
        }
    }

    @Test
    @DisplayName("a request in a transacted route times out, because it is sent only with the commit of the route")
    void shouldNotAskInTransactedRoutes(TestStore store) throws Exception {
        store.createQueue("orders", QueueOptions.defaults().withMaxDeliveryCount(1));
        try (CamelContext bakery = Bakery.open(store.factory())) {
            bakery.getRouteController().stopAllRoutes();
            bakery.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("jms:orders")
                            .to("jms:questions?exchangePattern=InOut&requestTimeout=300")
                            .to("jms:answers");
                    from("jms:questions").setBody(constant("yes"));
                }
            });
            order(store, "bread");

            assertThat(store.queue("orders")).hasDeadLetterWithReason("MaxDeliveryCountExceeded");
        }
    }

    private static void order(TestStore store, String article) {
        try (JMSContext context = store.factory().createContext()) {
            context.createProducer().send(context.createQueue("orders"), article);
        }
    }
}
