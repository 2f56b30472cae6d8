package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.SubscribeRequest;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Default times to live of topics that are altered while they have messages. */
abstract class TopicDefaultContract extends BrokerContract {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration MILLI = Duration.ofMillis(1);

    private Entity topic;
    private Entity first;
    private Entity second;

    @BeforeEach
    void createTopic() {
        topic = broker.node.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
        first = subscription("first", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        second = subscription("second", EntityOptions.DEFAULT);
    }

    private Entity subscription(String name, EntityOptions options) {
        SubscribeRequest request =
                new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, null, name, null, false, "c");
        return broker.node
                .topicAdministration()
                .createSubscription(request, options, List.of(SubscriptionRule.defaultRule(null)));
    }

    private void alter(Entity entity, @Nullable Duration timeToLive) {
        Entity now = broker.node.components().node.context().registry().current(entity);
        broker.node.topicAdministration().alter(now, now.options().with(QueueOption.DEFAULT_TIME_TO_LIVE, timeToLive));
    }

    private void assertHas(Entity entity, String... texts) {
        eventually(entity.name() + " has " + List.of(texts), () -> broker.browsed(entity).stream()
                .filter(browsedMessage -> !browsedMessage.expired())
                .map(browsedMessage ->
                        BrokerFixture.text(browsedMessage.message().body()))
                .toList()
                .equals(List.of(texts)));
    }

    /** Waits until the entity is empty. A sweep removes only expired messages. */
    private void assertGone(Entity entity) {
        eventually(
                entity.name() + " is empty",
                () -> broker.node.statistics().statistics(entity).available() == 0);
    }

    @Test
    @DisplayName("TOP-04, TTL-10 a topic's default that is set, shortened or removed applies to stored messages")
    void shouldReachWhatIsStored() {
        broker.send(topic, "a");
        alter(topic, HOUR);
        broker.time.advance(Duration.ofMinutes(30));
        assertHas(first, "a");
        alter(topic, null);
        broker.time.advance(HOUR);
        assertHas(first, "a");
        broker.send(topic, "b");
        alter(topic, HOUR);
        assertHas(first, "b");
        alter(topic, MINUTE);
        broker.time.advance(MINUTE.minus(MILLI));
        assertHas(first, "b");
        broker.time.advance(MILLI);
        assertGone(first);
        assertGone(second);
        assertThat(broker.browse(broker.node
                        .components()
                        .node
                        .context()
                        .registry()
                        .cached(first.deadLetterQueueId())
                        .orElseThrow()))
                .containsExactly("a", "b");
    }

    @Test
    @DisplayName("TOP-04, TTL-09 a message's own time to live is capped when it is sent, and ignores later defaults")
    void shouldLeaveOwnTimesToLive() {
        alter(topic, HOUR);
        broker.send(topic, TestMessage.of("own").timeToLive(Duration.ofMinutes(30)));
        broker.send(topic, TestMessage.of("capped").timeToLive(Duration.ofDays(1)));
        broker.send(topic, "follows");
        alter(topic, null);
        broker.time.advance(Duration.ofMinutes(30).minus(MILLI));
        assertHas(first, "own", "capped", "follows");
        broker.time.advance(MILLI);
        assertHas(first, "capped", "follows");
        broker.time.advance(Duration.ofMinutes(30));
        assertHas(first, "follows");
        alter(topic, HOUR);
        assertGone(first);
    }

    @Test
    @DisplayName("TOP-04, TTL-12, TTL-13 the shortest time to live of topic, subscription and store applies")
    void shouldApplyTheLeast() {
        broker.send(topic, "m");
        alter(topic, HOUR);
        alter(second, MINUTE);
        broker.time.advance(MINUTE);
        assertGone(second);
        assertHas(first, "m");
        alter(second, Duration.ofDays(1));
        broker.send(topic, "n");
        broker.node.storeSettings().setMaximumTimeToLive(Duration.ofMinutes(10));
        broker.time.advance(Duration.ofMinutes(9));
        assertHas(first, "n");
        assertHas(second, "n");
        broker.time.advance(MINUTE);
        assertGone(first);
        assertGone(second);
        broker.node.storeSettings().setMaximumTimeToLive(null);
        broker.send(topic, "o");
        broker.time.advance(HOUR.minus(MILLI));
        assertHas(second, "o");
        broker.time.advance(MILLI);
        assertGone(second);
    }

    @Test
    @DisplayName("TOP-04, TTL-20 the expiration that a browser shows is computed from the current default")
    void shouldShowTheDefaultInForce() {
        broker.send(topic, "m");
        long sentAt = broker.time.storeMillis();
        assertThat(shown(first)).isZero();
        alter(topic, HOUR);
        assertThat(shown(first)).isEqualTo(sentAt + HOUR.toMillis());
        alter(second, MINUTE);
        assertThat(shown(second)).isEqualTo(sentAt + MINUTE.toMillis());
        alter(topic, Duration.ofSeconds(30));
        assertThat(shown(first)).isEqualTo(sentAt + 30_000);
        assertThat(shown(second)).isEqualTo(sentAt + 30_000);
    }

    private long shown(Entity entity) {
        return broker.browsed(entity).get(0).expirationMillis();
    }

    @Test
    @DisplayName("TOP-04 prefetched messages follow the default, persistent or not")
    void shouldReachWhatWaitsInMemory() {
        Entity passing = broker.node
                .subscriptions()
                .subscribe(new SubscribeRequest(topic, SubscriptionKind.UNSHARED, null, null, null, false, "c"))
                .entity();
        try (Consumer waits = broker.consumer(first);
                Consumer waitsInMemory = broker.consumer(passing)) {
            waits.assertNothing();
            waitsInMemory.assertNothing();
            broker.send(topic, TestMessage.of("a"));
            broker.send(topic, TestMessage.of("b").nonPersistent());
            assertThat(waits.take()).isEqualTo("a");
            alter(topic, MINUTE);
            broker.time.advance(MINUTE);
            assertGone(first);
            assertGone(passing);
            waits.assertNothing();
            waitsInMemory.assertNothing();
        }
    }

    @Test
    @DisplayName("TOP-04 a topic's default still applies after a restart to messages that were stored before")
    void shouldHoldAfterARestart() {
        broker.send(topic, "m");
        alter(topic, HOUR);
        broker.reopen();
        broker.time.advance(HOUR.minus(MILLI));
        assertHas(first, "m");
        broker.time.advance(MILLI);
        assertGone(first);
    }

    @Test
    @DisplayName("TOP-04, FWD-01 a forwarded message keeps the expiry time that its topic's default gave it")
    void shouldForward() {
        Entity queue = broker.queue("q");
        subscription("on", EntityOptions.DEFAULT.with(QueueOption.FORWARD_TO, "q"));
        alter(topic, HOUR);
        broker.send(topic, "m");
        assertHas(queue, "m");
        // The message has left the topic.
        alter(topic, MINUTE);
        broker.time.advance(HOUR.minus(MILLI));
        assertHas(queue, "m");
        broker.time.advance(MILLI);
        assertGone(queue);
    }
}
