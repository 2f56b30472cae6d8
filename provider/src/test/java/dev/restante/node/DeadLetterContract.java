package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Messages that go to dead-letter queues, and their reasons. */
abstract class DeadLetterContract extends BrokerContract {

    private DeliveryAnnotations onlyNote(Entity deadLetters) {
        List<BrowsedMessage> browsedMessages = broker.browsed(deadLetters);
        assertThat(browsedMessages).hasSize(1);
        return java.util.Objects.requireNonNull(
                browsedMessages.get(0).delivery().annotations());
    }

    @Test
    @DisplayName("RCV-07 a message is dead-lettered after maxDeliveryCount deliveries that were released or timed out")
    void shouldDeadLetterWhatIsDeliveredTooOften() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        broker.send(queue, "poison");
        Consumer consumer = broker.consumer(queue);
        broker.abandon(consumer.next());
        broker.time.advance(Duration.ofSeconds(1));
        consumer.next();
        broker.time.advance(Duration.ofSeconds(30));
        InFlightDelivery third = consumer.next();
        assertThat(third.deliveryCount()).isEqualTo(3);
        broker.node.settler().release(List.of(third));

        consumer.assertNothing();
        DeliveryAnnotations annotations = onlyNote(broker.deadLetters(queue));
        assertThat(annotations.reason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(annotations.source()).isEqualTo("q");
        assertThat(annotations.description()).contains("3");
    }

    @Test
    @DisplayName("SND-08 an unreadable message is dead-lettered, or deferred if it is already a dead letter")
    void shouldDeadLetterTheUnreadable() {
        Entity queue = broker.queue("q");
        Entity deadLetters = broker.deadLetters(queue);
        broker.send(queue, "unreadable", "next");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery unreadable = consumer.next();
        broker.node.settler().deadLetterUnreadable(unreadable);
        broker.node.settler().deadLetterUnreadable(unreadable);
        assertThat(consumer.take()).isEqualTo("next");
        assertThat(onlyNote(deadLetters).reason()).isEqualTo("MessageUnreadable");

        broker.send(deadLetters, "behind");
        Consumer ofDeadLetters = broker.consumer(deadLetters);
        broker.node.settler().deadLetterUnreadable(ofDeadLetters.next());
        assertThat(ofDeadLetters.take()).isEqualTo("behind");
        ofDeadLetters.assertNothing();
        assertThat(broker.node.deferredMessages().list(deadLetters, 0, 10)).hasSize(1);
    }

