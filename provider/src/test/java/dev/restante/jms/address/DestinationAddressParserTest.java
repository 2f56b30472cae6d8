package dev.restante.jms.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.jms.address.DestinationAddress.EntityAddress;
import dev.restante.jms.address.DestinationAddress.RejectedAddress;
import dev.restante.jms.address.DestinationAddress.SubscriptionAddress;
import dev.restante.model.DestinationName;
import dev.restante.model.EntityKind;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("names of destinations in the forms of other providers")
class DestinationAddressParserTest {

    private static DestinationAddress queue(String name) {
        return DestinationAddressParser.parse(DestinationName.queue(name));
    }

    private static DestinationAddress topic(String name) {
        return DestinationAddressParser.parse(DestinationName.topic(name));
    }

    private static EntityAddress meaning(EntityKind kind, String name, String... ignored) {
        return new EntityAddress(new DestinationName(kind, name), List.of(ignored));
    }

    private static void assertRejected(DestinationAddress address, String... parts) {
        assertThat(address).isInstanceOfSatisfying(RejectedAddress.class, rejected -> assertThat(rejected.reason())
                .contains(parts));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders",
                "app:orders",
                "a:b:c",
                "orders/$DeadLetterQueue",
                "news/Subscriptions/me:audit/$DeadLetterQueue",
                "myqueue:orders",
                "http://orders",
                "myqueue://orders",
                "?",
                "?orders",
                "?orders?a=b",
                "a.b*c#d>e"
            })
    @DisplayName("DEST-01 other names are plain")
    void shouldLeavePlainNames(String name) {
        assertThat(DestinationAddressParser.isPlain(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "orders?",
                "what?",
                "orders?a=b",
                "queue:orders",
                "topic:orders",
                "temp-queue://orders",
                "temp-topic://orders",
                "a::b",
                "?a::b",
                "orders,invoices",
                "orders,queue://invoices"
            })
    @DisplayName("DEST-01 names with schemes, parameters or subscriptions are not plain")
    void shouldRecognizeForms(String name) {
        assertThat(DestinationAddressParser.isPlain(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "queue:orders, orders",
        "queue://orders, orders",
        "queue:///orders, orders",
        "queue:///a/b, a/b",
        "queue:a/b, a/b",
        "queue:////orders, /orders",
        "queue://orders/$DeadLetterQueue, orders/$DeadLetterQueue",
        "queue://app:orders, app:orders",
        "orders?, orders",
        "orders?&, orders",
        "orders?/$DeadLetterQueue, orders/$DeadLetterQueue",
        "queue:///orders?targetClient=0/$DeadLetterQueue, orders/$DeadLetterQueue"
    })
    @DisplayName("DEST-03 the scheme of a queue has no effect")
    void shouldRemoveSchemesOfQueues(String name, String plain) {
        assertThat(queue(name)).isEqualTo(meaning(EntityKind.QUEUE, plain));
    }

    @ParameterizedTest
    @CsvSource({"topic:news, news", "topic://news, news", "topic://news/sport, news/sport", "topic:///news, /news"})
    @DisplayName("DEST-03 the scheme of a topic has no effect, and a slash after it belongs to the name")
    void shouldRemoveSchemesOfTopics(String name, String plain) {
        assertThat(topic(name)).isEqualTo(meaning(EntityKind.TOPIC, plain));
    }

    @Test
    @DisplayName("DEST-03 a scheme of another kind is rejected with the method to call")
    void shouldRejectOtherKinds() {
        assertRejected(queue("topic://news"), "'topic://news'", "createTopic");
        assertRejected(topic("queue:orders"), "'queue:orders'", "createQueue");
        for (String name : List.of("temp-queue://a", "temp-topic://a", "temp-queue:a")) {
            assertRejected(queue(name), name, "createTemporaryQueue");
            assertRejected(topic(name), name, "createTemporaryTopic");
        }
    }

    @Test
    @DisplayName("DEST-03 a queue manager, a second scheme and a missing name are rejected")
    void shouldRejectFurtherParts() {
        assertRejected(queue("queue://QM1/a/b"), "queue manager 'QM1'", "'queue:///a/b'");
        assertRejected(topic("topic:topic:a"), "second scheme");
        assertRejected(queue("queue:///topic:a"), "second scheme");
        assertRejected(queue("queue://topic://a"), "second scheme");
        assertRejected(queue("queue://"), "no name");
        assertRejected(queue("queue:?a=b"), "no name");
    }

    @Test
    @DisplayName("DEST-03 several destinations in one name are rejected")
    void shouldRejectCompositeDestinations() {
        for (String name :
                List.of("orders,invoices", "queue://a,topic://b", "a,queue://b", "queue://a,queue://b/c", "a,b?x=1")) {
            assertRejected(queue(name), "several destinations", "create the queue with RestanteAdmin");
        }
        assertRejected(topic("news,sport"), "several destinations", "create the topic with RestanteAdmin");
    }

    @Test
    @DisplayName("DEST-02 parameters that only tune are ignored, and values of the default behaviour are accepted")
    void shouldAcceptParameters() {
        assertThat(queue("orders?consumer.prefetchSize=1&&consumer.exclusive=False&consumer-priority=5&ring-size=-1"))
                .isEqualTo(meaning(EntityKind.QUEUE, "orders", "consumer.prefetchSize", "consumer-priority"));
        assertThat(queue("orders?consumer.prefetchSize"))
                .isEqualTo(meaning(EntityKind.QUEUE, "orders", "consumer.prefetchSize"));
        assertThat(topic("topic://news?multicast=7")).isEqualTo(meaning(EntityKind.TOPIC, "news", "multicast"));
    }

    @Test
    @DisplayName("DEST-02 each other parameter is rejected with its provider and the remedy")
    void shouldRejectParameters() {
        for (AddressParameter parameter : AddressParameter.all()) {
            DestinationAddress parsed = queue("orders?" + parameter.name() + "=other");
            if (parameter.ignored()) {
                assertThat(parsed).isEqualTo(meaning(EntityKind.QUEUE, "orders", parameter.name()));
            } else {
                assertRejected(
                        parsed,
                        "'" + parameter.name() + "=other'",
                        parameter.provider().displayName(),
                        parameter.explanation());
                assertRejected(queue("orders?" + parameter.name()), "'" + parameter.name() + "'");
            }
            for (String accepted : parameter.acceptedValues()) {
                assertThat(queue("orders?" + parameter.name() + "=" + accepted))
                        .isEqualTo(meaning(EntityKind.QUEUE, "orders"));
            }
        }
    }

    @Test
    @DisplayName("DEST-02 unknown parameters are rejected")
    void shouldRejectUnknownParameters() {
        assertRejected(queue("orders?Exclusive=true"), "does not know", "'Exclusive=true'");
        assertRejected(queue("what?ever"), "does not know", "'ever'", "create the queue with RestanteAdmin");
        assertRejected(topic("what?a,b"), "does not know", "'a,b'", "create the topic with RestanteAdmin");
        assertRejected(queue("a::b?x=1"), "does not know", "'x=1'");
    }

    @Test
    @DisplayName("DEST-04 TOPIC::NAME means a subscription as the name of a queue, and nothing as the name of a topic")
    void shouldNameSubscriptions() {
        assertThat(queue("news::audit")).isEqualTo(new SubscriptionAddress("news", "audit", List.of()));
        assertThat(queue("queue:::audit")).isEqualTo(new SubscriptionAddress("queue", ":audit", List.of()));
        assertThat(queue("queue://a::b::c?consumer-priority=1"))
                .isEqualTo(new SubscriptionAddress("a", "b::c", List.of("consumer-priority")));
        assertThat(queue("news::a,b")).isEqualTo(new SubscriptionAddress("news", "a,b", List.of()));
        assertThat(queue("?a::b")).isEqualTo(new SubscriptionAddress("?a", "b", List.of()));
        assertRejected(queue("news::audit/$DeadLetterQueue"), "dead-letter queue", "'news/Subscriptions/'");
        assertRejected(queue("news::audit?x/$DeadLetterQueue"), "does not know");
        assertRejected(queue("::audit"), "TOPIC::SUBSCRIPTION");
        assertRejected(queue("news::"), "TOPIC::SUBSCRIPTION");
        assertRejected(topic("news::audit"), "createQueue", "'news'");
    }
}
