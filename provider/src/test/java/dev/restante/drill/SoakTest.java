package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Endurance test: four nodes work on one PostgreSQL database with a fault each minute. Every few minutes they rest, the
 * history is checked, and the resources are measured. They must not grow.
 */
@Tag("soak")
final class SoakTest {

    private static final int NODES = 4;

    /** Nodes whose workers are never killed, so that their memory shows leaks. */
    private static final int LASTING_NODES = 2;

    private static final int MINUTES = Integer.getInteger("restante.soak.minutes", 60);
    private static final int MINUTES_PER_HISTORY = 5;
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(6);

    /** Pause with which four nodes send about 300 messages a second on two cores. */
    private static final long PAUSE_MILLIS = 8;

    private static final Path REPORT = Path.of("target", "soak.md");

    private final Random random = Drill.random("soak");
    private final List<SoakSample> samples = new ArrayList<>();

    @Test
    @Timeout(value = 24, unit = TimeUnit.HOURS)
    @DisplayName("memory, threads, files, connections and tables do not grow under load and faults")
    void shouldNotGrow() throws Exception {
        Files.writeString(REPORT, SoakSample.HEAD + "\n");
        try (DatabaseProcesses database = new PostgresProcesses();
                Drill drill = new Drill(database.url());
                FaultInjector injector = new FaultInjector(drill, database)) {
            deleteIdleQueues(database.url());
            for (int i = 0; i < NODES; i++) {
                drill.start(injector.newProxy().url(), LEASE, STORE_TIMEOUT, PAUSE_MILLIS);
            }
            long receivedBefore = 0;
            for (int minute = 0; minute < MINUTES; minute += MINUTES_PER_HISTORY) {
                int minutes = Math.min(MINUTES_PER_HISTORY, MINUTES - minute);
                workUnderFaults(drill, injector, minutes);
                for (DrillNode node : drill.nodes) {
                    node.rest();
                }
                drill.check();
                long received = drill.ledger.received();
                record(SoakSample.of(
                        minute + minutes, received - receivedBefore, drill.nodes.subList(0, LASTING_NODES), database));
                receivedBefore = received;
                drill.beginHistory();
                for (DrillNode node : drill.nodes) {
                    node.work();
                }
            }
            drill.end();
        }
        assertFlat();
    }

    /** Each killed worker leaves a queue of its own. */
    private static void deleteIdleQueues(String url) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin()) {
            QueueOptions options =
                    QueueOptions.defaults().withMaxDeliveryCount(1_000_000).withAutoDeleteOnIdle(Duration.ofMinutes(5));
            admin.policies().set(new Policy(DrillTasks.OWN + "#", options));
        }
    }

    private void workUnderFaults(Drill drill, FaultInjector injector, int minutes) throws Exception {
        List<DrillFault> forLasting = Arrays.stream(DrillFault.values())
                .filter(fault -> fault != DrillFault.KILL_WORKER)
                .toList();
        for (int i = 0; i < minutes; i++) {
            long endNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
            int node = random.nextInt(NODES);
            List<DrillFault> faults = node < LASTING_NODES ? forLasting : List.of(DrillFault.values());
            DrillFault fault = faults.get(random.nextInt(faults.size()));
            injector.inject(fault, node, random);
            drill.awaitProgress();
            TimeUnit.NANOSECONDS.sleep(Math.max(0, endNanos - System.nanoTime()));
        }
    }

    private void record(SoakSample sample) throws IOException {
        samples.add(sample);
        System.out.println(sample.row());
        Files.writeString(REPORT, sample.row() + "\n", StandardOpenOption.APPEND);
    }

    /** Compares the last sample with the second: caches and tables are filled by then. */
    private void assertFlat() {
        SoakSample base = samples.get(Math.min(1, samples.size() - 1));
        SoakSample last = samples.get(samples.size() - 1);
        assertThat(last.heapBytes()).as("heap, bytes").isLessThan(base.heapBytes() * 5 / 4 + (8 << 20));
        assertThat(last.threads()).as("threads").isLessThanOrEqualTo(base.threads() + 4);
        assertThat(last.files()).as("open files").isLessThanOrEqualTo(base.files() + 8);
        assertThat(last.connections()).as("connections").isLessThanOrEqualTo(base.connections() + 8);
        assertThat(last.rows()).as("rows").isLessThan(base.rows() + 100);
        // The database gives back pages only at times, so single samples differ by a factor of 10.
        int half = (samples.size() + 1) / 2;
        assertThat(largestTables(samples.subList(half, samples.size())))
                .as("tables in the second half, bytes")
                .isLessThan(largestTables(samples.subList(0, half)) * 3 / 2 + (16 << 20));
    }

    private static long largestTables(List<SoakSample> half) {
        return half.stream().mapToLong(SoakSample::tableBytes).max().orElse(0);
    }
}
