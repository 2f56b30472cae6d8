package dev.restante.ra.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.Policy;
import dev.restante.admin.RestanteAdmin;
import dev.restante.ra.RestanteActivationSpec;
import dev.restante.ra.RestanteResourceAdapter;
import dev.restante.ra.testing.EndpointServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Message-driven beans during a database outage")
final class DatabaseOutageTest {

    private static final long PATIENCE_SECONDS = 60;

    /** Time for which a starting activation waits on the server's thread, before it waits on its own thread. */
    private static final String START_TIMEOUT = "5s";

    @TempDir
    private Path data;

    private final EndpointServer server = new EndpointServer();
    private final RestanteResourceAdapter adapter = new RestanteResourceAdapter();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final EndpointServer.Bean bean = server.new Bean(true, message -> {
        try {
            received.add(message.getBody(String.class));
        } catch (JMSException e) {
            throw new IllegalStateException(e);
        }
    });
    private int port;
    private String url;
    private EmbeddedPostgres database;

    @BeforeEach
    void configure() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        url = "jdbc:postgresql://localhost:" + port + "/postgres?user=postgres";
        adapter.setUrl(url);
        adapter.setOptions("lingerDuration=0s");
    }

    /** Shortens the store timeout of the adapter and of the external sender. */
    private void shortenStoreTimeout() {
        adapter.setOptions("lingerDuration=0s;storeTimeout=" + START_TIMEOUT);
        url += "&restante.storeTimeout=" + START_TIMEOUT;
    }

    private void startDatabase() throws IOException {
        database = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data.resolve("data"))
                .setCleanDataDirectory(false)
                .start();
    }

    @AfterEach
    void stop() throws IOException {
        adapter.stop();
        server.close();
        if (database != null) {
            database.close();
        }
    }

    private void send(String text) throws JMSException {
        try (RestanteXAConnectionFactory factory = EndpointServer.externalClient(url);
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("q"), text);
        }
    }

    private String next() throws InterruptedException {
        return received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until all received messages are committed, because others would be redelivered. */
    private void awaitCommitted() throws SQLException {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            while (statement.executeQuery("SELECT 1 FROM restante_delivery").next()) {
                Thread.onSpinWait();
            }
        }
    }

    private RestanteActivationSpec activate() throws Exception {
        adapter.start(server);
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination("q");
        spec.setResourceAdapter(adapter);
        adapter.endpointActivation(bean, spec);
        return spec;
    }

    @Test
    @DisplayName("an activation waits for a database that has not started yet")
    void shouldWait() throws Exception {
        shortenStoreTimeout();
        activate();
        startDatabase();
        send("a");
        assertThat(next()).isEqualTo("a");
    }

    @Test
    @DisplayName("a waiting activation can be ended")
    void shouldEndWhileItWaits() throws Exception {
        shortenStoreTimeout();
        RestanteActivationSpec spec = activate();
        adapter.endpointDeactivation(bean, spec);
        startDatabase();
        send("a");
        assertThat(received).isEmpty();
        assertThat(bean.endpointRequests).hasValue(0);
    }

    @Test
    @DisplayName("POL-01 the adapter starts without its database, and sets its policies when the database is available")
    void shouldSetPoliciesLater() throws Exception {
        shortenStoreTimeout();
        adapter.setPolicies("pattern=orders.#, maxDeliveryCount=3");
        adapter.start(server);
        startDatabase();
        try (RestanteXAConnectionFactory factory = EndpointServer.externalClient(url);
                RestanteAdmin admin = factory.admin()) {
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (admin.policies().list().isEmpty()) {
                assertThat(System.nanoTime()).as("time").isLessThan(deadlineNanos);
                Thread.onSpinWait();
            }
            assertThat(admin.policies().list()).extracting(Policy::pattern).containsExactly("orders.#");
        }
    }

    @Test
    @DisplayName("an activation continues when its database is available again")
    void shouldGoOn() throws Exception {
        startDatabase();
        activate();
        send("a");
        assertThat(next()).isEqualTo("a");
        awaitCommitted();
        database.close();
        startDatabase();
        send("b");
        assertThat(next()).isEqualTo("b");
    }

    @Test
    @DisplayName("RCV-13 an activation rejoins after its node was declared dead")
    void shouldJoinAnew() throws Exception {
        startDatabase();
        activate();
        send("a");
        assertThat(next()).isEqualTo("a");
        awaitCommitted();
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            statement.execute("UPDATE restante_node SET alive = FALSE");
            statement.execute("UPDATE restante_pipeline SET alive = FALSE");
        }
        try (RestanteXAConnectionFactory other = EndpointServer.externalClient(url)) {
            other.setLingerDuration(java.time.Duration.ZERO);
            boolean sent = false;
            while (!sent) {
                try (JMSContext context = other.createContext()) {
                    context.createProducer().send(context.createQueue("q"), "b");
                    sent = true;
                } catch (jakarta.jms.JMSRuntimeException fenced) {
                    // Both used the fenced node of this JVM. The next connection opens a new node.
                    Thread.onSpinWait();
                }
            }
        }
        assertThat(next()).isEqualTo("b");
    }
}
