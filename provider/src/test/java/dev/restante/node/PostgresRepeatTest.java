package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.RepeatFixture.MINUTE;
import static dev.restante.node.RepeatFixture.cancel;
import static dev.restante.node.RepeatFixture.endless;
import static dev.restante.node.RepeatFixture.every;
import static dev.restante.node.RepeatFixture.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.view.Browsed;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.option.CatchUp;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeTime;
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
            new BrokerFixture(() -> StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = broker.node;

    @AfterEach
    void close() {
        broker.close();
    }

    /** How many copies there are of each text and due time. */
    private static Map<String, Long> copies(List<Browsed> browsed) {
        return browsed.stream()
                .collect(Collectors.groupingBy(
                        copy -> BrokerFixture.text(copy.message().body()) + " at "
                                + (copy.message().head().deliveryTime() - FakeTime.START_MILLIS),
                        Collectors.counting()));
    }

    @Test
    @DisplayName("SCH-02 of three nodes that see the same due times one makes each copy")
    void shouldMakeOneCopyTogether() {
        Entity queue = broker.queue("q");
        Entity topic = here.subscriptions().topic("news", true);
        Entity subscription = here.subscriptions()
                .subscribe(
                        new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, "client", "s", null, false, "c1"))
                .entity();
        for (int i = 0; i < SENDS; i++) {
            send(here, queue, Mail.of("q" + i), every(MINUTE, 5));
            send(here, topic, Mail.of("t" + i), every(MINUTE, 5));
        }
        try (BrokerNode second = broker.open();
                BrokerNode third = broker.open()) {
            for (int due = 1; due <= 5; due++) {
                broker.time.advance(MINUTE);
                long expected = (long) due * SENDS;
                for (Entity each : List.of(queue, subscription)) {
                    eventually("copied", () -> here.statistics().of(each).available() >= expected);
                }
            }
            eventually("over", () -> here.statistics().of(queue).scheduled() == 0);
            assertThat(second.statistics().of(queue).scheduled()).isZero();
            assertThat(third.statistics().of(queue).scheduled()).isZero();
        }
        for (Entity each : List.of(queue, subscription)) {
            assertThat(copies(broker.browsed(each)))
                    .hasSize(5 * SENDS)
                    .allSatisfy((copy, many) -> assertThat(many).as(copy).isEqualTo(1));
        }
    }

    @Test
    @DisplayName("SCH-02 when the node that sent it leaves or dies, another makes the copies")
    void shouldGoOnElsewhere() {
        Entity queue = broker.queue("q");
        try (BrokerNode sender = broker.open()) {
            send(sender, queue, Mail.of("m"), every(MINUTE, 2));
        }
        broker.time.advance(MINUTE);
        try (BrokerNode other = broker.open()) {
            eventually("the first", () -> other.statistics().of(queue).available() == 1);
        }
        broker.crash();
        broker.time.advance(MINUTE);
        eventually("the second", () -> broker.node.statistics().of(queue).available() == 2);
    }

    @Test
    @DisplayName("SCH-08 what one node cancels while all of them make copies is gone, whoever was faster")
    void shouldCancelWhileOthersCopy() {
        Entity queue = broker.queue("q");
        try (BrokerNode other = broker.open()) {
            List<Long> cancelled = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                for (int i = 0; i < SENDS; i++) {
                    send(here, queue, Mail.of("m"), endless(Duration.ofMillis(100), CatchUp.ONE));
                }
                broker.time.advance(Duration.ofMillis(100));
                cancelled.add(cancel(other, queue));
            }
            assertThat(cancelled).containsOnly((long) SENDS);
            assertThat(here.statistics().of(queue).scheduled()).isZero();
        }
    }
}
