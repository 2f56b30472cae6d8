package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.view.Browsed;
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

/** Nothing is left of a group that has expired, whenever a node dies. */
abstract class GroupExpiryCrashContract extends BrokerContract {

    private static final int MEMBERS = 1_300;
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final EntityOptions OPTIONS = EntityOptions.DEFAULT
            .with(QueueOption.GROUPS_REQUIRED, true)
            .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
            .with(QueueOption.LOCK_DURATION, Duration.ofHours(1));

    private static Mail mail(String name) {
        return Mail.of(name).properties(Map.of("JMSXGroupID", name.substring(0, 1)));
    }

    private void sendMany(Entity queue) {
        for (int i = 0; i < MEMBERS; i++) {
            broker.node.sending().sendAsync(broker.prepared(queue, mail("a" + i)), refusal -> {});
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
            "TTL-18, TTL-16 after a crash between two of its transactions the rest of the group goes, and is not received")
    void shouldFinishAfterACrash() {
        Entity queue = broker.queue("q", OPTIONS);
        sendMany(queue);
        broker.store.reachableFor(1);
        broker.time.advance(SOON.plusSeconds(1));
        BrokerFixture.eventually(
                "a part has gone", () -> broker.node.statistics().of(queue).deadLettered() > 0);
        assertThat(broker.node.statistics().of(queue).deadLettered()).isLessThan(MEMBERS);
        broker.store.reachableFor(Integer.MAX_VALUE);
        broker.crash();

        assertOnlyOthersAreReceived(queue);
        broker.eventuallyHolds(queue, 0, 0, MEMBERS + 1);
    }

    @Test
    @DisplayName(
            "TTL-18 while the store is away in the middle of it nothing of the group is received, and afterwards the rest goes")
    void shouldFinishAfterAnOutage() {
        Entity queue = broker.queue("q", OPTIONS);
        sendMany(queue);
        broker.store.reachableFor(1);
        broker.time.advance(SOON.plusSeconds(1));
        BrokerFixture.eventually(
                "a part has gone", () -> broker.node.statistics().of(queue).deadLettered() > 0);
        broker.store.reachableFor(Integer.MAX_VALUE);
        assertOnlyOthersAreReceived(queue);
        broker.time.advance(Duration.ofSeconds(1));
        broker.eventuallyHolds(queue, 0, 0, MEMBERS + 1);
    }

    @Test
    @DisplayName("TTL-18 what a node has locked when its group expires follows when that node dies, and says why")
    void shouldFollowWhenTheHolderDies() {
        Entity queue = broker.queue("q", OPTIONS);
        broker.send(queue, mail("a1"));
        HeldDelivery held = broker.consumer(queue).next();
        broker.send(queue, mail("a2").timeToLive(SOON));
        broker.time.advance(SOON.plusSeconds(1));
        broker.eventuallyHolds(queue, 0, 1, 1);
        broker.crash();

        broker.consumer(queue).assertNothing();
        broker.eventuallyHolds(queue, 0, 0, 2);
        List<Browsed> dead = broker.browsed(broker.deadLetters(queue));
        assertThat(dead).hasSize(2).anySatisfy(each -> {
            assertThat(each.delivery().id()).isEqualTo(held.sequenceNumber());
            DeliveryNote note = each.delivery().note();
            assertThat(note).isNotNull();
            assertThat(note.reason()).isEqualTo("TTLExpiredException");
            assertThat(note.description()).contains("went with its group 'a'");
            assertThat(note.originalExpiration()).isZero();
        });
    }
}
