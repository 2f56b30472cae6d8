package dev.restante.node;

import static dev.restante.node.BrokerFixture.PATIENCE_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.view.QueueStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.option.QueueOption;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Groups that expire while another node has something of them. */
@DisplayName("groups of two nodes expire")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresGroupExpiryTest {

    private final String url = PostgresServer.newDatabase();
    private final BrokerNode here = node();
    private final BrokerNode there = node();
    private final Entity queue = here.queueAdministration()
            .create(
                    "q",
                    EntityOptions.DEFAULT
                            .with(QueueOption.GROUPS_REQUIRED, true)
                            .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true));

    private BrokerNode node() {
        return BrokerNode.open(
                StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")),
                new BrokerSettings(
                        "test",
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(5),
                        Duration.ofMillis(50),
                        1 << 20,
                        1L << 30,
                        1 << 20),
                MachineClock.SYSTEM);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private void send(BrokerNode node, String name, Duration timeToLive, Duration delay) {
        node.sending()
                .send(BrokerFixture.prepared(
                        node,
                        queue,
                        BrokerFixture.Mail.of(name)
                                .timeToLive(timeToLive)
                                .delay(delay)
                                .properties(Map.of("JMSXGroupID", name.substring(0, 1)))));
    }

    private void send(BrokerNode node, String name) {
        send(node, name, Duration.ZERO, Duration.ZERO);
    }

    private void eventuallyDead(long many) {
        BrokerFixture.eventually(
                many + " dead letters", () -> here.statistics().of(queue).deadLettered() == many);
    }

    @Test
    @DisplayName(
            "TTL-18 what another node has locked follows when it comes back; what that has not handed out goes at its poll")
    void shouldReachOtherNodes() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            send(here, "a" + i);
        }
        try (GroupParty theirs = new GroupParty(there, queue)) {
            HeldDelivery first = theirs.next("a0");
            HeldDelivery second = theirs.next("a1");
            // Expires in the store, where everybody finds it.
            send(here, "a5", Duration.ofMillis(1), Duration.ofMillis(300));
            send(here, "b0");
            eventuallyDead(4);
            HeldDelivery other = theirs.next("b0");
            theirs.complete(first);
            theirs.complete(other);
            there.settlement().release(List.of(second));
            eventuallyDead(5);
            assertThat(theirs.next(200)).isNull();
            send(here, "a6");
            theirs.complete(theirs.next("a6"));
        }
        BrokerFixture.eventually("all is gone", () -> {
            QueueStatistics now = here.statistics().of(queue);
            return now.available() + now.inFlight() + now.scheduled() == 0;
        });
        assertThat(here.statistics().of(queue).deadLettered()).isEqualTo(5);
    }

    @Test
    @DisplayName(
            "TTL-18 two nodes that find the same groups expired, with receivers on both, take each of them away once and whole")
    void shouldAgree() throws InterruptedException {
        int groups = 20;
        for (int group = 0; group < groups; group++) {
            for (int i = 0; i < 3; i++) {
                send(group % 2 == 0 ? here : there, (char) ('a' + group) + "" + i);
            }
        }
        try (GroupParty mine = new GroupParty(here, queue);
                GroupParty theirs = new GroupParty(there, queue)) {
            HeldDelivery one = mine.next(PATIENCE_MILLIS);
            HeldDelivery other = theirs.next(PATIENCE_MILLIS);
            assertThat(one).isNotNull();
            assertThat(other).isNotNull();
            for (int group = 0; group < groups; group++) {
                send(here, (char) ('a' + group) + "x", Duration.ofMillis(1), Duration.ofMillis(300));
            }
            eventuallyDead(4L * groups - 2);
            mine.complete(one);
            theirs.complete(other);
            assertThat(mine.next(200)).isNull();
            assertThat(theirs.next(200)).isNull();
        }
        assertThat(here.statistics().of(queue).deadLettered()).isEqualTo(4L * groups - 2);
        assertThat(here.browse(queue, null, 10)).isEmpty();
    }
}
