package dev.restante.node.queue;

import static dev.restante.node.queue.buffer.PrefetchedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.CaughtUpTracker;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("the dispatcher of a node that shares its store")
final class EntityDispatcherTest extends DispatcherFixture {

    @Test
    @DisplayName(
            "a dispatcher returns messages that were not taken recently, and fetches again only for a waiting receiver")
    void shouldNotFetchAheadAgain() {
        fetched(1, 2, 3, 4);
        assertThat(take()).isEqualTo(1);
        assertThat(dispatcher.prefetched().takeSurplus(false)).isEmpty();
        assertThat(dispatcher.prefetched().takeSurplus(true))
                .extracting(PrefetchedMessage::delivery)
                .extracting(Delivery::id)
                .containsExactly(2L, 3L, 4L);
        dispatcher.fetches().returnEnded();
        dispatcher.arrivals().arrivalsStored(0, 4, List.of(), false);
        dispatcher.recheckStore();
        assertThat(dispatcher.prefetched().removeExpired(0)).isEmpty();
        assertThat(fetches).containsExactly(64);

        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64, 1);
        fetched(2);
        assertThat(take()).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-06 nothing is fetched until the returned surplus is in the store")
    void shouldNotFetchWhileItGivesUp() {
        fetched(1, 2);
        assertThat(dispatcher.prefetched().takeSurplus(true)).hasSize(2);
        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64);
        dispatcher.fetches().returnEnded();
        assertThat(fetches).containsExactly(64, 1);
    }

    @Test
    @DisplayName("direct deliveries granted before a return of surplus are returned, too, because they are later")
    void shouldRefuseBirthsOfBefore() {
        fetched();
        assertThat(dispatcher.arrivals().decideDirectDeliveries(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(1))))
                .isEmpty();
        assertThat(dispatcher.prefetched().takeSurplus(true)).hasSize(1);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(2))))
                .hasSize(1);
        dispatcher.fetches().returnEnded();
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(3))))
                .hasSize(1);
        assertThat(take()).isZero();
    }

    @Test
    @DisplayName("RCV-06 nothing is fetched until direct deliveries for a closed receiver have been returned")
    void shouldNotFetchBeforeBirthsHaveGoneBack() {
        fetched();
        assertThat(dispatcher.arrivals().decideDirectDeliveries(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.close(slot)).isEmpty();
        ConsumerSlot next = dispatcher.openSlot(() -> {});
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).containsExactly(64);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(1), message(2))))
                .hasSize(2);
        dispatcher.arrivals().directDeliveryFailed(message(3));
        assertThat(fetches).containsExactly(64);
        dispatcher.fetches().returnEnded();
        assertThat(fetches).hasSize(2);
    }

    @Test
    @DisplayName("all direct deliveries of a transaction are prefetched before a receiver is woken for each message")
    void shouldTakeInABirthAsAWhole() {
        fetched();
        List<List<Long>> takenWhenWoken = new ArrayList<>();
        List<ConsumerSlot> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            waiting.add(dispatcher.openSlot(() -> {
                List<Long> taken = new ArrayList<>();
                PrefetchedMessage next = dispatcher.take(waiting.get(number), 0, new ArrayList<>());
                while (next != null) {
                    taken.add(next.delivery().id());
                    next = dispatcher.take(waiting.get(number), 0, new ArrayList<>());
                }
                takenWhenWoken.add(taken);
            }));
        }
        waiting.forEach(
                each -> assertThat(dispatcher.take(each, 0, new ArrayList<>())).isNull());
        dispatcher.pauseSlot(slot);

        assertThat(dispatcher.arrivals().decideDirectDeliveries(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(1), message(2), message(3))))
                .isEmpty();
        assertThat(takenWhenWoken).containsExactly(List.of(1L, 2L, 3L), List.of(), List.of());
    }

    @Test
    @DisplayName("no surplus is returned while a fetch runs")
    void shouldNotShareDuringAFetch() {
        assertThat(dispatcher.prefetched().takeSurplus(true)).isEmpty();
        fetched(1, 2);
        assertThat(dispatcher.prefetched().takeSurplus(true)).hasSize(2);
    }

    @Test
    @DisplayName("a node waits without messages if a receiver waits, or has polled in vain since the last check")
    void shouldSayThatItStarves() {
        assertThat(dispatcher.waitsWithoutMessages()).isTrue();
        dispatcher.pauseSlot(slot);
        assertThat(dispatcher.waitsWithoutMessages()).isFalse();
        assertThat(take()).isZero();
        dispatcher.pauseSlot(slot);
        assertThat(dispatcher.waitsWithoutMessages()).isTrue();
        assertThat(take()).isZero();
        fetched(1);
        assertThat(dispatcher.waitsWithoutMessages()).isFalse();
    }

    @Test
    @DisplayName("TTL-02 a direct delivery that is queued behind a fetch expires on time, even before the fetch ends")
    void shouldExpireBehindAFetch() {
        deadlineMillis = 100;
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(0, true, null);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isEqualTo(1);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(1))))
                .isEmpty();

        assertThat(dispatcher.prefetched().earliestExpiry()).isEqualTo(100);
        assertThat(dispatcher.prefetched().removeExpired(99)).isEmpty();
        assertThat(dispatcher.prefetched().removeExpired(100)).hasSize(1);
        dispatcher.fetches().fetchEnded();
        assertThat(take()).isZero();
    }

    @Test
    @DisplayName("a direct delivery behind a fetch is returned with the fetched messages when the last receiver closes")
    void shouldGiveUpWhatIsBehindAFetch() {
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(1, true, null);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isEqualTo(1);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(1)))).isEmpty();
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(2))))
                .isEmpty();

        assertThat(dispatcher.close(slot))
                .extracting(PrefetchedMessage::delivery)
                .extracting(Delivery::id)
                .containsExactly(1L, 2L);
        ConsumerSlot next = dispatcher.openSlot(() -> {});
        dispatcher.fetches().fetchEnded();
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).as("fetches before the return has ended").hasSize(1);
        dispatcher.fetches().returnEnded();
        assertThat(fetches).hasSize(2);
    }

    @Test
    @DisplayName("RCV-06 direct deliveries behind a fetch that cannot be read are returned with it")
    void shouldGiveUpWhatIsBehindAFetchThatFailed() {
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(1, true, null);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(2, 0, false)).isEqualTo(2);
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(2))))
                .isEmpty();

        assertThat(dispatcher.fetches().fetchLoadFailed())
                .extracting(PrefetchedMessage::delivery)
                .extracting(Delivery::id)
                .containsExactly(2L);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false))
                .as("direct deliveries during the return")
                .isZero();
        dispatcher.fetches().fetchEnded();
        assertThat(dispatcher.arrivals().addDirectDeliveries(List.of(message(3))))
                .hasSize(1);
        dispatcher.fetches().returnEnded();
        assertThat(fetches).as("fetches before all returns have ended").hasSize(1);
        dispatcher.fetches().returnEnded();
        assertThat(fetches).hasSize(2);
        fetched(1, 2, 3);
        assertThat(List.of(take(), take(), take())).containsExactly(1L, 2L, 3L);
    }

    @Test
    @DisplayName("a receiver that closes after one message makes the next fetch small")
    void shouldFetchLittleForReceiversThatLeave() {
        fetched(1, 2, 3, 4);
        assertThat(take()).isEqualTo(1);
        assertThat(dispatcher.close(slot)).hasSize(3);
        dispatcher.fetches().returnEnded();

        ConsumerSlot next = dispatcher.openSlot(() -> {});
        dispatcher.recheckStore();
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).containsExactly(64, 1);
        fetched(2);
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNotNull();
        assertThat(dispatcher.close(next)).isEmpty();
    }

    @Test
    @DisplayName("RCV-06, RCV-21 messages behind a released one are returned if a fetch brings only higher priorities")
    void shouldGiveBackWhatBelongsBehindTheFront() {
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        dispatcher.arrivals().decideDirectDeliveries(0, 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(5L), true);
        dispatcher.fetches().fetchCommitted(1, false, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(8, 9)))).isEmpty();
        assertThat(take()).isEqualTo(8);
        assertThat(take()).as("message 6 waits for message 5").isZero();
        assertThat(dispatcher.prefetched().takeTail())
                .extracting(prefetched -> prefetched.delivery().id())
                .containsExactly(6L, 7L);
        dispatcher.fetches().returnEnded();
        dispatcher.fetches().fetchEnded();
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        assertThat(take()).isEqualTo(6);
        assertThat(take()).isEqualTo(7);
    }

    @Test
    @Timeout(20)
    @DisplayName("RCV-06 a thread that waits for released messages continues to wait if their fetch fails")
    void shouldFetchTheFrontAgain() throws Exception {
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        dispatcher.arrivals().decideDirectDeliveries(0, 1, false);
        dispatcher.arrivals().arrivalsStored(1, 4, List.of(5L), true);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> released = other.submit(() -> {
                dispatcher.awaitReleasedFetched(TimeUnit.SECONDS.toNanos(15));
                return null;
            });
            Eventually.eventually("the front of the queue is fetched", () -> fetches.size() == 2);
            dispatcher.fetches().fetchFailed();
            dispatcher.fetches().fetchEnded();
            Eventually.eventually("the front of the queue is fetched again", () -> fetches.size() == 3);
            assertThat(released.isDone())
                    .as("the release has ended before the front is fetched")
                    .isFalse();
            fetched(5);
            released.get(10, TimeUnit.SECONDS);
        } finally {
            other.shutdownNow();
        }
        assertThat(take()).isEqualTo(5);
        assertThat(take()).isEqualTo(6);
    }

    private void arrive(int priority, boolean withFetch, int count) {
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, count, withFetch))
                .isZero();
        for (int i = 0; i < count; i++) {
            dispatcher.arrivals().arrivalsStored(1, priority, List.of(), false);
        }
    }

    @Test
    @DisplayName("RCV-21 arrivals of a higher priority request one fetch at a time, and none if a fetch has seen them")
    void shouldFetchWhatOvertakesOnce() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        arrive(4, false, 10);
        assertThat(fetches).as("fetches without a message that could overtake").hasSize(1);
        arrive(9, false, 10);
        assertThat(fetches).hasSize(2);
        arrive(9, true, 1);
        dispatcher.fetches().fetchCommitted(2, true, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(100, 9), message(101, 9))))
                .isEmpty();
        assertThat(dispatcher.prefetched().takeTail()).isEmpty();
        dispatcher.fetches().fetchEnded();
        assertThat(fetches).hasSize(2);
        assertThat(LongStream.generate(this::take).limit(3)).containsExactly(100L, 101L, 2L);

        arrive(9, false, 1);
        assertThat(fetches).hasSize(3);
        arrive(9, false, 1);
        dispatcher.fetches().fetchCommitted(1, true, null);
        assertThat(dispatcher.fetches().fetchLoaded(List.of(message(102, 9)))).isEmpty();
        dispatcher.fetches().fetchEnded();
        assertThat(fetches)
                .as("the finished fetch has not read the later message")
                .hasSize(4);
    }

    @Test
    @DisplayName("RCV-21 a fetch of higher priorities neither makes the node caught up nor enlarges the prefetch")
    void shouldProveNothingOfTheRest() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        arrive(9, false, 1);
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(64, true, null);
        assertThat(dispatcher
                        .fetches()
                        .fetchLoaded(LongStream.range(100, 164)
                                .mapToObj(id -> message(id, 9))
                                .toList()))
                .isEmpty();
        dispatcher.fetches().fetchEnded();
        assertThat(dispatcher.fetches().storeExhausted()).isFalse();
        assertThat(dispatcher.arrivals().decideDirectDeliveries(1, 0, false)).isZero();
        assertThat(LongStream.generate(this::take).limit(71)).hasSize(71).doesNotContain(0L);
        assertThat(fetches).containsExactly(64, 64, 32);
    }

    @Test
    @DisplayName("RCV-21 the end of an overfull buffer is returned, and nothing is fetched until it is in the store")
    void shouldGiveBackTheTail() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            arrive(9 - i, false, 1);
        }
        assertThat(dispatcher.arrivals().decideDirectDeliveries(0, 0, true)).isZero();
        dispatcher.fetches().fetchCommitted(2_000, true, null);
        assertThat(dispatcher
                        .fetches()
                        .fetchLoaded(LongStream.range(100, 2_100)
                                .mapToObj(id -> message(id, 9))
                                .toList()))
                .isEmpty();
        List<PrefetchedMessage> tail = dispatcher.prefetched().takeTail();
        assertThat(tail).hasSize(1_039);
        assertThat(tail.get(tail.size() - 1).delivery().id()).isEqualTo(40);
        dispatcher.fetches().fetchEnded();
        arrive(9, false, 1);
        assertThat(fetches).hasSize(2);
        dispatcher.arrivals().arrivalsStored(0, CaughtUpTracker.NO_PRIORITY, List.of(), true);
        dispatcher.fetches().returnEnded();
        assertThat(fetches)
                .as("fetches while enough prefetched messages precede the new one")
                .hasSize(2);
        assertThat(dispatcher.prefetched().prefetchCount().acquired()).isEqualTo(1_000);
    }
}
