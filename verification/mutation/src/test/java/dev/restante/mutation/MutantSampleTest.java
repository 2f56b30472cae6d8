package dev.restante.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MutantSampleTest {

    @Test
    @DisplayName("A seed selects the same mutants each time, and another seed selects other mutants")
    void aSeedIsASample() {
        assertThat(drawn(new MutantSample(1, 50)))
                .isEqualTo(drawn(new MutantSample(1, 50)))
                .isNotEqualTo(drawn(new MutantSample(2, 50)));
    }

    @Test
    @DisplayName("A sample contains the requested share of the mutants")
    void theShareIsKept() {
        assertThat(drawn(new MutantSample(1, 50))).hasSizeBetween(450, 550);
        assertThat(drawn(new MutantSample(1, 1000))).hasSize(10_000);
    }

    @Test
    @DisplayName("A larger sample of the same seed contains the smaller sample")
    void aLargerSampleContainsTheSmallerOne() {
        assertThat(drawn(new MutantSample(1, 100))).containsAll(drawn(new MutantSample(1, 50)));
    }

    @Test
    @DisplayName("A sample of less than 1 or more than 1,000 thousandths is rejected")
    void theShareIsChecked() {
        assertThatThrownBy(() -> new MutantSample(1, 0)).hasMessageContaining("not 0");
        assertThatThrownBy(() -> new MutantSample(1, 1001)).hasMessageContaining("not 1001");
    }

    private static List<Integer> drawn(MutantSample sample) {
        return IntStream.range(0, 10_000)
                .filter(i -> sample.contains("mutant " + i))
                .boxed()
                .toList();
    }
}
