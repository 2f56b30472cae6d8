package dev.restante.node.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("a fetch looks at all places")
final class WideFetchTest {

    private final WideFetch wide = new WideFetch();

    private boolean fetch(long beganNanos, long endedNanos) {
        boolean everywhere = wide.begin(beganNanos);
        wide.answered(endedNanos);
        return everywhere;
    }

    @Test
    @DisplayName("first, and then where something is known to be there")
    void shouldLookWhereSomethingIs() {
        assertThat(fetch(0, 10)).isTrue();
        assertThat(wide.proves()).isTrue();
        assertThat(fetch(20, 30)).isFalse();
        assertThat(wide.proves()).isTrue();
        wide.want();
        assertThat(wide.proves()).isFalse();
        assertThat(fetch(40, 50)).isTrue();
        assertThat(fetch(60, 70)).isFalse();
    }

    @Test
    @DisplayName("again when it has failed to")
    void shouldLookAgain() {
        assertThat(wide.begin(0)).isTrue();
        wide.failed();
        assertThat(fetch(10, 20)).isTrue();
        assertThat(wide.begin(30)).isFalse();
        wide.failed();
        assertThat(wide.begin(40)).isFalse();
    }

    @Test
    @DisplayName("without a known reason only after nine times as long as it took")
    void shouldRest() {
        assertThat(fetch(0, 100)).isTrue();
        wide.wantIfRested(999);
        assertThat(fetch(999, 1_999)).isFalse();
        wide.wantIfRested(1_000);
        assertThat(fetch(2_000, 2_001)).isTrue();
        wide.wantIfRested(2_010);
        assertThat(wide.begin(2_010)).isTrue();
    }

    @Test
    @DisplayName("always where messages have groups")
    void shouldAlwaysLook() {
        assertThat(fetch(0, 100)).isTrue();
        assertThat(wide.begin(200)).isFalse();
        wide.wantAlways();
        assertThat(wide.proves()).isFalse();
        assertThat(fetch(300, 400)).isTrue();
        assertThat(wide.proves()).isTrue();
        assertThat(fetch(500, 600)).isTrue();
    }
}
