package dev.restante.node;

import static dev.restante.node.BrokerContract.assertRefused;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.ReceiveAttempts;
import dev.restante.broker.ReceiveAttempts.Repetition;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.LateSettlement;
import dev.restante.option.QueueOption;
import dev.restante.store.Membership;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("repeated receives and late completions with two nodes on one PostgreSQL")
@Timeout(60)
final class PostgresVisibilityTest {

    private static final String ID = "attempt";

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture fixture =
            new BrokerFixture(() -> StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = fixture.node;
    private final BrokerNode there = fixture.open();

    @AfterEach
    void close() {
        there.close();
        fixture.close();
    }

    private static List<HeldDelivery> receive(BrokerNode node, Entity queue, Consumer consumer) {
        ReceiveAttempts attempts = node.receiveAttempts();
        Repetition repetition = attempts.repeat(queue, ID, 1, null);
        if (!repetition.again().isEmpty()) {
            return repetition.again();
        }
        List<HeldDelivery> received = List.of(consumer.next());
        assertThat(attempts.remember(queue, ID, received, repetition.known())).isTrue();
        return received;
    }

    @Test
    @DisplayName("VIS-09 a receive is repeated on another node while the holder lives; who had it last holds it")
    void shouldTakeOverFromALivingNode() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, "a", "b");
        List<HeldDelivery> first = receive(here, queue, fixture.consumer(here, queue));
        Consumer consumer = fixture.consumer(there, queue);
        List<HeldDelivery> second = receive(there, queue, consumer);
        assertThat(text(second.get(0))).isEqualTo("a");
        assertThat(second.get(0).deliveryCount()).isEqualTo(1);
        assertRefused(Reason.LOCK_LOST, () -> here.settlement().complete(first));
        List<HeldDelivery> third = receive(here, queue, fixture.consumer(here, queue));
        assertThat(text(third.get(0))).isEqualTo("a");
        assertRefused(Reason.LOCK_LOST, () -> there.settlement().complete(second));
        here.settlement().complete(third);
        assertThat(fixture.browse(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("VIS-09 the former holder's lock ends without a trace, and an id that two remember is the first one's")
    void shouldLeaveTheNewHolderAlone() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, "a", "b");
        receive(here, queue, fixture.consumer(here, queue));
        HeldDelivery other = fixture.consumer(here, queue).next();
        assertThat(here.receiveAttempts().remember(queue, ID, List.of(other), List.of()))
                .isFalse();
        fixture.time.advance(Duration.ofSeconds(20));
        List<HeldDelivery> second = receive(there, queue, fixture.consumer(there, queue));
        fixture.time.advance(Duration.ofSeconds(15));
        BrokerFixture.eventually(
                "the former locks have ended", () -> here.parts().locks.holds().inFlight(queue.id()) == 0);
        there.settlement().complete(second);
        assertThat(fixture.browse(queue)).containsExactly("b");
    }

    @Test
    @DisplayName("VIS-08 what another node has received, or merely acquired, is not completed late")
    void shouldRefuseWhatAnotherNodeHas() {
        Entity queue = fixture.queue(
                "q", EntityOptions.DEFAULT.with(QueueOption.LATE_SETTLEMENT, LateSettlement.ALLOW_IF_UNCLAIMED));
        fixture.send(queue, "a", "b");
        Consumer consumer = fixture.consumer(here, queue);
        HeldDelivery first = consumer.next();
        HeldDelivery second = consumer.next();
        consumer.close();
        fixture.time.advance(Duration.ofSeconds(31));
        fixture.eventuallyHolds(queue, 2, 0, 0);
        Consumer other = fixture.consumer(there, queue);
        HeldDelivery received = other.next();
        assertThat(text(received)).isEqualTo("a");
        assertRefused(Reason.LOCK_LOST, () -> here.settlement().complete(List.of(first)));
        assertRefused(Reason.LOCK_LOST, () -> here.settlement().complete(List.of(second)));
        there.settlement().complete(List.of(received, other.next()));
        assertThat(fixture.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName(
            "VIS-08 RCV-13 what another node had when it died may have been received there: it can't be completed late")
    void shouldNotCompleteLateWhatADeadNodeHad() {
        Entity queue = fixture.queue(
                "q", EntityOptions.DEFAULT.with(QueueOption.LATE_SETTLEMENT, LateSettlement.ALLOW_IF_UNCLAIMED));
        fixture.send(queue, "m");
        HeldDelivery late;
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
            membership.releaseDead(declared.get(0), 10, membership.storeMillis());
            assertRefused(Reason.LOCK_LOST, () -> here.settlement().complete(List.of(late)));
        }
        assertThat(fixture.browse(queue)).containsExactly("m");
    }

    @Test
    @DisplayName("VIS-09, TTL-05 what is overdue and still locked is returned again on another node too")
    void shouldTakeOverWhatIsOverdue() {
        Entity queue = fixture.queue("q");
        fixture.send(queue, Mail.of("a").timeToLive(Duration.ofSeconds(10)));
        List<HeldDelivery> first = receive(here, queue, fixture.consumer(here, queue));
        fixture.time.advance(Duration.ofSeconds(20));
        List<HeldDelivery> second =
                there.receiveAttempts().repeat(queue, ID, 1, null).again();
        assertThat(second).hasSize(1);
        assertThat(text(second.get(0))).isEqualTo("a");
        assertRefused(Reason.LOCK_LOST, () -> here.settlement().complete(first));
        there.settlement().complete(second);
        fixture.eventuallyHolds(queue, 0, 0, 0);
    }
}
