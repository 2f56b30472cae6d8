package dev.restante.node;

import static dev.restante.node.BrokerFixture.PATIENCE_MILLIS;
import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
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

/** Purges and redrives of what the node that does it is itself concerned with. */
abstract class PurgeContract extends BrokerContract {

    private static final MessageQuery AVAILABLE = new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false);

    /** Longer than a purge takes where nothing is held up. */
    private static final long HELD_UP_MILLIS = 2_000;

    @Test
    @DisplayName(
            "BEY-04 a purge waits for what its own node is just fetching, however slowly that is read, and removes it")
    void shouldWaitForAFetch() throws Exception {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b", "c");
        CompletableFuture<Long> purge;
        try (SharedStore.Hold held = broker.store.holdLoads()) {
            assertThat(held).isNotNull();
            Consumer consumer = broker.consumer(queue);
            assertThat(consumer.receiver.poll()).isNull();
            eventually("it is being fetched", broker.store::loadHeld);
            purge = CompletableFuture.supplyAsync(() -> broker.node
                    .messageAdministration()
                    .purge(queue, AVAILABLE, done -> true)
                    .removed());
            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> purge.get(HELD_UP_MILLIS, TimeUnit.MILLISECONDS));
        }
        assertThat(purge.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo(3);
        assertThat(broker.browse(queue)).isEmpty();
    }

    @Test
    @DisplayName("BEY-04 a purge removes nothing more once its watch has ended it, nor asks that again")
    void shouldEndWithItsWatch() {
        Entity queue = broker.queue("q");
        broker.send(queue, "a", "b");
        Set<Long> numbers =
                broker.node.messageAdministration().page(queue, AVAILABLE, null, 10, false).messages().stream()
                        .map(message -> message.delivery().id())
                        .collect(Collectors.toSet());
        List<Long> told = new ArrayList<>();

        MessageAdministration.Purged purged = broker.node
                .messageAdministration()
                .purge(queue, new MessageQuery(Set.of(Standing.AVAILABLE), null, numbers, false), done -> {
                    told.add(done);
                    return false;
                });

        assertThat(told).containsExactly(purged.removed());
        assertThat(purged.cancelled()).isTrue();
        assertThat(broker.browse(queue)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("BEY-03 what comes back in the very millisecond in which a redrive begins stays there all the same")
    void shouldNotRedriveTwice() {
        Entity queue = broker.queue("q");
        Entity dead = broker.deadLetters(queue);
        broker.send(queue, "a", "b");
        Consumer consumer = broker.consumer(queue);
        deadLetter(consumer.next());
        deadLetter(consumer.next());
        broker.time.advance(Duration.ofMillis(1));

        MessageAdministration.Redrive all = new MessageAdministration.Redrive(AVAILABLE, null, Long.MAX_VALUE, 0);
        List<String> again = new ArrayList<>();
        long moved = broker.node
                .messageAdministration()
                .redrive(dead, all, done -> {
                    HeldDelivery held = consumer.next();
                    again.add(BrokerFixture.text(held));
                    deadLetter(held);
                    return again.size() < 10;
                })
                .moved();

        assertThat(again).containsExactly("a");
        assertThat(moved).isEqualTo(2);
        assertThat(broker.browse(dead)).containsExactly("a");
    }

    private void deadLetter(HeldDelivery held) {
        broker.node.settlement().deadLetter(held, "Because", null, Map.of());
    }
}
