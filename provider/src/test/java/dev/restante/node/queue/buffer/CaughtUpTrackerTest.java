package dev.restante.node.queue.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the caught-up tracker")
final class CaughtUpTrackerTest {

    private final CaughtUpTracker caughtUp = new CaughtUpTracker(new FetchRange());

    private void fetchThatFindsNothing() {
        caughtUp.announce(0, 0, 0, true);
        caughtUp.fetchCommitted(0);
    }

    @Test
    @DisplayName("only a fetch that exhausts the store makes the node caught up")
    void shouldNeedAnExhaustiveFetch() {
        assertThat(caughtUp.overtakesNothing()).isFalse();
        caughtUp.announce(0, 0, 0, true);
        caughtUp.fetchCommitted(CaughtUpTracker.NO_CAUGHT_UP_PRIORITY);
        assertThat(caughtUp.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(caughtUp.overtakesNothing()).isTrue();
    }

    @Test
    @DisplayName(
            "a fetch does not make the node caught up if another batch had an unconfirmed arrival at its announcement")
    void shouldNotTrustAFetchBesideAnOutstandingArrival() {
        caughtUp.announce(0, 1, 0, false);
        caughtUp.announce(0, 0, 0, true);
        caughtUp.confirm(1);
        caughtUp.fetchCommitted(0);
        assertThat(caughtUp.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(caughtUp.caughtUp()).isTrue();
    }

    @Test
    @DisplayName("an arrival after a fetch keeps the node from being caught up, an arrival in its batch does not")
    void shouldNotTrustAFetchBeforeAnArrival() {
        caughtUp.announce(0, 2, 0, true);
        caughtUp.confirm(2);
        caughtUp.fetchCommitted(0);
        assertThat(caughtUp.caughtUp()).isTrue();
        caughtUp.announce(0, 0, 0, true);
        caughtUp.announce(0, 1, 0, false);
        caughtUp.fetchCommitted(0);
        assertThat(caughtUp.caughtUp()).isFalse();
    }

    @Test
    @DisplayName("direct deliveries are granted up to the free capacity, and never in a batch with other arrivals")
    void shouldGrantBirths() {
        assertThat(caughtUp.announce(3, 0, 10, false))
                .as("direct deliveries granted while not caught up")
                .isZero();
        caughtUp.confirm(3);
        fetchThatFindsNothing();
        assertThat(caughtUp.announce(3, 0, 10, false)).isEqualTo(3);
        assertThat(caughtUp.caughtUp()).isTrue();
        assertThat(caughtUp.announce(9, 0, 10, false)).isEqualTo(7);
        assertThat(caughtUp.caughtUp())
                .as("caught up although two messages stayed in the store")
                .isFalse();
        caughtUp.confirm(2);
        caughtUp.directDeliveriesFailed(10);
        fetchThatFindsNothing();
        assertThat(caughtUp.announce(1, 1, 10, false)).isZero();
        caughtUp.confirm(2);
        fetchThatFindsNothing();
        assertThat(caughtUp.announce(1, 0, -5, false)).isZero();
    }

    @Test
    @DisplayName("SND-05 a non-persistent message on its way to the store keeps the next message out of memory")
    void shouldNotOvertakeInMemory() {
        fetchThatFindsNothing();
        caughtUp.spillBegun();
        assertThat(caughtUp.overtakesNothing()).isTrue();
        assertThat(caughtUp.overtakesNothingInMemory()).isFalse();
        assertThat(caughtUp.storeCertainlyEmpty()).isFalse();
        caughtUp.spillsEnded();
        assertThat(caughtUp.overtakesNothingInMemory()).isTrue();
        assertThat(caughtUp.storeCertainlyEmpty()).isTrue();
    }

    @Test
    @DisplayName("direct deliveries that were granted before a return of all messages are outdated, later ones are not")
    void shouldOutdateGrantedBirths() {
        fetchThatFindsNothing();
        assertThat(caughtUp.announce(3, 0, 10, false)).isEqualTo(3);
        assertThat(caughtUp.directDeliveryArrived()).isFalse();
        caughtUp.prefetchedReturned();
        assertThat(caughtUp.caughtUp()).isFalse();
        fetchThatFindsNothing();
        assertThat(caughtUp.announce(1, 0, 10, false)).isEqualTo(1);
        assertThat(caughtUp.directDeliveryArrived()).isTrue();
        caughtUp.directDeliveriesFailed(1);
        assertThat(caughtUp.directDeliveryArrived()).isFalse();
        assertThat(caughtUp.reserved()).isZero();
    }

    private BitSet decide(int room, int... priorities) {
        List<PrefetchedMessage> directDeliveries = new ArrayList<>();
        for (int priority : priorities) {
            directDeliveries.add(PrefetchedMessages.message(directDeliveries.size() + 1, priority));
        }
        return caughtUp.announce(directDeliveries, 0, false, priority -> room);
    }

    private static BitSet indexes(int... indexes) {
        BitSet set = new BitSet();
        for (int index : indexes) {
            set.set(index);
        }
        return set;
    }

    @Test
    @DisplayName("RCV-21 a node that is caught up only for high priorities grants direct deliveries only for them")
    void shouldBeCaughtUpForHighPriorities() {
        assertThat(decide(10, 9)).isEqualTo(indexes());
        caughtUp.confirm(1);
        caughtUp.announce(0, 0, 0, true);
        caughtUp.fetchCommitted(5);
        assertThat(caughtUp.caughtUp()).isFalse();
        assertThat(decide(10, 9, 4, 5, 0)).isEqualTo(indexes(0, 2));
        caughtUp.confirm(2);
        assertThat(decide(10, 5)).isEqualTo(indexes(0));
        assertThat(decide(4, 7, 7, 6, 9))
                .as("direct deliveries with room for one message")
                .isEqualTo(indexes(0));
        assertThat(decide(10, 7, 9)).isEqualTo(indexes());
    }

    @Test
    @DisplayName("RCV-21 a fetch makes the node caught up for priorities above those of outstanding arrivals")
    void shouldProveHighPriorities() {
        assertThat(decide(10, 4)).isEqualTo(indexes());
        caughtUp.announce(0, 0, 0, true);
        decide(10, 6);
        caughtUp.fetchCommitted(0);
        assertThat(decide(10, 7, 6)).isEqualTo(indexes(0));
        caughtUp.confirm(3);
        caughtUp.invalidate();
        assertThat(decide(10, 9)).isEqualTo(indexes());
        caughtUp.confirm(1);
        caughtUp.announce(0, 0, 0, true);
        caughtUp.fetchCommitted(0);
        assertThat(caughtUp.caughtUp()).isTrue();
    }
}
