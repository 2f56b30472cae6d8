package dev.restante.node.queue.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the prefetch size")
final class PrefetchSizeTest {

    private final PrefetchSize prefetch = PrefetchSize.forSharedStore(1_000);

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            prefetch.messageTaken();
        }
    }

    @Test
    @DisplayName("the prefetch size doubles while whole fetches are taken, up to its limit")
    void shouldGrowWithWholeFetches() {
        assertThat(prefetch.size()).isEqualTo(64);
        prefetch.fetched(32);
        assertThat(prefetch.size()).isEqualTo(64);
        prefetch.fetched(64);
        assertThat(prefetch.size()).isEqualTo(128);
        for (int i = 0; i < 10; i++) {
            prefetch.fetched(prefetch.size());
        }
        assertThat(prefetch.size()).isEqualTo(1_000);
    }

    @Test
    @DisplayName("the prefetch size shrinks to the recent demand only if receivers of other nodes wait")
    void shouldShrinkWhenOthersWait() {
        take(500);
        assertThat(prefetch.endInterval(false, true)).isEqualTo(64);
        take(3);
        assertThat(prefetch.endInterval(true, true)).isEqualTo(3);
        assertThat(prefetch.endInterval(true, true)).isZero();
        assertThat(prefetch.endInterval(false, true)).isZero();
    }

    @Test
    @DisplayName("the prefetch size is zero if receivers of other nodes wait and no receiver of this node does")
    void shouldBeNothingWithoutDemand() {
        take(500);
        assertThat(prefetch.endInterval(true, false)).isZero();
    }

    @Test
    @DisplayName("the prefetch size grows from zero after fetches that bring messages, but not after empty ones")
    void shouldGrowFromNothing() {
        assertThat(prefetch.endInterval(true, true)).isZero();
        prefetch.fetched(0);
        assertThat(prefetch.size()).isZero();
        prefetch.fetched(1);
        assertThat(prefetch.size()).isEqualTo(1);
        prefetch.fetched(1);
        assertThat(prefetch.size()).isEqualTo(2);
    }

    @Test
    @DisplayName("the prefetch size is at most one fetch if receivers of other nodes wait")
    void shouldBeBoundedWhereMuchIsTaken() {
        take(5_000);
        assertThat(prefetch.endInterval(true, true)).isEqualTo(1_000);
    }

    @Test
    @DisplayName("the prefetch size of an exclusive store is one full fetch")
    void shouldBeLargeWhereNothingIsShared() {
        assertThat(PrefetchSize.forExclusiveStore(1_000).size()).isEqualTo(1_000);
    }

    @Test
    @DisplayName(
            "the prefetch size shrinks to the demand, but not to zero, if the last receiver leaves messages behind")
    void shouldShrinkWhenReceiversLeaveSomethingBehind() {
        PrefetchSize unshared = PrefetchSize.forExclusiveStore(1_000);
        for (int i = 0; i < 5; i++) {
            unshared.messageTaken();
        }
        unshared.lastReceiverClosed(false);
        assertThat(unshared.size()).isEqualTo(1_000);
        unshared.messageTaken();
        unshared.lastReceiverClosed(true);
        assertThat(unshared.size()).isEqualTo(1);
        unshared.lastReceiverClosed(true);
        assertThat(unshared.size()).isEqualTo(1);
        unshared.fetched(1);
        unshared.fetched(2);
        assertThat(unshared.size()).isEqualTo(4);
    }
}
