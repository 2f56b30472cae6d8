package dev.restante.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.LatencyKind;
import dev.restante.bench.measure.Pace;
import dev.restante.bench.measure.Tally;
import jakarta.jms.DeliveryMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProducerTaskTest {

    private static final int BODY_BYTES = 32;
    private static final Load SYNC = new Load(1, 0, Load.Mode.SYNC, 1, DeliveryMode.PERSISTENT);

    private final Tally tally = new Tally(10, 3);
    private final List<Long> sentNanos = new ArrayList<>();
    private final List<Long> sequences = new ArrayList<>();

    @Test
    void shouldCountLatenciesOfAnOpenLoopFromTheIntendedInstant() {
        Pace late = new Pace(System.nanoTime() - TimeUnit.MINUTES.toNanos(1), 10);
        tally.setMeasuring(true);

        run(SYNC.paced(10), late);

        assertThat(sequences).containsExactly(0L, 1L, 2L);
        assertThat(sentNanos).containsExactly(late.intendedNanos(0), late.intendedNanos(1), late.intendedNanos(2));
        assertThat(tally.distributions()).containsOnlyKeys(LatencyKind.INTENDED_TO_SENT.label());
        assertThat(tally.distributions()
                        .get(LatencyKind.INTENDED_TO_SENT.label())
                        .p50Nanos())
                .isGreaterThan(TimeUnit.SECONDS.toNanos(59));
    }

    @Test
    void shouldCountTheCallOtherwise() {
        tally.setMeasuring(true);

        run(SYNC, null);

        assertThat(tally.distributions()).containsOnlyKeys(LatencyKind.SEND.label());
        assertThat(tally.sentCount()).isEqualTo(3);
    }

    private void run(Load load, Pace pace) {
        new ProducerTask(new Recording(), load, new Body(BODY_BYTES, 1), tally, pace).run();
    }

    /** Keeps what is in the bodies. */
    private final class Recording implements Transport {

        @Override
        public Sender openSender(Load load) {
            return new Sender() {
                @Override
                public void send(long sequence, byte[] body) {
                    sequences.add(Body.sequence(body));
                    sentNanos.add(Body.sentNanos(body));
                }

                @Override
                public void commit() {
                    throw new AssertionError("nobody asked for it");
                }

                @Override
                public void close() {
                    // Nothing is open.
                }
            };
        }

        @Override
        public Consumers openConsumers(Load load, Arrivals arrivals) {
            return () -> {};
        }
    }
}
