package dev.restante.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Resources that the machine, this JVM and the processes that it has started have used so far. Known on Linux only.
 *
 * @param machineMicros the processor time of all processes, in steps of 10 ms
 * @param jvmMicros the processor time of this JVM
 * @param serverMicros the processor time of the processes that this JVM has started, and of their ended children, in
 *     steps of 10 ms
 * @param diskFlushes the number of flushes that all disks have completed
 * @param diskBytes the number of bytes that were written to all disks
 */
public record MachineUse(long machineMicros, long jvmMicros, long serverMicros, long diskFlushes, long diskBytes) {

    private static final Path PROCESSOR_COUNTERS = Path.of("/proc/stat");
    private static final Path DISK_COUNTERS = Path.of("/proc/diskstats");
    private static final Path DISKS = Path.of("/sys/block");
    private static final int MICROS_PER_TICK = 10_000;

    /** Positions of user, nice, system, irq and softirq time in the line of all CPUs. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};

    /** Positions of the user and system time of a process and of its ended children, behind the name of the process. */
    private static final int[] PROCESS_FIELDS = {11, 12, 13, 14};

    private static final int DISK_NAME_FIELD = 2;
    private static final int SECTORS_WRITTEN_FIELD = 9;
    private static final int FLUSHES_FIELD = 18;
    private static final int SECTOR_BYTES = 512;

    /** Returns the use until now, or empty if the machine does not tell it. */
    public static Optional<MachineUse> soFar() {
        if (!Files.isReadable(PROCESSOR_COUNTERS) || !Files.isReadable(DISK_COUNTERS)) {
            return Optional.empty();
        }
        try {
            long flushes = 0;
            long sectors = 0;
            for (String line : Files.readAllLines(DISK_COUNTERS)) {
                DiskCounters disk = DiskCounters.parse(line);
                if (isDisk(disk.name())) {
                    flushes += disk.flushes();
                    sectors += disk.sectorsWritten();
                }
            }
            return Optional.of(new MachineUse(
                    busyTicks(Files.readAllLines(PROCESSOR_COUNTERS).get(0)) * MICROS_PER_TICK,
                    ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                    .getProcessCpuTime()
                            / 1_000,
                    startedProcessesTicks() * MICROS_PER_TICK,
                    flushes,
                    sectors * SECTOR_BYTES));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns what each of some messages has cost since an earlier use. */
    public Map<CostFigure, Double> costSince(MachineUse before, long messages) {
        Map<CostFigure, Double> cost = new EnumMap<>(CostFigure.class);
        double each = messages;
        cost.put(CostFigure.MACHINE, (machineMicros - before.machineMicros) / each);
        cost.put(CostFigure.JVM, (jvmMicros - before.jvmMicros) / each);
        if (serverMicros > before.serverMicros) {
            cost.put(CostFigure.SERVER, (serverMicros - before.serverMicros) / each);
        }
        cost.put(CostFigure.FLUSHES, (diskFlushes - before.diskFlushes) / each);
        cost.put(CostFigure.DISK_BYTES, (diskBytes - before.diskBytes) / each);
        return cost;
    }

    /** Adds what each of some messages has cost since an earlier use to the figures of a run, if this is known. */
    public static void addCost(Optional<MachineUse> before, long messages, Map<String, Double> figures) {
        Optional<MachineUse> after = soFar();
        if (messages > 0 && before.isPresent() && after.isPresent()) {
            after.get()
                    .costSince(before.get(), messages)
                    .forEach((figure, value) -> figures.put(figure.label(), value));
        }
    }

    /** Returns the sum of the busy times in the first line of the counters of the processors. */
    static long busyTicks(String line) {
        return sum(line.trim().split("\\s+"), BUSY_FIELDS);
    }

    /** Returns the processor time in the counters of a process, whose name may contain any character. */
    static long processTicks(String line) {
        return sum(line.substring(line.lastIndexOf(')') + 2).split(" "), PROCESS_FIELDS);
    }

    private static long sum(String[] fields, int[] positions) {
        long sum = 0;
        for (int position : positions) {
            sum += Long.parseLong(fields[position]);
        }
        return sum;
    }

    private static long startedProcessesTicks() {
        return ProcessHandle.current()
                .descendants()
                .mapToLong(process -> processTicks(process.pid()))
                .sum();
    }

    private static long processTicks(long id) {
        try {
            return processTicks(Files.readString(Path.of("/proc", Long.toString(id), "stat")));
        } catch (IOException ended) {
            // The counters of the parent now contain the time of this process.
            return 0;
        }
    }

    /** Returns whether a name is that of a real disk, and not of a part of a disk or of a device on other disks. */
    private static boolean isDisk(String name) {
        return Files.exists(DISKS.resolve(name).resolve("device"));
    }

    /** Counters of one disk, in the order of the kernel's documentation of iostats. */
    record DiskCounters(String name, long sectorsWritten, long flushes) {

        static DiskCounters parse(String line) {
            String[] fields = line.trim().split("\\s+");
            // Kernels before 5.5 do not count flushes.
            return new DiskCounters(
                    fields[DISK_NAME_FIELD],
                    Long.parseLong(fields[SECTORS_WRITTEN_FIELD]),
                    fields.length > FLUSHES_FIELD ? Long.parseLong(fields[FLUSHES_FIELD]) : 0);
        }
    }
}
