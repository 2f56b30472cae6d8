package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.HistoryResolution;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the history of one PostgreSQL store with several nodes")
final class PostgresRecordedHistoryTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final BrokerNode here = nodes.openLively("here", Duration.ofSeconds(3));
    private final BrokerNode there = nodes.openLively("there", Duration.ofSeconds(3));

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    @DisplayName(
            "VIS-10 all nodes record the history when a client of one node requests it, and the oldest node counts")
    void shouldBeWantedOfAll() {
        assertThat(there.components().storeSettings.isHistoryRequested()).isFalse();
        assertThat(here.history().read(HistoryResolution.HOUR)).isEmpty();
        assertThat(here.components().storeSettings.isHistoryRequested()).isTrue();
        eventually(
                "the other node knows that the history is requested",
                () -> there.components().storeSettings.isHistoryRequested());
        assertThat(isOldest(here)).isTrue();
        assertThat(isOldest(there)).isFalse();
        here.close();
        assertThat(isOldest(there)).isTrue();
    }

    private boolean isOldest(BrokerNode node) {
        return there.components()
                .node
                .context()
                .store()
                .history()
                .isOldest(node.components().node.context().incarnation());
    }
}
