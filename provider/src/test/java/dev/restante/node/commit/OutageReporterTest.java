package dev.restante.node.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CON-25 the outage reporter")
final class OutageReporterTest {

    private static final String PIPELINE = "a pipeline";
    private static final String HEARTBEAT = "the heartbeat";

    private final List<BrokerException> told = new ArrayList<>();
    private final OutageReporter outageReporter = new OutageReporter(told::add);

    private static StoreException gone() {
        return new StoreException(StoreException.StoreFailureKind.UNAVAILABLE, "gone", null);
    }

    @Test
    @DisplayName("an outage is reported once, even if it is noticed several times")
    void shouldBeToldOnce() {
        outageReporter.onReached(PIPELINE);
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(1);
    }

    @Test
    @DisplayName("an outage that follows another outage is reported again")
    void shouldBeToldAgain() {
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        outageReporter.onReached(PIPELINE);
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("a call that began during an outage and fails after its end reports nothing")
    void shouldNotBeToldLate() {
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        long sinceNanos = System.nanoTime();
        outageReporter.onReached(PIPELINE);
        outageReporter.onLost(PIPELINE, gone(), sinceNanos);
        assertThat(told).hasSize(1);
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("an outage of one pipeline is reported once, even if the heartbeat still reaches the store")
    void shouldBeToldOnceOfOnePipeline() {
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        outageReporter.onReached(HEARTBEAT);
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(1);
        outageReporter.onReached(PIPELINE);
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }

    @Test
    @DisplayName("an outage is reported even if a pipeline has been idle since it noticed the outage before")
    void shouldBeToldThoughOneWasIdle() {
        outageReporter.onLost(PIPELINE, gone(), System.nanoTime());
        outageReporter.onLost(HEARTBEAT, gone(), System.nanoTime());
        outageReporter.onReached(HEARTBEAT);
        outageReporter.onLost(HEARTBEAT, gone(), System.nanoTime());
        assertThat(told).hasSize(2);
    }
}
