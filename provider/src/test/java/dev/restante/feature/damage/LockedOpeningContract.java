package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Another session keeps tables of a store locked for as long as nodes try to open it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class LockedOpeningContract {

    private static final int CALLERS = 10;

    private final SharedServer server;
    private final String url;

    LockedOpeningContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    /** The code of the failure to open; empty if it was opened. */
    private String open() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setStoreTimeout(Duration.ofSeconds(1));
            factory.createConnection().close();
            return "";
        } catch (JMSException refused) {
            return refused.getErrorCode();
        }
    }

    private void assertEndsWhileLocked(String... tables) throws Exception {
        assertThat(tables).isNotEmpty();
        List<CompletableFuture<String>> calls = new ArrayList<>();
        try (Connection locking = server.locked(url, tables)) {
            for (int i = 0; i < CALLERS; i++) {
                calls.add(JmsContract.onOtherThread(this::open));
            }
            for (CompletableFuture<String> call : calls) {
                assertThat(JmsContract.result(call)).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            }
            assertThat(locking.isValid(1)).isTrue();
        }
        assertThat(open()).isEmpty();
    }

    @Test
    @DisplayName("RCV-19 opening ends in time while the table of the schema's version is locked")
    void shouldNotAwaitTheSchema() throws Exception {
        assertThat(open()).isEmpty();
        assertEndsWhileLocked("restante_schema");
    }

    @Test
    @DisplayName("RCV-19 opening ends in time while the table of the nodes is locked")
    void shouldNotAwaitTheNodes() throws Exception {
        assertThat(open()).isEmpty();
        assertEndsWhileLocked("restante_node");
    }

    @Test
    @DisplayName("RCV-19 opening ends in time while all tables are locked")
    void shouldNotAwaitAllTables() throws Exception {
        assertThat(open()).isEmpty();
        assertEndsWhileLocked(server.tables(url));
    }
}
