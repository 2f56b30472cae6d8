package dev.restante.node;

import static dev.restante.node.BrokerFixture.TIMEOUT_MILLIS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.view.EntityStatistics;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.option.QueueOption;
import dev.restante.store.jdbc.StoreOpener;
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

@DisplayName("group expiry on two nodes")
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
                StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")),
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
        node.sender()
                .send(BrokerFixture.prepared(
                        node,
                        queue,
                        BrokerFixture.TestMessage.of(name)
                                .timeToLive(timeToLive)
                                .delay(delay)
                                .properties(Map.of("JMSXGroupID", name.substring(0, 1)))));
    }

    private void send(BrokerNode node, String name) {
        send(node, name, Duration.ZERO, Duration.ZERO);
    }

    private void eventuallyDead(long many) {
        BrokerFixture.eventually(
                many + " dead letters",
                () -> here.statistics().statistics(queue).deadLettered() == many);
    }

    @Test
    @DisplayName("TTL-18 messages of another node expire on release if they are locked, or at its next poll")
    void shouldReachOtherNodes() throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            send(here, "a" + i);
        }
        try (GroupReceiver theirs = new GroupReceiver(there, queue)) {
            InFlightDelivery first = theirs.next("a0");
            InFlightDelivery second = theirs.next("a1");
            // This message expires in the store, where all nodes find it.
            send(here, "a5", Duration.ofMillis(1), Duration.ofMillis(300));
            send(here, "b0");
            eventuallyDead(4);
            InFlightDelivery other = theirs.next("b0");
            theirs.complete(first);
            theirs.complete(other);
            there.settler().release(List.of(second));
            eventuallyDead(5);
            assertThat(theirs.next(200)).isNull();
            send(here, "a6");
            theirs.complete(theirs.next("a6"));
        }
        BrokerFixture.eventually("all messages have expired", () -> {
            EntityStatistics now = here.statistics().statistics(queue);
            return now.available() + now.inFlight() + now.scheduled() == 0;
        });
        assertThat(here.statistics().statistics(queue).deadLettered()).isEqualTo(5);
    }

    @Test
    @DisplayName("TTL-18 two nodes that find the same groups expired dead-letter each message once")
    void shouldAgree() throws InterruptedException {
        int groups = 20;
        for (int group = 0; group < groups; group++) {
            for (int i = 0; i < 3; i++) {
                send(group % 2 == 0 ? here : there, (char) ('a' + group) + "" + i);
            }
        }
        try (GroupReceiver mine = new GroupReceiver(here, queue);
                GroupReceiver theirs = new GroupReceiver(there, queue)) {
            InFlightDelivery one = mine.next(TIMEOUT_MILLIS);
            InFlightDelivery other = theirs.next(TIMEOUT_MILLIS);
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
        assertThat(here.statistics().statistics(queue).deadLettered()).isEqualTo(4L * groups - 2);
        assertThat(here.browse(queue, null, 10)).isEmpty();
    }
}
