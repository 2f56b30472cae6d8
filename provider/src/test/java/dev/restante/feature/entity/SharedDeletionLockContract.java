package dev.restante.feature.entity;

import static dev.restante.JmsContract.onOtherThread;
import static dev.restante.JmsContract.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.metrics.RestanteMetrics;
import dev.restante.testing.SharedServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks of batches and deletions. A second connection plays the batch or the deletion. */
@Timeout(120)
abstract class SharedDeletionLockContract {

    private final SharedServer server;
    private final String lockOfBatches;
    private final TwoNodes nodes;
    private Connection connection;
    private Session session;
    private java.sql.Connection other;

    SharedDeletionLockContract(SharedServer server, String lockOfBatches) throws JMSException {
        this.server = server;
        this.lockOfBatches = lockOfBatches;
        nodes = new TwoNodes(server);
    }

    @BeforeEach
    void open() throws JMSException, SQLException {
        nodes.create("q");
        nodes.create("other");
        connection = nodes.there.createConnection();
        session = connection.createSession();
        other = server.dataSource(nodes.url).getConnection();
        other.setAutoCommit(false);
    }

    @AfterEach
    void close() throws JMSException, SQLException {
        other.close();
        connection.close();
        nodes.close();
    }

    private void lock(String name, String how) throws SQLException {
        try (PreparedStatement select = other.prepareStatement("SELECT entity FROM restante_entity_presence"
                + " WHERE entity = (SELECT id FROM restante_entity WHERE name = ?) " + how)) {
            select.setString(1, name);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("BEY-04 a deletion waits for a batch that stores a message in the queue")
    void shouldWaitForBatches() throws Exception {
        lock("q", lockOfBatches);
        CompletableFuture<Boolean> deletion = onOtherThread(() -> nodes.hereAdmin.deleteQueue("q", true));
        assertThatThrownBy(() -> deletion.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        other.commit();
        assertThat(deletion.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    @DisplayName("BEY-04 a deletion waits for a batch that did not lock the queue because its pipeline knows the queue")
    void shouldWaitForPipelines() throws Exception {
        send(session, session.createQueue("q"), "m");
        execute(other, "UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE alive = TRUE");
        CompletableFuture<Boolean> deletion = onOtherThread(() -> nodes.hereAdmin.deleteQueue("q", true));
        assertThatThrownBy(() -> deletion.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        other.commit();
        assertThat(deletion.get(1, TimeUnit.MINUTES)).isTrue();
    }

    @Test
    @DisplayName("BEY-04 a batch locks a queue that its pipeline knows only after an announced deletion")
    void shouldLockAfterAnnouncements() throws Exception {
        Queue queue = session.createQueue("q");
        send(session, queue, "m1");
        lock("q", "FOR UPDATE");
        send(session, queue, "m2");
        assertThat(nodes.available("q")).isEqualTo(2);
        try (java.sql.Connection announcing = server.dataSource(nodes.url).getConnection()) {
            execute(announcing, "UPDATE restante_pipeline SET announced_deletions = announced_deletions + 1");
        }
        CompletableFuture<Boolean> waiting = onOtherThread(() -> {
            send(session, queue, "m3");
            return true;
        });
        assertThatThrownBy(() -> waiting.get(500, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        other.rollback();
        assertThat(waiting.get(1, TimeUnit.MINUTES)).isTrue();
        assertThat(nodes.available("q")).isEqualTo(3);
    }

    @Test
    @DisplayName("BEY-04 a deletion that waited in vain names the open transactions")
    void shouldNameLongTransactions() throws Exception {
        lock("q", lockOfBatches);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        try (RestanteConnectionFactory impatient = nodes.withStoreTimeout(Duration.ofSeconds(3));
                RestanteAdmin admin = impatient.admin();
                RestanteMetrics metrics =
                        new RestanteMetrics(impatient, EntityFilter.all(), Duration.ZERO, Tags.empty())) {
            metrics.bindTo(meters);
            FunctionCounter blocked = meters.get("restante.deletions.blocked").functionCounter();
            assertThat(blocked.count()).isZero();
            assertThatThrownBy(() -> admin.deleteQueue("q", true))
                    .hasMessageContaining("The deletion waits for transactions that may have sent to the queue.")
                    .hasMessageContaining(", since ");
            assertThat(blocked.count()).isEqualTo(1);
        }
        assertThat(meters.getMeters()).isEmpty();
        other.rollback();
        assertThat(nodes.hereAdmin.deleteQueue("q", true)).isTrue();
    }

    private static void execute(java.sql.Connection connection, String sql) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(sql)) {
            assertThat(update.executeUpdate()).isPositive();
        }
    }

    @Test
    @DisplayName("BEY-04 changes of options and sends do not wait for a batch that stores a message in the queue")
    void shouldAlterBesideBatches() throws Exception {
        lock("q", lockOfBatches);
        nodes.hereAdmin.alterQueue("q", QueueOptions.defaults().withMaxInFlight(1));
        send(session, session.createQueue("q"), "m");
        assertThat(nodes.available("q")).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-04 while a queue is being deleted, sends to it wait, but sends to other queues do not")
    void shouldNotDelayOthers() throws Exception {
        // The first send must not time out before the sends to the other queue end, even on a busy machine.
        try (RestanteConnectionFactory patient = nodes.withStoreTimeout(Duration.ofMinutes(1));
                Connection own = patient.createConnection();
                Session first = own.createSession();
                Session second = own.createSession()) {
            Queue queue = first.createQueue("q");
            lock("q", "FOR UPDATE");
            CompletableFuture<Boolean> waiting = onOtherThread(() -> {
                send(first, queue, "m");
                return true;
            });
            for (int i = 0; i < 20; i++) {
                send(second, second.createQueue("other"), "m" + i);
            }
            assertThat(nodes.available("other")).isEqualTo(20);
            assertThat(waiting).isNotDone();
            other.rollback();
            assertThat(waiting.get(1, TimeUnit.MINUTES)).isTrue();
            assertThat(nodes.available("q")).isEqualTo(1);
        }
    }
}
