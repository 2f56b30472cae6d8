package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("how much a node acquires ahead")
final class AppetiteTest {

    private final Appetite appetite = Appetite.shared(1_000);

    private void take(int count) {
        for (int i = 0; i < count; i++) {
            appetite.took();
        }
    }

    @Test
    @DisplayName("it grows while whole fetches are taken, up to its bound")
    void shouldGrowWithWholeFetches() {
        assertThat(appetite.size()).isEqualTo(64);
        appetite.fetched(32);
        assertThat(appetite.size()).isEqualTo(64);
        appetite.fetched(64);
        assertThat(appetite.size()).isEqualTo(128);
        for (int i = 0; i < 10; i++) {
            appetite.fetched(appetite.size());
        }
        assertThat(appetite.size()).isEqualTo(1_000);
    }

    @Test
    @DisplayName("it shrinks to what was taken in the last interval when others wait, and only then")
    void shouldShrinkWhenOthersWait() {
        take(500);
        assertThat(appetite.endInterval(false, true)).isEqualTo(64);
        take(3);
        assertThat(appetite.endInterval(true, true)).isEqualTo(3);
        assertThat(appetite.endInterval(true, true)).isZero();
        assertThat(appetite.endInterval(false, true)).isZero();
    }

    @Test
    @DisplayName("it is nothing when others wait and nobody wants anything here, however much was taken lately")
    void shouldBeNothingWithoutDemand() {
        take(500);
        assertThat(appetite.endInterval(true, false)).isZero();
    }

    @Test
    @DisplayName("it grows from nothing with what is taken, not with fetches that bring nothing")
    void shouldGrowFromNothing() {
        assertThat(appetite.endInterval(true, true)).isZero();
        appetite.fetched(0);
        assertThat(appetite.size()).isZero();
        appetite.fetched(1);
        assertThat(appetite.size()).isEqualTo(1);
        appetite.fetched(1);
        assertThat(appetite.size()).isEqualTo(2);
    }

    @Test
    @DisplayName("no more than a fetch stays when others wait")
    void shouldBeBoundedWhereMuchIsTaken() {
        take(5_000);
        assertThat(appetite.endInterval(true, true)).isEqualTo(1_000);
    }

    @Test
    @DisplayName("where nobody else could have it, it is as large as a fetch")
    void shouldBeLargeWhereNothingIsShared() {
        assertThat(Appetite.unshared(1_000).size()).isEqualTo(1_000);
    }

    @Test
    @DisplayName(
            "it shrinks to what was taken by receivers that left something behind, grows again with what is taken, and stays above nothing")
    void shouldShrinkWhenReceiversLeaveSomethingBehind() {
        Appetite unshared = Appetite.unshared(1_000);
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
