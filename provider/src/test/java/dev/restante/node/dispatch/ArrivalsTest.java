package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("when a node is caught up")
final class ArrivalsTest {

    private final Arrivals arrivals = new Arrivals(new WideFetch());

    private void fetchThatFindsNothing() {
        arrivals.decide(0, 0, 0, true);
        arrivals.fetched(0);
    }

    @Test
    @DisplayName("only a fetch that leaves nothing behind proves it")
    void shouldNeedAnExhaustiveFetch() {
        assertThat(arrivals.nothingOlder()).isFalse();
        arrivals.decide(0, 0, 0, true);
        arrivals.fetched(Arrivals.NONE);
        assertThat(arrivals.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(arrivals.nothingOlder()).isTrue();
    }

    @Test
    @DisplayName("an arrival of another batch that was outstanding when the fetch was decided spoils the proof")
    void shouldNotTrustAFetchBesideAnOutstandingArrival() {
        arrivals.decide(0, 1, 0, false);
        arrivals.decide(0, 0, 0, true);
        arrivals.settle(1);
        arrivals.fetched(0);
        assertThat(arrivals.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(arrivals.caughtUp()).isTrue();
    }

    @Test
    @DisplayName("so does one that was decided after it; those of its own batch do not")
    void shouldNotTrustAFetchBeforeAnArrival() {
        arrivals.decide(0, 2, 0, true);
        arrivals.settle(2);
        arrivals.fetched(0);
        assertThat(arrivals.caughtUp()).isTrue();
        arrivals.decide(0, 0, 0, true);
        arrivals.decide(0, 1, 0, false);
        arrivals.fetched(0);
        assertThat(arrivals.caughtUp()).isFalse();
    }

    @Test
    @DisplayName("births are granted as far as there is room, and never beside plain arrivals of the same batch")
    void shouldGrantBirths() {
        assertThat(arrivals.decide(3, 0, 10, false)).as("not caught up").isZero();
        arrivals.settle(3);
        fetchThatFindsNothing();
        assertThat(arrivals.decide(3, 0, 10, false)).isEqualTo(3);
        assertThat(arrivals.caughtUp()).isTrue();
        assertThat(arrivals.decide(9, 0, 10, false)).isEqualTo(7);
        assertThat(arrivals.caughtUp()).as("two had to stay in the store").isFalse();
        arrivals.settle(2);
        arrivals.birthsFailed(10);
        fetchThatFindsNothing();
        assertThat(arrivals.decide(1, 1, 10, false)).isZero();
        arrivals.settle(2);
        fetchThatFindsNothing();
        assertThat(arrivals.decide(1, 0, -5, false)).isZero();
    }

    @Test
    @DisplayName("SND-05 a non-persistent message on its way to the store keeps the next one out of memory")
    void shouldNotOvertakeInMemory() {
        fetchThatFindsNothing();
        arrivals.storeBoundBegun();
        assertThat(arrivals.nothingOlder()).isTrue();
        assertThat(arrivals.nothingOlderInMemory()).isFalse();
        assertThat(arrivals.certainlyNothing()).isFalse();
        arrivals.storeBoundEnded();
        assertThat(arrivals.nothingOlderInMemory()).isTrue();
        assertThat(arrivals.certainlyNothing()).isTrue();
    }

    @Test
    @DisplayName("births that were granted before everything was given up are outdated, later ones are not")
    void shouldOutdateGrantedBirths() {
        fetchThatFindsNothing();
        assertThat(arrivals.decide(3, 0, 10, false)).isEqualTo(3);
        assertThat(arrivals.born()).isFalse();
        arrivals.givenUp();
        assertThat(arrivals.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(arrivals.decide(1, 0, 10, false)).isEqualTo(1);
        assertThat(arrivals.born()).isTrue();
        arrivals.birthsFailed(1);
        assertThat(arrivals.born()).isFalse();
        assertThat(arrivals.granted()).isZero();
    }

    private BitSet decide(int room, int... priorities) {
        List<Buffered> births = new ArrayList<>();
        for (int priority : priorities) {
            births.add(BufferedMessages.message(births.size() + 1, priority));
        }
        return arrivals.decide(births, 0, false, priority -> room);
    }

    private static BitSet indexes(int... indexes) {
        BitSet set = new BitSet();
        for (int index : indexes) {
            set.set(index);
        }
        return set;
    }

    @Test
    @DisplayName(
            "RCV-21 it may be for high priorities only: they are born, the others are not, and spoil only their own")
    void shouldBeCaughtUpForHighPriorities() {
        assertThat(decide(10, 9)).isEqualTo(indexes());
        arrivals.settle(1);
        arrivals.decide(0, 0, 0, true);
        arrivals.fetched(5);
        assertThat(arrivals.caughtUp()).isFalse();
        assertThat(decide(10, 9, 4, 5, 0)).isEqualTo(indexes(0, 2));
        arrivals.settle(2);
        assertThat(decide(10, 5)).isEqualTo(indexes(0));
        assertThat(decide(4, 7, 7, 6, 9)).as("room for one, then for no other").isEqualTo(indexes(0));
        assertThat(decide(10, 7, 9)).isEqualTo(indexes());
    }

    @Test
    @DisplayName("RCV-21 a fetch proves it for priorities above what it may not have seen")
    void shouldProveHighPriorities() {
        assertThat(decide(10, 4)).isEqualTo(indexes());
        arrivals.decide(0, 0, 0, true);
        decide(10, 6);
        arrivals.fetched(0);
        assertThat(decide(10, 7, 6)).isEqualTo(indexes(0));
        arrivals.settle(3);
        arrivals.disturb();
        assertThat(decide(10, 9)).isEqualTo(indexes());
        arrivals.settle(1);
        arrivals.decide(0, 0, 0, true);
        arrivals.fetched(0);
        assertThat(arrivals.caughtUp()).isTrue();
    }
}
