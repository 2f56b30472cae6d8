package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("an application data source that does not answer")
final class UnansweringDataSourceTest {

    private final String url = PostgresServer.newDatabase();

    /** Data source that answers while its gate is open. */
    private static final class Gated extends PGSimpleDataSource {

        private static final long serialVersionUID = 1L;

        private final transient List<Connection> late = new CopyOnWriteArrayList<>();
        private transient volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public Connection getConnection() throws SQLException {
            CountDownLatch closed = gate;
            if (closed.getCount() == 0) {
                return super.getConnection();
            }
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new SQLException("interrupted", e);
            }
            Connection connection = super.getConnection();
            if (Thread.currentThread().getName().equals("restante-store")) {
                late.add(connection);
            }
            return connection;
        }
    }

    private static CompletableFuture<Boolean> sendAsynchronously(JMSContext context, Queue queue, String text) {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        context.createProducer()
                .setAsync(new CompletionListener() {
                    @Override
                    public void onCompletion(Message message) {
                        told.complete(true);
                    }

                    @Override
                    public void onException(Message message, Exception failure) {
                        told.completeExceptionally(failure);
                    }
                })
                .send(queue, text);
        return told;
    }

    private void endAllSessions() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }
    }

    @Test
    @DisplayName("RCV-19 an asynchronous send fails in time, and connections that arrive late are returned")
    void shouldTellSenders() throws Exception {
        Gated source = new Gated();
        source.setUrl(url);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(source)) {
            factory.setStoreTimeout(Duration.ofSeconds(3));
            factory.setLeaseDuration(Duration.ofMinutes(2));
            factory.setLingerDuration(Duration.ZERO);
            try (JMSContext context = factory.createContext();
                    JMSContext receiving = factory.createContext()) {
                Queue queue = context.createQueue("q");
                context.createProducer().send(queue, "before");
                CountDownLatch gate = new CountDownLatch(1);
                source.gate = gate;
                endAllSessions();
                CompletableFuture<Boolean> told = sendAsynchronously(context, queue, "meanwhile");
                eventually("the asynchronous send has failed", told::isDone);
                assertThat(told)
                        .failsWithin(0, TimeUnit.SECONDS)
                        .withThrowableThat()
                        .havingCause()
                        .isInstanceOf(JMSRuntimeException.class)
                        .satisfies(failure -> assertThat(((JMSRuntimeException) failure).getErrorCode())
                                .isIn("RESTANTE-STORE-UNAVAILABLE", "RESTANTE-OUTCOME-UNKNOWN"));
                gate.countDown();
                source.gate = new CountDownLatch(0);
                eventually("connections that arrived late are returned", () -> allClosed(source.late));
                context.createProducer().send(queue, "after");
                JMSConsumer consumer = receiving.createConsumer(queue);
                assertThat(consumer.receiveBody(String.class, 10_000)).isEqualTo("before");
            }
        }
    }

    private static boolean allClosed(List<Connection> connections) {
        return !connections.isEmpty()
                && connections.stream().allMatch(connection -> {
                    try {
                        return connection.isClosed();
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }
}
