package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("how much a node acquires ahead")
final class PrefetchSizeTest {

    private final PrefetchSize prefetch = PrefetchSize.shared(1_000);

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            prefetch.took();
        }
    }

    @Test
    @DisplayName("it grows while whole fetches are taken, up to its bound")
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
    @DisplayName("it shrinks to what was taken in the last interval when others wait, and only then")
    void shouldShrinkWhenOthersWait() {
        take(500);
        assertThat(prefetch.endInterval(false, true)).isEqualTo(64);
        take(3);
        assertThat(prefetch.endInterval(true, true)).isEqualTo(3);
        assertThat(prefetch.endInterval(true, true)).isZero();
        assertThat(prefetch.endInterval(false, true)).isZero();
    }

    @Test
    @DisplayName("it is nothing when others wait and nobody wants anything here, however much was taken lately")
    void shouldBeNothingWithoutDemand() {
        take(500);
        assertThat(prefetch.endInterval(true, false)).isZero();
    }

    @Test
    @DisplayName("it grows from nothing with what is taken, not with fetches that bring nothing")
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
    @DisplayName("no more than a fetch stays when others wait")
    void shouldBeBoundedWhereMuchIsTaken() {
        take(5_000);
        assertThat(prefetch.endInterval(true, true)).isEqualTo(1_000);
    }

    @Test
    @DisplayName("where nobody else could have it, it is as large as a fetch")
    void shouldBeLargeWhereNothingIsShared() {
        assertThat(PrefetchSize.unshared(1_000).size()).isEqualTo(1_000);
    }

    @Test
    @DisplayName(
            "it shrinks to what was taken by receivers that left something behind, grows again with what is taken, and stays above nothing")
    void shouldShrinkWhenReceiversLeaveSomethingBehind() {
        PrefetchSize unshared = PrefetchSize.unshared(1_000);
        for (int i = 0; i < 5; i++) {
            unshared.took();
        }
        unshared.everybodyLeft(false);
        assertThat(unshared.size()).isEqualTo(1_000);
        unshared.took();
        unshared.everybodyLeft(true);
        assertThat(unshared.size()).isEqualTo(1);
        unshared.everybodyLeft(true);
        assertThat(unshared.size()).isEqualTo(1);
        unshared.fetched(1);
        unshared.fetched(2);
        assertThat(unshared.size()).isEqualTo(4);
    }
}
