package dev.restante.bench.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.bench.measure.LatencyHistogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NodeCommandHandlerTest {

    private final DirectTransport direct = new DirectTransport();
    private final NodeCommandHandler handler = new NodeCommandHandler(direct, 32);

    @AfterEach
    void closeWorker() throws Exception {
        handler.close();
        assertThat(direct.events).endsWith("transport closed");
    }

    @Test
    void shouldCountWhatItSendsAndReceives() throws Exception {
        handler.handle("open 1 1 0");
        handler.handle("measure on");
        handler.handle("start");
        direct.awaitSends();
        handler.handle("measure off");
        handler.handle("stop");
        String[] flow = handler.handle("flow").split(" ");

        assertThat(Long.parseLong(flow[0])).isPositive();
        assertThat(flow[2]).isEqualTo(flow[0]);
        assertThat(flow[3]).isEqualTo(flow[1]);
        assertThat(handler.handle("close")).matches("SEND=\\S+ END_TO_END=\\S+");
        assertThat(direct.events).endsWith("consumers closed");
    }

    @Test
    void shouldTellLatenciesAsHistograms() throws Exception {
        handler.handle("open 1 1 0");
        handler.handle("measure on");
        handler.handle("start");
        direct.awaitSends();
        handler.handle("stop");
        LatencyHistogram histogram = new LatencyHistogram();

        histogram.add(handler.handle("close").split(" ")[0].substring("SEND=".length()));

        assertThat(histogram.distribution()).isPresent();
    }

    @Test
    void shouldSendNothingWithoutProducers() throws Exception {
        handler.handle("open 0 1 20");
        handler.handle("start");
        handler.handle("stop");

        assertThat(handler.handle("flow")).isEqualTo("0 0 0 0");
        assertThat(handler.handle("close")).isEmpty();
    }

    @Test
    void shouldRefuseWhatItDoesNotUnderstand() throws Exception {
        assertThatIllegalArgumentException().isThrownBy(() -> handler.handle("start"));
        handler.handle("open 0 0 0");
        assertThatIllegalArgumentException().isThrownBy(() -> handler.handle("open"));
    }
}
