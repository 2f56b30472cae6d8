package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.UnitOfWork;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What goes to dead-letter queues, and why. */
abstract class DeadLetterContract extends BrokerContract {

    private DeliveryNote onlyNote(Entity deadLetters) {
        List<Browsed> browsed = broker.browsed(deadLetters);
        assertThat(browsed).hasSize(1);
        return java.util.Objects.requireNonNull(browsed.get(0).delivery().note());
    }

    @Test
    @DisplayName(
            "RCV-07 after maxDeliveryCount deliveries a message is dead-lettered, by abandon or by the end of its lock")
    void shouldDeadLetterWhatIsDeliveredTooOften() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3));
        broker.send(queue, "poison");
        Consumer consumer = broker.consumer(queue);
        broker.abandon(consumer.next());
        broker.time.advance(Duration.ofSeconds(1));
        consumer.next();
        broker.time.advance(Duration.ofSeconds(30));
        HeldDelivery third = consumer.next();
        assertThat(third.deliveryCount()).isEqualTo(3);
        broker.node.settlement().release(List.of(third));

        consumer.assertNothing();
        DeliveryNote note = onlyNote(broker.deadLetters(queue));
        assertThat(note.reason()).isEqualTo("MaxDeliveryCountExceeded");
        assertThat(note.source()).isEqualTo("q");
        assertThat(note.description()).contains("3");
    }

    @Test
    @DisplayName("SND-08 a held message that can't be read is dead-lettered, and deferred where it is a dead letter")
    void shouldDeadLetterTheUnreadable() {
        Entity queue = broker.queue("q");
        Entity deadLetters = broker.deadLetters(queue);
        broker.send(queue, "unreadable", "next");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery unreadable = consumer.next();
        broker.node.settlement().deadLetterUnreadable(unreadable);
        broker.node.settlement().deadLetterUnreadable(unreadable);
        assertThat(consumer.take()).isEqualTo("next");
        assertThat(onlyNote(deadLetters).reason()).isEqualTo("MessageUnreadable");

        broker.send(deadLetters, "behind");
        Consumer ofDeadLetters = broker.consumer(deadLetters);
        broker.node.settlement().deadLetterUnreadable(ofDeadLetters.next());
        assertThat(ofDeadLetters.take()).isEqualTo("behind");
        ofDeadLetters.assertNothing();
        assertThat(broker.node.deferredMessages().list(deadLetters, 0, 10)).hasSize(1);
    }

    @Test
    @DisplayName("RCV-07 no limit applies inside a dead-letter queue")
    void shouldNotLimitInsideADeadLetterQueue() {
        Entity queue = broker.queue("q", EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 1));
        broker.send(queue, "m");
        broker.abandon(broker.consumer(queue).next());
        Consumer consumer = broker.consumer(broker.deadLetters(queue));
        for (int count = 1; count <= 15; count++) {
            HeldDelivery held = consumer.next();
            assertThat(held.deliveryCount()).isEqualTo(count);
            broker.abandon(held);
        }
        HeldDelivery last = consumer.next();
        assertRefused(Reason.INVALID_ARGUMENT, () -> broker.node.settlement().deadLetter(last, null, null, Map.of()));
        broker.complete(last);
    }

    @Test
    @DisplayName("RCV-10 deadLetter moves it at once, and reason, description and properties can be read there")
    void shouldDeadLetterOnRequest() {
        Entity queue = broker.queue("q");
        broker.send(queue, Mail.of("m").properties(Map.of("own", "1")));
        Consumer consumer = broker.consumer(queue);
        broker.node.settlement().abandon(consumer.next(), Map.of("earlier", true), null);
        broker.node.settlement().deadLetter(consumer.next(), "Rotten", "smells", Map.of("by", "nose"));

        Entity deadLetters = broker.deadLetters(queue);
        DeliveryNote note = onlyNote(deadLetters);
        assertThat(note.reason()).isEqualTo("Rotten");
        assertThat(note.description()).isEqualTo("smells");
        assertThat(note.originalExpiration()).isZero();
        assertThat(note.changedProperties()).containsEntry("earlier", true).containsEntry("by", "nose");
        HeldDelivery dead = broker.consumer(deadLetters).next();
        assertThat(dead.deliveryCount()).isEqualTo(1);
        assertThat(dead.message().head().properties()).isEqualTo(Map.of("own", "1"));
    }

    @Test
    @DisplayName("RCV-07 RCV-10 TTL-14 messages that never were in the store are dead-lettered and deferred too")
    void shouldDeadLetterFromMemory() {
        Entity queue = broker.queue(
                "q",
                EntityOptions.DEFAULT
                        .with(QueueOption.MAX_DELIVERY_COUNT, 1)
                        .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));
        Consumer consumer = broker.consumer(queue);
        consumer.assertNothing();
        assertThat(consumer.receiver.poll()).isNull();
        for (String text : new String[] {"asked", "too often", "deferred"}) {
            broker.send(queue, Mail.of(text).nonPersistent());
        }
        HeldDelivery asked = consumer.next();
        assertThat(asked.stored()).isFalse();
        broker.node.settlement().deadLetter(asked, "asked for", null, Map.of());
        broker.abandon(consumer.next());
        HeldDelivery deferred = consumer.next();
        broker.node.settlement().defer(deferred, Map.of());

        assertThat(broker.browse(broker.deadLetters(queue))).containsExactly("asked", "too often");
        assertThat(text(broker.receiveDeferred(queue, List.of(deferred.sequenceNumber()))
                        .get(0)))
                .isEqualTo("deferred");
    }

    @Test
    @DisplayName(
            "FWD-02 dead letters go where deadLetterTo says, without an expiry of their own but under the target's default")
    void shouldForwardDeadLetters() {
        Entity graveyard = broker.queue(
                "graveyard", EntityOptions.DEFAULT.with(QueueOption.DEFAULT_TIME_TO_LIVE, Duration.ofHours(1)));
        EntityOptions options = EntityOptions.DEFAULT
                .with(QueueOption.MAX_DELIVERY_COUNT, 1)
                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                .with(QueueOption.DEAD_LETTER_TO, "graveyard");
        Entity queue = broker.queue("q", options);
        broker.send(queue, Mail.of("expired").timeToLive(Duration.ofMinutes(1)));
        broker.time.advance(Duration.ofMinutes(1));
        broker.eventuallyHolds(graveyard, 1, 0, 0);
        broker.send(queue, "poison");
        broker.abandon(broker.consumer(queue).next());

        assertThat(broker.browse(graveyard)).containsExactly("expired", "poison");
        assertThat(broker.browse(broker.deadLetters(queue))).isEmpty();
        assertThat(broker.browsed(graveyard).get(0).delivery().expiresAt()).isEqualTo(Delivery.NEVER);
        assertThat(broker.consumer(graveyard).next().note().source()).isEqualTo("q");
        broker.time.advance(Duration.ofHours(1));
        broker.eventuallyHolds(graveyard, 0, 0, 0);
    }

    @Test
    @DisplayName("FWD-02 deadLetterTo can't name a missing queue or lead back to its own queue")
    void shouldRefuseADeadLetterTargetThatIsNone() {
        EntityOptions missing = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "nowhere");
        assertRefused(
                Reason.INVALID_ARGUMENT, () -> broker.node.queueAdministration().create("a", missing));
        assertThat(broker.node.entities()).isEmpty();
        EntityOptions self = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "a");
        assertRefused(
                Reason.INVALID_ARGUMENT, () -> broker.node.queueAdministration().create("a", self));
        broker.queue("a");
        assertRefused(
                Reason.INVALID_ARGUMENT, () -> broker.node.queueAdministration().alter("a", self));
        assertRefused(
                Reason.INVALID_ARGUMENT, () -> broker.node.queueAdministration().alter("a", missing));
        broker.queue("b", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "a"));
        assertRefused(Reason.INVALID_ARGUMENT, () -> broker.node
                .queueAdministration()
                .alter("a", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "b")));
        broker.node
                .queueAdministration()
                .alter("a", EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, "b/$DeadLetterQueue"));
    }

    @Test
    @DisplayName("FWD-02 when the queue that deadLetterTo names is gone, dead letters stay in the queue's own")
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
    @DisplayName("a deleted queue refuses sends and receivers, and those that it has end with an error")
    void shouldTellThatAQueueWasDeleted() {
        Entity queue = broker.queue("q");
        broker.send(queue, "1", "2");
        Consumer consumer = broker.consumer(queue);
        HeldDelivery held = consumer.next();
        PreparedSend late = broker.prepared(queue, Mail.of("late"));
        UnitOfWork unit = broker.node.newUnitOfWork();
        unit.send(late);
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();

        assertRefused(Reason.ENTITY_NOT_FOUND, () -> broker.node.sending().send(late));
        assertRefused(
                Reason.ENTITY_NOT_FOUND,
                () -> broker.send(queue, Mail.of("late").nonPersistent()));
        assertRefused(Reason.ENTITY_NOT_FOUND, unit::commit);
        assertRefused(Reason.ENTITY_NOT_FOUND, consumer.receiver::poll);
        assertRefused(Reason.ENTITY_NOT_FOUND, () -> broker.consumer(queue));
        assertRefused(Reason.LOCK_LOST, () -> broker.complete(held));
        assertThatThrownBy(() -> broker.node.statistics().of(queue))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("Queue 'q' was deleted");
        assertThat(broker.node.parts().dispatchers.known(queue.id()))
                .as("a dispatcher of the deleted queue")
                .isNull();
        Entity next = broker.queue("q");
        assertThat(next.id()).isNotEqualTo(queue.id());
        assertThat(broker.browse(next)).isEmpty();
        consumer.close();
        assertThat(broker.node.queueAdministration().delete("q", true)).isTrue();
        assertThat(broker.node.queueAdministration().delete("q", true)).isFalse();
    }
}
