package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShareRangeTest {

    @Test
    void shouldCompareTheExtremesWithTheMean() {
        assertThat(ShareRange.of(List.of(50L, 150L, 100L))).isEqualTo(new ShareRange(50, 150));
    }

    @Test
    void shouldSeeWhoGetsNothing() {
        assertThat(ShareRange.of(List.of(0L, 10L))).isEqualTo(new ShareRange(0, 200));
    }

    @Test
    void shouldTakeNothingForEven() {
        assertThat(ShareRange.of(List.of(0L, 0L))).isEqualTo(new ShareRange(100, 100));
    }
}
