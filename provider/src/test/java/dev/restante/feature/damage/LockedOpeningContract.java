package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.api.ErrorCodes;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Opening of a store while another database session locks its tables. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class LockedOpeningContract {

    private static final int CALLERS = 20;

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(1);

    /**
     * Limit for an opening. It is far above the 3.3 s of one call, and far below the total if each caller waits for the
     * previous caller.
     */
    private static final Duration FAR_BELOW_A_TIMEOUT_FOR_EACH = Duration.ofSeconds(10);

    private final SharedServer server;
    private final String url;

    LockedOpeningContract(SharedServer server) {
        this.server = server;
        this.url = server.newDatabase();
    }

    /** Opens a node by URL. Returns the failure; null for none. */
    private @Nullable JMSException open() throws JMSException {
        return failure(new RestanteConnectionFactory(url));
    }

    static @Nullable JMSException failure(RestanteConnectionFactory opened) throws JMSException {
        try (RestanteConnectionFactory factory = opened) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setStoreTimeout(STORE_TIMEOUT);
            factory.createConnection().close();
            return null;
        } catch (JMSException refused) {
            return refused;
        }
    }

    private Duration openInVain() throws JMSException {
        long startedNanos = System.nanoTime();
        JMSException failure = open();
        assertThat(failure.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private void assertEndsWhileLocked(String... tables) throws Exception {
        assertThat(tables).isNotEmpty();
        List<CompletableFuture<Duration>> calls = new ArrayList<>();
        try (Connection locking = server.lockTables(url, tables)) {
            for (int i = 0; i < CALLERS; i++) {
                calls.add(JmsContract.onOtherThread(this::openInVain));
            }
            for (CompletableFuture<Duration> call : calls) {
                assertThat(JmsContract.result(call)).isLessThan(FAR_BELOW_A_TIMEOUT_FOR_EACH);
            }
            assertThat(locking.isValid(1)).isTrue();
        }
        assertThat(open()).isNull();
    }

    @Test
    @DisplayName("RCV-19 opening a store ends in time while the table with the schema version is locked")
    void shouldNotAwaitTheSchema() throws Exception {
        assertThat(open()).isNull();
        assertEndsWhileLocked("restante_schema");
    }

    @Test
    @DisplayName("RCV-19 the error on opening says that another session may hold a lock on the tables")
    void shouldNameALock() throws Exception {
        assertThat(open()).isNull();
        try (Connection locking = server.lockTables(url, "restante_schema")) {
            assertThat(open()).hasMessageContaining("Check whether another session holds a lock on the tables");
            JMSException ofDataSource = failure(new RestanteConnectionFactory(server.dataSource(url)));
            assertThat(ofDataSource).hasMessageContaining("Check whether another session holds a lock on the tables");
            assertThat(ofDataSource.getErrorCode()).isEqualTo(ErrorCodes.STORE_UNAVAILABLE);
            assertThat(locking.isValid(1)).isTrue();
        }
    }

    @Test
    @DisplayName("RCV-19 opening a store ends in time while the table of the nodes is locked")
    void shouldNotAwaitTheNodes() throws Exception {
        assertThat(open()).isNull();
        assertEndsWhileLocked("restante_node");
    }

    @Test
    @DisplayName("RCV-19 opening a store ends in time while all tables are locked")
    void shouldNotAwaitAllTables() throws Exception {
        assertThat(open()).isNull();
        assertEndsWhileLocked(server.tables(url));
    }
}
