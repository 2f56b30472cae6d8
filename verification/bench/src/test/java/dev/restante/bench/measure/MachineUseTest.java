package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.MachineUse.DiskCounters;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class MachineUseTest {

    @Test
    void shouldAddUpTheBusyTimesOfTheProcessors() {
        // user, nice, system, idle, iowait, irq, softirq, steal
        assertThat(MachineUse.busyTicks("cpu  100 20 3 5000 700 4 5 60 0 0")).isEqualTo(132);
    }

    @Test
    void shouldAddUpTheTimesOfAProcessAndItsEndedChildren() {
        assertThat(MachineUse.processTicks("7 (a (b) c) S 1 7 7 0 -1 4194304 50 60 0 0 1000 200 30 4 20 0 1 0 99"))
                .isEqualTo(1234);
    }

    @Test
    void shouldReadTheCountersOfADisk() {
        String counters = " 254 0 vda 1 2 3 4 5 6 7000 8 9 10 11 12 13 14 15 16 17";
        assertThat(DiskCounters.parse(counters)).isEqualTo(new DiskCounters("vda", 7000, 16));
        // Kernels before 5.5 do not count flushes.
        assertThat(DiskCounters.parse(" 8 0 sda 1 2 3 4 5 6 7000 8 9 10 11 12 13 14 15"))
                .isEqualTo(new DiskCounters("sda", 7000, 0));
    }

    @Test
    void shouldDivideByTheMessages() {
        MachineUse before = new MachineUse(1_000, 100, 200, 5, 4_096);
        MachineUse after = new MachineUse(2_000, 500, 400, 6, 8_192);
        assertThat(after.costSince(before, 10))
                .isEqualTo(Map.of(
                        CostFigure.MACHINE, 100.0,
                        CostFigure.JVM, 40.0,
                        CostFigure.SERVER, 20.0,
                        CostFigure.FLUSHES, 0.1,
                        CostFigure.DISK_BYTES, 409.6));
    }

    @Test
    void shouldNameNoServerIfThereIsNone() {
        MachineUse use = new MachineUse(1_000, 100, 0, 5, 4_096);
        assertThat(use.costSince(use, 10)).doesNotContainKey(CostFigure.SERVER);
    }
}
