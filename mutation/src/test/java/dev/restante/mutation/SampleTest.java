package dev.restante.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SampleTest {

    @Test
    @DisplayName("A seed draws the same mutants each time, and another seed draws others")
    void aSeedIsASample() {
        assertThat(drawn(new Sample(1, 50))).isEqualTo(drawn(new Sample(1, 50))).isNotEqualTo(drawn(new Sample(2, 50)));
    }

    @Test
    @DisplayName("A sample has the share of the mutants that was asked for")
    void theShareIsKept() {
        assertThat(drawn(new Sample(1, 50))).hasSizeBetween(450, 550);
        assertThat(drawn(new Sample(1, 1000))).hasSize(10_000);
    }

    @Test
    @DisplayName("A larger sample of the same seed contains the smaller one")
    void aLargerSampleContainsTheSmallerOne() {
        assertThat(drawn(new Sample(1, 100))).containsAll(drawn(new Sample(1, 50)));
    }

    @Test
    @DisplayName("A sample of nothing, or of more than everything, is refused")
    void theShareIsChecked() {
        assertThatThrownBy(() -> new Sample(1, 0)).hasMessageContaining("not 0");
        assertThatThrownBy(() -> new Sample(1, 1001)).hasMessageContaining("not 1001");
    }

    private static List<Integer> drawn(Sample sample) {
        return IntStream.range(0, 10_000)
                .filter(i -> sample.contains("mutant " + i))
                .boxed()
                .toList();
    }
}
