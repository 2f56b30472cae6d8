package dev.restante.bench.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.Arrivals;
import dev.restante.bench.load.Consumers;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import dev.restante.bench.measure.Latency;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeWorkerTest {

    private final Direct direct = new Direct();
    private final NodeWorker worker = new NodeWorker(direct, 32);

    @AfterEach
    void closeWorker() throws Exception {
        worker.close();
        assertThat(direct.events).endsWith("transport closed");
    }

    @Test
    void shouldCountWhatItSendsAndReceives() throws Exception {
        worker.handle("open 1 1 0");
        worker.handle("measure on");
        worker.handle("start");
        direct.awaitSends();
        worker.handle("measure off");
        worker.handle("stop");
        String[] flow = worker.handle("flow").split(" ");

        assertThat(Long.parseLong(flow[0])).isPositive();
        assertThat(flow[2]).isEqualTo(flow[0]);
        assertThat(flow[3]).isEqualTo(flow[1]);
        assertThat(worker.handle("close")).matches("SEND=\\S+ END_TO_END=\\S+");
        assertThat(direct.events).endsWith("consumers closed");
    }

    @Test
    void shouldTellLatenciesAsHistograms() throws Exception {
        worker.handle("open 1 1 0");
        worker.handle("measure on");
        worker.handle("start");
        direct.awaitSends();
        worker.handle("stop");
        Latency latency = new Latency();

        latency.add(worker.handle("close").split(" ")[0].substring("SEND=".length()));

        assertThat(latency.distribution()).isPresent();
    }

    @Test
    void shouldSendNothingWithoutProducers() throws Exception {
        worker.handle("open 0 1 20");
        worker.handle("start");
        worker.handle("stop");

        assertThat(worker.handle("flow")).isEqualTo("0 0 0 0");
        assertThat(worker.handle("close")).isEmpty();
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> worker.handle("start"));
        worker.handle("open 0 0 0");
        assertThatIllegalArgumentException().isThrownBy(() -> worker.handle("open"));
    }

    /** Hands over each message in the call that sends it. */
    private static final class Direct implements RunningTransport {

        private final List<String> events = new ArrayList<>();
        private final CountDownLatch sends = new CountDownLatch(5);
        private volatile Arrivals arrivals;

        void awaitSends() throws InterruptedException {
            sends.await();
        }

        @Override
        public Sender openSender(Load load) {
            return new Sender() {
                @Override
                public void send(long sequence, byte[] body) {
                    arrivals.arrived(0, body, System.nanoTime());
                    sends.countDown();
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
        public Consumers openConsumers(Load load, Arrivals told) {
            arrivals = told;
            return () -> events.add("consumers closed");
        }

        @Override
        public void close() {
            events.add("transport closed");
        }
    }
}