    @Test
    @DisplayName("RCV-07 messages in a dead-letter queue have no delivery limit")
    void shouldNotLimitInsideADeadLetterQueue() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, "m");
        broker.abandon(broker.consumer(queue).next());
        Consumer consumer = broker.consumer(broker.deadLetters(queue));
        for (int count = 1; count <= 15; count++) {
            InFlightDelivery delivery = consumer.next();
            assertThat(delivery.deliveryCount()).isEqualTo(count);
            broker.abandon(delivery);
        }
        InFlightDelivery last = consumer.next();
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT, () -> broker.node.settler().deadLetter(last, null, null, Map.of()));
        broker.complete(last);
    }

    @Test
    @DisplayName("RCV-10 deadLetter moves a message at once, with its reason, description and properties")
    void shouldDeadLetterOnRequest() {
        Entity queue = broker.queue("q");
        broker.send(queue, TestMessage.of("m").properties(Map.of("own", "1")));
        Consumer consumer = broker.consumer(queue);
        broker.node.settler().abandon(consumer.next(), Map.of("earlier", true), null);
        broker.node.settler().deadLetter(consumer.next(), "Rotten", "smells", Map.of("by", "nose"));

        Entity deadLetters = broker.deadLetters(queue);
        DeliveryAnnotations annotations = onlyNote(deadLetters);
        assertThat(annotations.reason()).isEqualTo("Rotten");
        assertThat(annotations.description()).isEqualTo("smells");
        assertThat(annotations.originalExpiration()).isZero();
        assertThat(annotations.changedProperties())
                .containsEntry("earlier", true)
                .containsEntry("by", "nose");
        InFlightDelivery dead = broker.consumer(deadLetters).next();
        assertThat(dead.deliveryCount()).isEqualTo(1);
        assertThat(dead.message().header().properties()).isEqualTo(Map.of("own", "1"));
    }

    @Test
    @DisplayName("RCV-07 RCV-10 TTL-14 in-memory deliveries can be dead-lettered and deferred, too")
    void shouldDeadLetterFromMemory() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.MAX_DELIVERY_COUNT, 1)
                        .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        Consumer consumer = broker.consumer(queue);
        consumer.assertNothing();
        assertThat(consumer.receiver.pollPrefetched()).isNull();
        for (String text : new String[] {"asked", "too often", "deferred"}) {
            broker.send(queue, TestMessage.of(text).nonPersistent());
        }
        InFlightDelivery asked = consumer.next();
        assertThat(asked.hasRow()).isFalse();
        broker.node.settler().deadLetter(asked, "asked for", null, Map.of());
        broker.abandon(consumer.next());
        InFlightDelivery deferred = consumer.next();
        broker.node.settler().defer(deferred, Map.of());

        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("asked", "too often");
        assertThat(text(broker.receiveDeferred(queue, List.of(deferred.sequenceNumber()))
                        .get(0)))
                .isEqualTo("deferred");
    }

    @Test
    @DisplayName("FWD-02 dead letters go to the deadLetterTo queue, where only the default time to live applies")
    void shouldForwardDeadLetters() {
        Entity graveyard = broker.queue(
                "graveyard", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.MAX_DELIVERY_COUNT, 1)
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(QueueOption.DEAD_LETTER_TO, "graveyard");
        Entity queue = broker.queue("q", options);
        broker.send(queue, TestMessage.of("expired").timeToLive(Duration.ofMinutes(1)));
        broker.time.advance(Duration.ofMinutes(1));
        broker.eventuallyHolds(graveyard, 1, 0, 0);
        broker.send(queue, "poison");
        broker.abandon(broker.consumer(queue).next());

        assertThat(broker.browse(graveyard)).containsExactly("expired", "poison");
        assertThat(broker.browse(broker.deadLetters(queue))).isEmpty();
        assertThat(broker.browsed(graveyard).get(0).delivery().expiresAtMillis())
                .isEqualTo(Delivery.NEVER);
        assertThat(broker.consumer(graveyard).next().annotations().source()).isEqualTo("q");
        broker.time.advance(Duration.ofHours(1));
        broker.eventuallyHolds(graveyard, 0, 0, 0);
    }

    @Test
    @DisplayName("FWD-02 deadLetterTo cannot name a missing queue or lead back to its own queue")
    void shouldRefuseADeadLetterTargetThatIsNone() {
        EntityOptions missing = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "nowhere");
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.node.queueAdministration().create("a", missing));
        assertThat(broker.node.entities()).isEmpty();
        EntityOptions self = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "a");
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.node.queueAdministration().create("a", self));
        broker.queue("a");
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.node.queueAdministration().alter("a", self));
        assertRefused(
                BrokerErrorReason.INVALID_ARGUMENT,
                () -> broker.node.queueAdministration().alter("a", missing));
        broker.queue("b", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "a"));
        assertRefused(BrokerErrorReason.INVALID_ARGUMENT, () -> broker.node
                .queueAdministration()
                .alter("a", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "b")));
        broker.node
                .queueAdministration()
                .alter("a", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "b/$DeadLetterQueue"));
    }

    @Test
    @DisplayName("FWD-02 dead letters stay in the queue's own dead-letter queue if the deadLetterTo queue was deleted")
    void shouldFallBackToItsOwnDeadLetterQueue() {
        broker.queue("graveyard");
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.MAX_DELIVERY_COUNT, 1)
                        .with(QueueOption.DEAD_LETTER_TO, "graveyard"));
        assertThat(broker.node.queueAdministration().delete("graveyard", true)).isTrue();
        broker.send(queue, "m");
        broker.abandon(broker.consumer(queue).next());
        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("m");
    }

    @Test
    @DisplayName("a deleted queue rejects sends and new receivers, and its open receivers fail")
    void shouldTellThatAQueueWasDeleted() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        InFlightDelivery delivery = consumer.next();
        PreparedSend late = broker.prepared(queue, TestMessage.of("late"));
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(late);
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();

        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND, () -> broker.node.sender().send(late));
        assertRefused(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                () -> broker.send(queue, TestMessage.of("late").nonPersistent()));
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, unit::commit);
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, consumer.receiver::pollPrefetched);
        assertRefused(BrokerErrorReason.ENTITY_NOT_FOUND, () -> broker.consumer(queue));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(delivery));
        assertThatThrownBy(() -> broker.node.statistics().statistics(queue))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("Queue 'q' was deleted");
        assertThat(broker.node.components().node.dispatchers().find(queue.id()))
                .as("dispatcher of the deleted queue")
                .isNull();
        Entity next = broker.queue("q");
        assertThat(next.id()).isNotEqualTo(queue.id());
        assertThat(broker.browse(next)).isEmpty();
        consumer.close();
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();
        assertThat(broker.node.queueAdministration().delete("q", true)).isFalse();
    }
}
