package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.RepeatFixture.MINUTE;
import static dev.restante.node.RepeatFixture.cancel;
import static dev.restante.node.RepeatFixture.endless;
import static dev.restante.node.RepeatFixture.every;
import static dev.restante.node.RepeatFixture.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.CatchUpPolicy;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeClock;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("repeated sends on several nodes")
final class PostgresRepeatTest {

    private static final int SENDS = 40;

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture broker =
            new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = broker.node;

    @AfterEach
    void close() {
        broker.close();
    }

    /** Returns the number of copies for each text and due time. */
    private static Map<String, Long> copies(List<BrowsedMessage> browsedMessages) {
        return browsedMessages.stream()
                .collect(Collectors.groupingBy(
                        copy -> BrokerFixture.text(copy.message().body()) + " at "
                                + (copy.message().header().deliveryTime() - FakeClock.START_MILLIS),
                        Collectors.counting()));
    }

    @Test
    @DisplayName("SCH-02 three nodes that see the same due times make each copy once")
    void shouldMakeOneCopyTogether() {
        Entity queue = broker.queue("q");
        Entity topic = here.subscriptions().topic("news", true);
        Entity subscription = here.subscriptions()
                .subscribe(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, "client", "s", null, false, "c1"))
                .entity();
        for (int i = 0; i < SENDS; i++) {
            send(here, queue, TestMessage.of("q" + i), every(MINUTE, 5));
            send(here, topic, TestMessage.of("t" + i), every(MINUTE, 5));
        }
        try (BrokerNode second = broker.open();
                BrokerNode third = broker.open()) {
            for (int due = 1; due <= 5; due++) {
                broker.time.advance(MINUTE);
                long expected = (long) due * SENDS;
                for (Entity each : List.of(queue, subscription)) {
                    eventually(
                            "all copies are available",
                            () -> here.statistics().statistics(each).available() >= expected);
                }
            }
            eventually(
                    "no further copy is scheduled",
                    () -> here.statistics().statistics(queue).scheduled() == 0);
            assertThat(second.statistics().statistics(queue).scheduled()).isZero();
            assertThat(third.statistics().statistics(queue).scheduled()).isZero();
        }
        for (Entity each : List.of(queue, subscription)) {
            assertThat(copies(broker.browsed(each)))
                    .hasSize(5 * SENDS)
                    .allSatisfy((copy, many) -> assertThat(many).as(copy).isEqualTo(1));
        }
    }

    @Test
    @DisplayName("SCH-02 when the node of the sender closes or dies, another node makes the copies")
    void shouldGoOnElsewhere() {
        Entity queue = broker.queue("q");
        try (BrokerNode sender = broker.open()) {
            send(sender, queue, TestMessage.of("m"), every(MINUTE, 2));
        }
        broker.time.advance(MINUTE);
        try (BrokerNode other = broker.open()) {
            eventually(
                    "the first copy is available",
                    () -> other.statistics().statistics(queue).available() == 1);
        }
        broker.crash();
        broker.time.advance(MINUTE);
        eventually(
                "the second copy is available",
                () -> broker.node.statistics().statistics(queue).available() == 2);
    }

    @Test
    @DisplayName("SCH-08 a node cancels all repeated sends, even while another node makes their copies")
    void shouldCancelWhileOthersCopy() {
        Entity queue = broker.queue("q");
        try (BrokerNode other = broker.open()) {
            List<Long> cancelled = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < SENDS; i++) {
                    send(here, queue, TestMessage.of("m"), endless(Duration.ofMillis(100), CatchUpPolicy.ONE));
                }
                broker.time.advance(Duration.ofMillis(100));
                cancelled.add(cancel(other, queue));
            }
            assertThat(cancelled).containsOnly((long) SENDS);
            assertThat(here.statistics().statistics(queue).scheduled()).isZero();
        }
    }
}
