package dev.restante.node;

import static dev.restante.node.BrokerFixture.TIMEOUT_MILLIS;
import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Purges and redrives of messages that their node fetches or receives at the same time. */
abstract class PurgeContract extends BrokerContract {

    private static final MessageQuery AVAILABLE =
            new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false);

    /** Time that a purge exceeds only if it is blocked. */
    private static final long HELD_UP_MILLIS = 2_000;

    @Test
    @DisplayName("BEY-04 a purge waits for a running fetch of its node, however slow it is, and removes its messages")
    void shouldWaitForAFetch() throws Exception {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b", "c");
        CompletableFuture<Long> purge;
        try (SharedStore.Hold held = broker.store.holdLoads()) {
            assertThat(held).isNotNull();
            Consumer consumer = broker.consumer(queue);
            assertThat(consumer.receiver.pollPrefetched()).isNull();
            eventually("the message is being fetched", broker.store::loadHeld);
            purge = CompletableFuture.supplyAsync(() -> broker.node
                    .messageAdministration()
                    .purge(queue, AVAILABLE, done -> true)
                    .removed());
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> purge.get(HELD_UP_MILLIS, TimeUnit.MILLISECONDS));
        }
        assertThat(purge.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(3);
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 SND-05 a purge of locked messages removes a locked message that its node has only in memory")
    void shouldPurgeLockedMessagesInMemory() {
        Entity queue = broker.queue("q");
        Consumer consumer = broker.consumer(queue);
        consumer.assertNothing();
        broker.send(queue, TestMessage.of("kept").nonPersistent().properties(Map.of("n", 1)));
        broker.send(queue, TestMessage.of("removed").nonPersistent().properties(Map.of("n", 2)));
        broker.send(queue, TestMessage.of("prefetched").nonPersistent().properties(Map.of("n", 2)));
        InFlightDelivery kept = consumer.next();
        InFlightDelivery removed = consumer.next();
        MessageQuery locked = new MessageQuery(
                Set.of(DeliveryStatus.LOCKED), BrokerFixture.selecting("n = 2").selector(), Set.of(), false);

        assertThat(broker.node
                        .messageAdministration()
                        .purge(queue, locked, done -> true)
                        .removed())
                .isEqualTo(1);

        assertRefused(BrokerErrorReason.LOCK_LOST, () -> broker.complete(removed));
        broker.complete(kept);
        assertThat(consumer.take()).isEqualTo("prefetched");
        consumer.assertNothing();
    }

    @Test
    @DisplayName("BEY-04 a purge ends when its progress listener cancels it, and does not call the listener again")
    void shouldEndWithItsWatch() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b");
        Set<Long> numbers =
                broker.node.messageAdministration().messages(queue, AVAILABLE, null, 10, false).messages().stream()
                        .map(message -> message.delivery().id())
                        .collect(Collectors.toSet());
        List<Long> told = new ArrayList<>();

        MessageAdministration.PurgeResult purgeResult = broker.node
                .messageAdministration()
                .purge(queue, new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, numbers, false), done -> {
                    told.add(done);
                    return false;
                });

        assertThat(told).containsExactly(purgeResult.removed());
        assertThat(purgeResult.cancelled()).isTrue();
        assertThat(broker.browse(queue)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("BEY-03 a redrive does not move a message that returns in the very millisecond of its start")
    void shouldNotRedriveTwice() {
        Entity queue = broker.queue("q");
        Entity dead = broker.deadLetters(queue);
        broker.send(queue, "a", "b");
        Consumer consumer = broker.consumer(queue);
        deadLetter(consumer.next());
        deadLetter(consumer.next());
        broker.time.advance(Duration.ofMillis(1));

        MessageAdministration.RedriveRequest all =
                new MessageAdministration.RedriveRequest(AVAILABLE, null, Long.MAX_VALUE, 0);
        List<String> again = new ArrayList<>();
        long moved = broker.node
                .messageAdministration()
                .redrive(dead, all, done -> {
                    InFlightDelivery delivery = consumer.next();
                    again.add(BrokerFixture.text(delivery));
                    deadLetter(delivery);
                    return again.size() < 10;
                })
                .moved();

        assertThat(again).containsExactly("a");
        assertThat(moved).isEqualTo(2);
        assertThat(broker.browse(dead)).containsExactly("a");
    }

    private void deadLetter(InFlightDelivery delivery) {
        broker.node.settler().deadLetter(delivery, "Because", null, Map.of());
    }
}
