package dev.restante.node.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("counting what is in entities for the history")
class CountingPaceTest {

    @Test
    @DisplayName("takes one percent of the time at most")
    void shouldRest() {
        CountingPace pace = new CountingPace();
        assertThat(pace.rests(Long.MIN_VALUE)).isFalse();
        long began = Long.MAX_VALUE - 10;
        long ended = began + 50;
        pace.counted(began, ended);
        assertThat(pace.rests(ended)).isTrue();
        assertThat(pace.rests(ended + 4_999)).isTrue();
        assertThat(pace.rests(ended + 5_000)).isFalse();
    }
}
