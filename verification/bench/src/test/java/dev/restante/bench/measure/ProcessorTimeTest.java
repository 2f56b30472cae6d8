package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class ProcessorTimeTest {

    @Test
    void shouldAddUpWhatIsBusy() {
        // user, nice, system, idle, iowait, irq, softirq, steal
        assertThat(ProcessorTime.busyTicks("cpu  100 20 3 5000 700 4 5 60 0 0")).isEqualTo(132);
    }

    @Test
    void shouldGrowWhereTheMachineTells() {
        OptionalLong before = ProcessorTime.usedMicros();
        OptionalLong after = ProcessorTime.usedMicros();
        assertThat(after.isPresent()).isEqualTo(before.isPresent());
        if (before.isPresent()) {
            assertThat(after.getAsLong()).isGreaterThanOrEqualTo(before.getAsLong());
        }
    }
}
