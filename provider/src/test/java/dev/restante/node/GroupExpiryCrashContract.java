package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.view.BrowsedMessage;
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

/** Group expiry that is interrupted by the death of a node or by an outage. */
abstract class GroupExpiryCrashContract extends BrokerContract {

    private static final int MEMBERS = 1_300;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final EntityOptions OPTIONS = EntityOptions.DEFAULT
            .with(QueueOption.GROUPS_REQUIRED, true)
            .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
            .with(QueueOption.LOCK_DURATION, Duration.ofHours(1));

    private static TestMessage mail(String name) {
        return TestMessage.of(name).properties(Map.of("JMSXGroupID", name.substring(0, 1)));
    }

    private void sendMany(Entity queue) {
        for (int i = 0; i < MEMBERS; i++) {
            broker.node.sender().sendAsync(broker.prepared(queue, mail("a" + i)), refusal -> {});
        }
        broker.send(queue, mail("a-last").timeToLive(SOON));
        broker.send(queue, mail("b"));
        broker.eventuallyHolds(queue, MEMBERS + 2, 0, 0);
    }

    private void assertOnlyOthersAreReceived(Entity queue) {
        try (Consumer consumer = broker.consumer(queue)) {
            assertThat(consumer.take()).isEqualTo("b");
            consumer.assertNothing();
        }
    }

    @Test
    @DisplayName(
            "TTL-18, TTL-16 after a crash during a group expiry the rest of the group expires, and is not received")
    void shouldFinishAfterACrash() {
        Entity queue = broker.queue("q", OPTIONS);
        sendMany(queue);
        broker.store.reachableFor(1);
        broker.time.advance(SOON.plusSeconds(1));
        BrokerFixture.eventually(
                "a part of the group is dead-lettered",
                () -> broker.node.statistics().statistics(queue).deadLettered() > 0);
        assertThat(broker.node.statistics().statistics(queue).deadLettered()).isLessThan(MEMBERS);
        broker.store.reachableFor(Integer.MAX_VALUE);
        broker.crash();

        assertOnlyOthersAreReceived(queue);
        broker.eventuallyHolds(queue, 0, 0, MEMBERS + 1);
    }

    @Test
    @DisplayName("TTL-18 after an outage during a group expiry the rest of the group expires, and is not received")
    void shouldFinishAfterAnOutage() {
        Entity queue = broker.queue("q", OPTIONS);
        sendMany(queue);
        broker.store.reachableFor(1);
        broker.time.advance(SOON.plusSeconds(1));
        BrokerFixture.eventually(
                "a part of the group is dead-lettered",
                () -> broker.node.statistics().statistics(queue).deadLettered() > 0);
        broker.store.reachableFor(Integer.MAX_VALUE);
        assertOnlyOthersAreReceived(queue);
        broker.time.advance(Duration.ofSeconds(1));
        broker.eventuallyHolds(queue, 0, 0, MEMBERS + 1);
    }

    @Test
    @DisplayName("TTL-18 a message that was locked when its group expired is dead-lettered with it if its node dies")
    void shouldFollowWhenTheHolderDies() {
        Entity queue = broker.queue("q", OPTIONS);
        broker.send(queue, mail("a1"));
        InFlightDelivery delivery = broker.consumer(queue).next();
        broker.send(queue, mail("a2").timeToLive(SOON));
        broker.time.advance(SOON.plusSeconds(1));
        broker.eventuallyHolds(queue, 0, 1, 1);
        broker.crash();

        broker.consumer(queue).assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 2);
        List<BrowsedMessage> dead = broker.browsed(broker.deadLetters(queue));
        assertThat(dead).hasSize(2).anySatisfy(each -> {
            assertThat(each.delivery().id()).isEqualTo(delivery.sequenceNumber());
            DeliveryAnnotations annotations = each.delivery().annotations();
            assertThat(annotations).isNotNull();
            assertThat(annotations.reason()).isEqualTo("TTLExpiredException");
            assertThat(annotations.description()).contains("expired with its group 'a'");
            assertThat(annotations.originalExpiration()).isZero();
        });
    }
}
