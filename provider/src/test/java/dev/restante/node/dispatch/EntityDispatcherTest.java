package dev.restante.node.dispatch;

import static dev.restante.node.dispatch.BufferedMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
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

@DisplayName("what a node that shares its store has at hand")
final class EntityDispatcherTest extends DispatcherFixture {

    @Test
    @DisplayName("it gives up what was not taken lately, and fetches no more before a receiver waits")
    void shouldNotFetchAheadAgain() {
        fetched(1, 2, 3, 4);
        assertThat(take()).isEqualTo(1);
        assertThat(dispatcher.contents().surplus(false)).isEmpty();
        assertThat(dispatcher.contents().surplus(true))
                .extracting(Buffered::delivery)
                .extracting(Delivery::id)
                .containsExactly(2L, 3L, 4L);
        dispatcher.replenishment().wentBack();
        dispatcher.intake().settled(0, 4, List.of(), false);
        dispatcher.disturb();
        assertThat(dispatcher.contents().removeExpired(0)).isEmpty();
        assertThat(fetches).containsExactly(64);

        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64, 1);
        fetched(2);
        assertThat(take()).isEqualTo(2);
    }

    @Test
    @DisplayName("RCV-06 it fetches nothing before what it gave up is in the store")
    void shouldNotFetchWhileItGivesUp() {
        fetched(1, 2);
        assertThat(dispatcher.contents().surplus(true)).hasSize(2);
        assertThat(take()).isZero();
        assertThat(fetches).containsExactly(64);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).containsExactly(64, 1);
    }

    @Test
    @DisplayName("births that were granted before go back too: they are later than what was given up")
    void shouldRefuseBirthsOfBefore() {
        fetched();
        assertThat(dispatcher.intake().decide(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.intake().born(List.of(message(1)))).isEmpty();
        assertThat(dispatcher.contents().surplus(true)).hasSize(1);
        assertThat(dispatcher.intake().born(List.of(message(2)))).hasSize(1);
        dispatcher.replenishment().wentBack();
        assertThat(dispatcher.intake().born(List.of(message(3)))).hasSize(1);
        assertThat(take()).isZero();
    }

    @Test
    @DisplayName("RCV-06 nothing is fetched before births that were granted to who has left are back")
    void shouldNotFetchBeforeBirthsHaveGoneBack() {
        fetched();
        assertThat(dispatcher.intake().decide(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.close(seat)).isEmpty();
        Seat next = dispatcher.open(() -> {});
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).containsExactly(64);
        assertThat(dispatcher.intake().born(List.of(message(1), message(2)))).hasSize(2);
        dispatcher.intake().birthFailed(message(3));
        assertThat(fetches).containsExactly(64);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).hasSize(2);
    }

    @Test
    @DisplayName(
            "all that a transaction bears is at hand in its order when the first receiver is woken, and no more are woken than can have some")
    void shouldTakeInABirthAsAWhole() {
        fetched();
        List<List<Long>> takenWhenWoken = new ArrayList<>();
        List<Seat> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            waiting.add(dispatcher.open(() -> {
                List<Long> taken = new ArrayList<>();
                Buffered next = dispatcher.take(waiting.get(number), 0, new ArrayList<>());
                while (next != null) {
                    taken.add(next.delivery().id());
                    next = dispatcher.take(waiting.get(number), 0, new ArrayList<>());
                }
                takenWhenWoken.add(taken);
            }));
        }
        waiting.forEach(
                each -> assertThat(dispatcher.take(each, 0, new ArrayList<>())).isNull());
        dispatcher.pause(seat);

        assertThat(dispatcher.intake().decide(3, 0, false)).isEqualTo(3);
        assertThat(dispatcher.intake().born(List.of(message(1), message(2), message(3))))
                .isEmpty();
        assertThat(takenWhenWoken).containsExactly(List.of(1L, 2L, 3L), List.of(), List.of());
    }

    @Test
    @DisplayName("what a fetch is bringing is left for the next time")
    void shouldNotShareDuringAFetch() {
        assertThat(dispatcher.contents().surplus(true)).isEmpty();
        fetched(1, 2);
        assertThat(dispatcher.contents().surplus(true)).hasSize(2);
    }

    @Test
    @DisplayName("it starves where a receiver waits, or has asked since the last time, and nothing is there")
    void shouldSayThatItStarves() {
        assertThat(dispatcher.starving()).isTrue();
        dispatcher.pause(seat);
        assertThat(dispatcher.starving()).isFalse();
        assertThat(take()).isZero();
        dispatcher.pause(seat);
        assertThat(dispatcher.starving()).isTrue();
        assertThat(take()).isZero();
        fetched(1);
        assertThat(dispatcher.starving()).isFalse();
    }

    @Test
    @DisplayName("TTL-02 what is born behind a fetch expires on time, although the fetch has not ended")
    void shouldExpireBehindAFetch() {
        deadlineMillis = 100;
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(0, true, null);
        assertThat(dispatcher.intake().decide(1, 0, false)).isEqualTo(1);
        assertThat(dispatcher.intake().born(List.of(message(1)))).isEmpty();

        assertThat(dispatcher.contents().earliestDeadline()).isEqualTo(100);
        assertThat(dispatcher.contents().removeExpired(99)).isEmpty();
        assertThat(dispatcher.contents().removeExpired(100)).hasSize(1);
        dispatcher.replenishment().ended();
        assertThat(take()).isZero();
    }

    @Test
    @DisplayName(
            "what is born at the very end of a fetch goes back with the rest when the last receiver leaves: it is later than what goes back")
    void shouldGiveUpWhatIsBehindAFetch() {
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(1, true, null);
        assertThat(dispatcher.intake().decide(1, 0, false)).isEqualTo(1);
        assertThat(dispatcher.replenishment().loaded(List.of(message(1)))).isEmpty();
        assertThat(dispatcher.intake().born(List.of(message(2)))).isEmpty();

        assertThat(dispatcher.close(seat))
                .extracting(Buffered::delivery)
                .extracting(Delivery::id)
                .containsExactly(1L, 2L);
        Seat next = dispatcher.open(() -> {});
        dispatcher.replenishment().ended();
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).as("fetches before that is back").hasSize(1);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).hasSize(2);
    }

    @Test
    @DisplayName("RCV-06 what is born behind a fetch that could not be read goes back with it: it is later")
    void shouldGiveUpWhatIsBehindAFetchThatFailed() {
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(1, true, null);
        assertThat(dispatcher.intake().decide(2, 0, false)).isEqualTo(2);
        assertThat(dispatcher.intake().born(List.of(message(2)))).isEmpty();

        assertThat(dispatcher.replenishment().loadFailed())
                .extracting(Buffered::delivery)
                .extracting(Delivery::id)
                .containsExactly(2L);
        assertThat(dispatcher.intake().decide(1, 0, false)).as("born meanwhile").isZero();
        dispatcher.replenishment().ended();
        assertThat(dispatcher.intake().born(List.of(message(3)))).hasSize(1);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).as("fetches before all has gone back").hasSize(1);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).hasSize(2);
        fetched(1, 2, 3);
        assertThat(List.of(take(), take(), take())).containsExactly(1L, 2L, 3L);
    }

    @Test
    @DisplayName("receivers that come for one message each make it acquire few, not a fetch for each of them")
    void shouldFetchLittleForReceiversThatLeave() {
        fetched(1, 2, 3, 4);
        assertThat(take()).isEqualTo(1);
        assertThat(dispatcher.close(seat)).hasSize(3);
        dispatcher.replenishment().wentBack();

        Seat next = dispatcher.open(() -> {});
        dispatcher.disturb();
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNull();
        assertThat(fetches).containsExactly(64, 1);
        fetched(2);
        assertThat(dispatcher.take(next, 0, new ArrayList<>())).isNotNull();
        assertThat(dispatcher.close(next)).isEmpty();
    }

    @Test
    @DisplayName(
            "RCV-06, RCV-21 buffered deliveries behind a released one go back where the fetch brought higher priorities only")
    void shouldGiveBackWhatBelongsBehindTheFront() {
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        dispatcher.intake().decide(0, 1, false);
        dispatcher.intake().settled(1, 4, List.of(5L), true);
        dispatcher.replenishment().acquired(1, false, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(8, 9)))).isEmpty();
        assertThat(take()).isEqualTo(8);
        assertThat(take()).as("6 belongs behind 5").isZero();
        assertThat(dispatcher.contents().tail())
                .extracting(buffered -> buffered.delivery().id())
                .containsExactly(6L, 7L);
        dispatcher.replenishment().wentBack();
        dispatcher.replenishment().ended();
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        assertThat(take()).isEqualTo(6);
        assertThat(take()).isEqualTo(7);
    }

    @Test
    @Timeout(20)
    @DisplayName("RCV-06 whoever waits for what was released to the front waits on when the fetch for it fails")
    void shouldFetchTheFrontAgain() throws Exception {
        fetched(5, 6, 7);
        assertThat(take()).isEqualTo(5);
        dispatcher.intake().decide(0, 1, false);
        dispatcher.intake().settled(1, 4, List.of(5L), true);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            Future<?> released = other.submit(() -> {
                dispatcher.awaitFront(TimeUnit.SECONDS.toNanos(15));
                return null;
            });
            Eventually.eventually("the front is fetched", () -> fetches.size() == 2);
            dispatcher.replenishment().failed();
            dispatcher.replenishment().ended();
            Eventually.eventually("it is fetched again", () -> fetches.size() == 3);
            assertThat(released.isDone())
                    .as("released before the front is here")
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
        assertThat(dispatcher.intake().decide(0, count, withFetch)).isZero();
        for (int i = 0; i < count; i++) {
            dispatcher.intake().settled(1, priority, List.of(), false);
        }
    }

    @Test
    @DisplayName("RCV-21 arrivals of a higher priority ask for one fetch at a time, and for none if it has seen them")
    void shouldFetchWhatOvertakesOnce() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        arrive(4, false, 10);
        assertThat(fetches).as("nothing overtakes").hasSize(1);
        arrive(9, false, 10);
        assertThat(fetches).hasSize(2);
        arrive(9, true, 1);
        dispatcher.replenishment().acquired(2, true, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(100, 9), message(101, 9))))
                .isEmpty();
        assertThat(dispatcher.contents().tail()).isEmpty();
        dispatcher.replenishment().ended();
        assertThat(fetches).hasSize(2);
        assertThat(LongStream.generate(this::take).limit(3)).containsExactly(100L, 101L, 2L);

        arrive(9, false, 1);
        assertThat(fetches).hasSize(3);
        arrive(9, false, 1);
        dispatcher.replenishment().acquired(1, true, null);
        assertThat(dispatcher.replenishment().loaded(List.of(message(102, 9)))).isEmpty();
        dispatcher.replenishment().ended();
        assertThat(fetches).as("it has not seen the later one").hasSize(4);
    }

    @Test
    @DisplayName("RCV-21 a fetch of higher priorities proves nothing about the rest, and does not enlarge the prefetch")
    void shouldProveNothingOfTheRest() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        arrive(9, false, 1);
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(64, true, null);
        assertThat(dispatcher
                        .replenishment()
                        .loaded(LongStream.range(100, 164)
                                .mapToObj(id -> message(id, 9))
                                .toList()))
                .isEmpty();
        dispatcher.replenishment().ended();
        assertThat(dispatcher.replenishment().exhausted()).isFalse();
        assertThat(dispatcher.intake().decide(1, 0, false)).isZero();
        assertThat(LongStream.generate(this::take).limit(71)).hasSize(71).doesNotContain(0L);
        assertThat(fetches).containsExactly(64, 64, 32);
    }

    @Test
    @DisplayName("RCV-21 the end of the buffer goes back, and nothing is fetched before it is in the store")
    void shouldGiveBackTheTail() {
        fetched(LongStream.rangeClosed(1, 40).toArray());
        assertThat(take()).isEqualTo(1);
        for (int i = 0; i < 2; i++) {
            arrive(9 - i, false, 1);
        }
        assertThat(dispatcher.intake().decide(0, 0, true)).isZero();
        dispatcher.replenishment().acquired(2_000, true, null);
        assertThat(dispatcher
                        .replenishment()
                        .loaded(LongStream.range(100, 2_100)
                                .mapToObj(id -> message(id, 9))
                                .toList()))
                .isEmpty();
        List<Buffered> tail = dispatcher.contents().tail();
        assertThat(tail).hasSize(1_039);
        assertThat(tail.get(tail.size() - 1).delivery().id()).isEqualTo(40);
        dispatcher.replenishment().ended();
        arrive(9, false, 1);
        assertThat(fetches).hasSize(2);
        dispatcher.intake().settled(0, EntityDispatcher.NO_PRIORITY, List.of(), true);
        dispatcher.replenishment().wentBack();
        assertThat(fetches).as("enough waits before it").hasSize(2);
        assertThat(dispatcher.contents().stock().acquired()).isEqualTo(1_000);
    }
}
