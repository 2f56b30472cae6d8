package dev.restante.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianRangeTest {

    @Test
    void shouldTakeTheMiddleOfAnOddNumber() {
        assertThat(MedianRange.of(List.of(9.0, 1.0, 4.0))).isEqualTo(new MedianRange(4, 1, 9));
    }

    @Test
    void shouldTakeTheMeanOfTheMiddleTwo() {
        assertThat(MedianRange.of(List.of(8.0, 1.0, 2.0, 4.0))).isEqualTo(new MedianRange(3, 1, 8));
    }

    @Test
    void shouldRefuseNoValues() {
        assertThatIllegalArgumentException().isThrownBy(() -> MedianRange.of(List.of()));
    }
}
