package dev.restante.node.admin.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the throttle of counts for the history")
class CountThrottleTest {

    @Test
    @DisplayName("counting takes at most one percent of the time")
    void shouldRest() {
        CountThrottle throttle = new CountThrottle();
        assertThat(throttle.mustPause(Long.MIN_VALUE)).isFalse();
        long began = Long.MAX_VALUE - 10;
        long ended = began + 50;
        throttle.countDone(began, ended);
        assertThat(throttle.mustPause(ended)).isTrue();
        assertThat(throttle.mustPause(ended + 4_999)).isTrue();
        assertThat(throttle.mustPause(ended + 5_000)).isFalse();
    }
}
