package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.ResourceAllocationException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Test of a factory that connects before its PostgreSQL runs. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class WaitingForStoreTest {

    private final DatabaseProxy proxy = new DatabaseProxy(PostgresServer.newEmptyDatabase());

    @AfterEach
    final void close() throws IOException {
        proxy.close();
    }

    private static RestanteConnectionFactory factory(String url, Duration storeTimeout) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setStoreTimeout(storeTimeout);
        return factory;
    }

    private static CompletableFuture<Connection> connecting(RestanteConnectionFactory factory) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return factory.createConnection();
                    } catch (JMSException e) {
                        throw new CompletionException(e);
                    }
                },
                task -> new Thread(task).start());
    }

    @Test
    @DisplayName("RCV-19 all callers wait for a database that does not run yet")
    void shouldWaitForDatabase() throws Exception {
        proxy.stopListening();
        try (RestanteConnectionFactory factory = factory(proxy.url(), Duration.ofMinutes(2))) {
            List<CompletableFuture<Connection>> connecting = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                connecting.add(connecting(factory));
            }
            assertThatThrownBy(() -> connecting.get(0).get(300, TimeUnit.MILLISECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            proxy.restore();
            for (CompletableFuture<Connection> each : connecting) {
                each.get(Eventually.PATIENCE_MILLIS, TimeUnit.MILLISECONDS).close();
            }
        }
    }

    @Test
    @DisplayName("RCV-19, EXC-15 each caller waits only for the store timeout, even with other waiting callers")
    void shouldGiveUp() throws Exception {
        proxy.stopListening();
        RestanteConnectionFactory factory = factory(proxy.url(), Duration.ofMillis(1_500));
        List<CompletableFuture<Connection>> connecting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            connecting.add(connecting(factory));
        }
        // Consecutive waits would take longer.
        for (CompletableFuture<Connection> each : connecting) {
            assertThatThrownBy(() -> each.get(Eventually.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                    .cause()
                    .isInstanceOf(ResourceAllocationException.class)
                    .matches(refused -> ((JMSException) refused).getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
        }
    }

    @Test
    @DisplayName("EXC-15 wrong credentials and a missing database fail immediately, because waiting does not help")
    void shouldNotWaitForWhatIsWrong() {
        RestanteConnectionFactory stranger = factory(proxy.url().replace("user=", "nobody="), Duration.ofHours(1));
        stranger.setUser("stranger");
        assertThatThrownBy(stranger::createConnection).isInstanceOf(JMSSecurityException.class);
        RestanteConnectionFactory elsewhere =
                factory(proxy.url().replaceFirst("/test_[0-9]+", "/nowhere"), Duration.ofHours(1));
        assertThatThrownBy(elsewhere::createConnection)
                .isInstanceOf(JMSException.class)
                .matches(refused -> ((JMSException) refused).getErrorCode().equals("RESTANTE-STORE-FAILED"));
    }

    @Test
    @DisplayName("RCV-19 a JVM that waits for its database ends at SIGTERM")
    void shouldEndWhileWaiting() throws Exception {
        proxy.stopListening();
        try (ChildJvm child = ChildJvm.start(UnavailableDatabaseChild.class, proxy.url())) {
            child.expect("connects");
            child.terminate();
            child.awaitEnd();
        }
    }
}
