package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SharesTest {

    @Test
    void shouldCompareTheExtremesWithTheMean() {
        assertThat(Shares.of(List.of(50L, 150L, 100L))).isEqualTo(new Shares(50, 150));
    }

    @Test
    void shouldSeeWhoGetsNothing() {
        assertThat(Shares.of(List.of(0L, 10L))).isEqualTo(new Shares(0, 200));
    }

    @Test
    void shouldTakeNothingForEven() {
        assertThat(Shares.of(List.of(0L, 0L))).isEqualTo(new Shares(100, 100));
    }
}
