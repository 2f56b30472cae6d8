package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.HistoryScale;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the history of figures of one PostgreSQL by several nodes")
final class PostgresFiguresTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final BrokerNode here = nodes.openLively("here", Duration.ofSeconds(3));
    private final BrokerNode there = nodes.openLively("there", Duration.ofSeconds(3));

    @AfterEach
    void close() {
        nodes.close();
    }

    @Test
    @DisplayName("VIS-10 is recorded by all of them when somebody wants it of one, and the oldest counts")
    void shouldBeWantedOfAll() {
        assertThat(there.parts().storeSettings.historyWanted()).isFalse();
        assertThat(here.history().read(HistoryScale.HOUR)).isEmpty();
        assertThat(here.parts().storeSettings.historyWanted()).isTrue();
        eventually(
                "the other has heard of it", () -> there.parts().storeSettings.historyWanted());
        assertThat(isOldest(here)).isTrue();
        assertThat(isOldest(there)).isFalse();
        here.close();
        assertThat(isOldest(there)).isTrue();
    }

    private boolean isOldest(BrokerNode node) {
        return there.parts()
                .context
                .store()
                .history()
                .isOldest(node.parts().context.incarnation());
    }
}
