package dev.restante.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.TimeSource;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("two nodes on one PostgreSQL")
final class PostgresSharingTest {

    private static final ReceiverOptions UNTIL_SETTLED = new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED);

    /** A heartbeat each two seconds; nothing is found by polling within the time of a test. */
    private static BrokerNode open(String url) {
        BrokerSettings settings = new BrokerSettings(
                "test", Duration.ofSeconds(6), Duration.ofSeconds(5), Duration.ofDays(1), 1 << 20, 1 << 20);
        return BrokerNode.open(
                JdbcStore.open(new StoreLocation.Url(url, PostgresServer.USER, "")), settings, TimeSource.SYSTEM);
    }

    @Test
    @DisplayName("RCV-02, RCV-07 what a node has acquired ahead and does not use goes to another that waits, uncounted")
    void shouldShareWhatIsNotUsed() throws InterruptedException {
        String url = PostgresServer.newDatabase();
        try (BrokerNode hoarder = open(url);
                BrokerNode other = open(url)) {
            Entity queue = hoarder.createQueue("q", EntityOptions.DEFAULT);
            for (int i = 0; i < 50; i++) {
                hoarder.send(BrokerFixture.prepared(hoarder, queue, BrokerFixture.Mail.of("m" + i)));
            }
            try (Receiver slow = hoarder.openReceiver(queue, UNTIL_SETTLED, () -> {})) {
                HeldDelivery inHand = slow.pollNow();
                assertThat(inHand).isNotNull();
                Semaphore woken = new Semaphore(0);
                try (Receiver waiting = other.openReceiver(other.queue("q", false), UNTIL_SETTLED, woken::release)) {
                    HeldDelivery received = waiting.poll();
                    while (received == null) {
                        assertThat(woken.tryAcquire(30, TimeUnit.SECONDS))
                                .as("woken for what the other node gave back")
                                .isTrue();
                        received = waiting.poll();
                    }
                    assertThat(received.deliveryCount()).isEqualTo(1);
                    other.settlement().complete(List.of(received));
                }
                hoarder.settlement().complete(List.of(inHand));
            }
        }
    }
}
