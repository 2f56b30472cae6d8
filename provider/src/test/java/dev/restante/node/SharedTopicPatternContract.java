package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Subscriptions to topics by pattern on two nodes, each of which caches the subscriptions of topics. */
@Timeout(60)
abstract class SharedTopicPatternContract {

    private static final Duration LEASE = Duration.ofMillis(900);

    private final SharedNodes nodes;
    private final BrokerFixture fixture;

    SharedTopicPatternContract(SharedServer server) {
        nodes = new SharedNodes(server);
        fixture = new BrokerFixture(nodes::store);
    }

    @AfterEach
    void close() {
        fixture.close();
        nodes.close();
    }

    private static SubscribeRequest request(SubscriptionKind kind, String pattern) {
        String name = kind == SubscriptionKind.UNSHARED ? null : "s";
        return new SubscribeRequest(TopicPattern.standIn(pattern), kind, null, name, null, false, "c");
    }

    private static void send(BrokerNode node, Entity topic, TestMessage message) {
        node.sender().send(BrokerFixture.prepared(node, topic, message));
    }

    @Test
    @DisplayName("WILD-01 a node with cached subscriptions sends to a subscription that another node made by pattern")
    void shouldNoticeChangesOfOtherNodes() {
        BrokerNode one = nodes.openLively("one", LEASE);
        BrokerNode two = nodes.openLively("two", LEASE);
        Entity topic = two.subscriptions().topic("news.world", true);
        send(two, topic, TestMessage.of("before"));
        SubscriptionHandle durable = one.subscriptions().subscribe(request(SubscriptionKind.SHARED_DURABLE, "news.*"));
        SubscriptionHandle passing = one.subscriptions().subscribe(request(SubscriptionKind.UNSHARED, "news.*"));
        send(two, topic, TestMessage.of("a"));
        send(two, topic, TestMessage.of("b").nonPersistent());
        send(two, two.subscriptions().topic("news.sports", true), TestMessage.of("c"));
        try (Consumer first = fixture.consumer(one, durable.entity());
                Consumer second = fixture.consumer(one, passing.entity())) {
            assertThat(first.take(3)).containsExactlyInAnyOrder("a", "b", "c");
            assertThat(second.take(3)).containsExactlyInAnyOrder("a", "b", "c");
        }
        durable.close();
        passing.close();
        one.subscriptions().unsubscribe(null, "s");
        send(two, topic, TestMessage.of("gone"));
        SubscriptionHandle again = two.subscriptions().subscribe(request(SubscriptionKind.SHARED_DURABLE, "news.*"));
        send(one, topic, TestMessage.of("new"));
        assertThat(fixture.consumer(two, again.entity()).take(1)).containsExactly("new");
        again.close();
    }

    @Test
    @DisplayName("WILD-02 a live node removes a non-durable subscription by pattern of a silent node")
    void shouldRemoveSubscriptionsOfASilentNode() {
        // The clock of this node stands still, so it sends no heartbeat.
        BrokerNode silent = nodes.add(fixture.open(SharedNodes.lively("silent", LEASE)));
        Entity topic = silent.subscriptions().topic("news.world", true);
        silent.subscriptions().subscribe(request(SubscriptionKind.SHARED, "news.#"));
        assertThat(fixture.store.subscriptions().withPattern()).hasSize(1);
        BrokerNode living = nodes.openLively("living", LEASE);
        send(living, topic, TestMessage.of("a"));
        eventually(
                "the subscription is deleted",
                () -> fixture.store.subscriptions().withPattern().isEmpty());
        send(living, topic, TestMessage.of("b"));
        assertThat(living.topicAdministration().subscriptions(TopicPattern.standIn("news.#")))
                .isEmpty();
    }
}
