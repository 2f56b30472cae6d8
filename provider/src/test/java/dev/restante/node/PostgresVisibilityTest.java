package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.RepeatedReceive;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.LateSettlement;
import dev.restante.option.QueueOption;
import dev.restante.store.Membership;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("repeated receives and late completions with two nodes on one PostgreSQL store")
@Timeout(60)
final class PostgresVisibilityTest {

    private static final String ID = "attempt";

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture fixture =
            new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = fixture.node;
    private final BrokerNode there = fixture.open();

    @AfterEach
    void close() {
        there.close();
        fixture.close();
    }

    private static List<InFlightDelivery> receive(BrokerNode node, Entity queue, Consumer consumer) {
        ReceiveAttempts attempts = node.receiveAttempts();
        RepeatedReceive repeatedReceive = attempts.repeat(queue, ID, 1, null);
        if (!repeatedReceive.deliveries().isEmpty()) {
            return repeatedReceive.deliveries();
        }
        List<InFlightDelivery> received = List.of(consumer.next());
        assertThat(attempts.record(queue, ID, received, repeatedReceive.formerRefs()))
                .isTrue();
        return received;
    }

    @Test
    @DisplayName("VIS-09 a receive can be repeated on another node, which takes over the lock")
    void shouldTakeOverFromALivingNode() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, "a", "b");
        List<InFlightDelivery> first = receive(here, queue, fixture.consumer(here, queue));
        Consumer consumer = fixture.consumer(there, queue);
        List<InFlightDelivery> second = receive(there, queue, consumer);
        assertThat(text(second.get(0))).isEqualTo("a");
        assertThat(second.get(0).deliveryCount()).isEqualTo(1);
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> here.settler().complete(first));
        List<InFlightDelivery> third = receive(here, queue, fixture.consumer(here, queue));
        assertThat(text(third.get(0))).isEqualTo("a");
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> there.settler().complete(second));
        here.settler().complete(third);
        assertThat(fixture.browse(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("VIS-09 the end of the former lock does not affect the new lock, and an attempt id names one receive")
    void shouldLeaveTheNewHolderAlone() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, "a", "b");
        receive(here, queue, fixture.consumer(here, queue));
        InFlightDelivery other = fixture.consumer(here, queue).next();
        assertThat(here.receiveAttempts().record(queue, ID, List.of(other), List.of()))
                .isFalse();
        fixture.time.advance(Duration.ofSeconds(20));
        List<InFlightDelivery> second = receive(there, queue, fixture.consumer(there, queue));
        fixture.time.advance(Duration.ofSeconds(15));
        BrokerFixture.eventually(
                "the former locks have expired",
                () -> here.components().node.locks().inFlight().inFlight(queue.id()) == 0);
        there.settler().complete(second);
        assertThat(fixture.browse(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("VIS-08 a message that another node has received or acquired cannot be completed late")
    void shouldRefuseWhatAnotherNodeHas() {
        Entity queue = fixture.queue(
                "q", EntityOptions.DEFAULT.with(QueueOption.LATE_SETTLEMENT, LateSettlement.ALLOW_IF_UNCLAIMED));
        fixture.send(queue, "a", "b");
        Consumer consumer = fixture.consumer(here, queue);
        InFlightDelivery first = consumer.next();
        InFlightDelivery second = consumer.next();
        consumer.close();
        fixture.time.advance(Duration.ofSeconds(31));
        fixture.eventuallyHolds(queue, 2, 0, 0);
        Consumer other = fixture.consumer(there, queue);
        InFlightDelivery received = other.next();
        assertThat(text(received)).isEqualTo("a");
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> here.settler().complete(List.of(first)));
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> here.settler().complete(List.of(second)));
        there.settler().complete(List.of(received, other.next()));
        assertThat(fixture.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("VIS-08 RCV-13 a message of a dead node cannot be completed late, because it may have been received")
    void shouldNotCompleteLateWhatADeadNodeHad() {
        Entity queue = fixture.queue(
                "q", EntityOptions.DEFAULT.with(QueueOption.LATE_SETTLEMENT, LateSettlement.ALLOW_IF_UNCLAIMED));
        fixture.send(queue, "m");
        InFlightDelivery late;
        try (Consumer consumer = fixture.consumer(here, queue)) {
            late = consumer.next();
        }
        fixture.time.advance(Duration.ofSeconds(31));
        fixture.eventuallyHolds(queue, 1, 0, 0);
        BrokerSettings shortLease = BrokerSettings.defaults("mortal");
        try (BrokerNode mortal = fixture.open(shortLease)) {
            assertThat(text(fixture.consumer(mortal, queue).next())).isEqualTo("m");
            Membership membership = fixture.store.membership();
            List<Long> declared = membership.declareDead(
                    Long.MIN_VALUE,
                    membership.storeMillis() + 2 * shortLease.lease().toMillis());
            assertThat(declared).hasSize(1);
            membership.releaseOfDead(declared.get(0), 10, membership.storeMillis());
            assertRefused(BrokerErrorReason.LOCK_LOST, () -> here.settler().complete(List.of(late)));
        }
        assertThat(fixture.browse(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("VIS-09, TTL-05 an expired message that is still locked can be repeated on another node, too")
    void shouldTakeOverWhatIsOverdue() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, TestMessage.of("a").timeToLive(Duration.ofSeconds(10)));
        List<InFlightDelivery> first = receive(here, queue, fixture.consumer(here, queue));
        fixture.time.advance(Duration.ofSeconds(20));
        List<InFlightDelivery> second =
                there.receiveAttempts().repeat(queue, ID, 1, null).deliveries();
        assertThat(second).hasSize(1);
        assertThat(text(second.get(0))).isEqualTo("a");
        assertRefused(BrokerErrorReason.LOCK_LOST, () -> here.settler().complete(first));
        there.settler().complete(second);
        fixture.eventuallyHolds(queue, 0, 0, 0);
    }
}
