package dev.restante.node.queue.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the range of a fetch")
final class FetchRangeTest {

    private final FetchRange fetchRange = new FetchRange();

    private boolean fetch(long beganNanos, long endedNanos) {
        boolean everywhere = fetchRange.begin(beganNanos);
        fetchRange.fetchAnswered(endedNanos);
        return everywhere;
    }

    @Test
    @DisplayName("the first fetch is a full scan, and later fetches only on request")
    void shouldLookWhereSomethingIs() {
        assertThat(fetch(0, 10)).isTrue();
        assertThat(fetchRange.coversAll()).isTrue();
        assertThat(fetch(20, 30)).isFalse();
        assertThat(fetchRange.coversAll()).isTrue();
        fetchRange.requestAll();
        assertThat(fetchRange.coversAll()).isFalse();
        assertThat(fetch(40, 50)).isTrue();
        assertThat(fetch(60, 70)).isFalse();
    }

    @Test
    @DisplayName("a full scan that failed is repeated")
    void shouldLookAgain() {
        assertThat(fetchRange.begin(0)).isTrue();
        fetchRange.failed();
        assertThat(fetch(10, 20)).isTrue();
        assertThat(fetchRange.begin(30)).isFalse();
        fetchRange.failed();
        assertThat(fetchRange.begin(40)).isFalse();
    }

    @Test
    @DisplayName("a full scan without a known reason waits for nine times the duration of the last one")
    void shouldRest() {
        assertThat(fetch(0, 100)).isTrue();
        fetchRange.requestAllIfAllowed(999);
        assertThat(fetch(999, 1_999)).isFalse();
        fetchRange.requestAllIfAllowed(1_000);
        assertThat(fetch(2_000, 2_001)).isTrue();
        fetchRange.requestAllIfAllowed(2_010);
        assertThat(fetchRange.begin(2_010)).isTrue();
    }

    @Test
    @DisplayName("every fetch is a full scan if messages have groups")
    void shouldAlwaysLook() {
        assertThat(fetch(0, 100)).isTrue();
        assertThat(fetchRange.begin(200)).isFalse();
        fetchRange.alwaysAll();
        assertThat(fetchRange.coversAll()).isFalse();
        assertThat(fetch(300, 400)).isTrue();
        assertThat(fetchRange.coversAll()).isTrue();
        assertThat(fetch(500, 600)).isTrue();
    }
}
