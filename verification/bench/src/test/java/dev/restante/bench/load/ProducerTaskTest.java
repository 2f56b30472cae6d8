package dev.restante.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.LoadAccounting;
import dev.restante.bench.measure.SendSchedule;
import jakarta.jms.DeliveryMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProducerTaskTest {

    private static final int BODY_BYTES = 32;
    private static final Load SYNC = new Load(1, 0, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT);

    private final LoadAccounting accounting = new LoadAccounting(10, 3);
    private final List<Long> sentNanos = new ArrayList<>();
    private final List<Long> sequences = new ArrayList<>();

    @Test
    void shouldCountLatenciesOfAnOpenLoopFromTheIntendedInstant() {
        SendSchedule late = new SendSchedule(System.nanoTime() - TimeUnit.MINUTES.toNanos(1), 10);
        accounting.setMeasuring(true);

        run(SYNC.atRate(10), late);

        assertThat(sequences).containsExactly(0L, 1L, 2L);
        assertThat(sentNanos).containsExactly(late.scheduledNanos(0), late.scheduledNanos(1), late.scheduledNanos(2));
        assertThat(accounting.distributions()).containsOnlyKeys(LatencyKind.SCHEDULED_TO_SENT.label());
        assertThat(accounting
                        .distributions()
                        .get(LatencyKind.SCHEDULED_TO_SENT.label())
                        .p50Nanos())
                .isGreaterThan(TimeUnit.SECONDS.toNanos(59));
    }

    @Test
    void shouldCountTheCallOtherwise() {
        accounting.setMeasuring(true);

        run(SYNC, null);

        assertThat(accounting.distributions()).containsOnlyKeys(LatencyKind.SEND.label());
        assertThat(accounting.sentCount()).isEqualTo(3);
    }

    private void run(Load load, SendSchedule schedule) {
        new ProducerTask(new Recording(), load, new BodyGenerator(BODY_BYTES, 1), accounting, schedule).run();
    }

    /** Transport that records the contents of the bodies. */
    private final class Recording implements Transport {

        @Override
        public Sender openSender(Load load) {
            return new Sender() {
                @Override
                public void send(long sequence, byte[] body) {
                    sequences.add(BodyGenerator.sequence(body));
                    sentNanos.add(BodyGenerator.sentNanos(body));
                }

                @Override
                public void commit() {
                    throw new AssertionError("unexpected call");
                }

                @Override
                public void close() {
                    // There is nothing to close.
                }
            };
        }

        @Override
        public ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) {
            return () -> {};
        }
    }
}
