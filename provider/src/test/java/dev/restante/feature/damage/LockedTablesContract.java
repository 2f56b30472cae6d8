package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.DuplicateIdSource;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lock of another database session on a table, as during an ALTER TABLE. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class LockedTablesContract extends LockedFixture {

    /** Number of sends that need the locked table, at which a wait of one second for each would be noticed. */
    private static final int DETECTED = 20;

    private static final int BESIDE_THEM = 5;

    /** Limit for the other messages, a third of the time if each of the waiting sends took one second. */
    private static final Duration FAR_BELOW_A_WAIT_FOR_EACH = Duration.ofSeconds(25);

    private static final int CONSUMERS = 10;

    /**
     * Limit for the opening of a consumer. If each consumer waited for a store timeout, all would take half a minute.
     */
    private static final Duration FAR_BELOW_A_TIMEOUT_FOR_EACH = Duration.ofSeconds(15);

    LockedTablesContract(SharedServer server) {
        super(server);
    }

    @Test
    @DisplayName("RCV-19 a locked table delays only the sends that need it, however many there are")
    void shouldWaitForLockedTablesOnly() throws Exception {
        Connection connection = connect(Duration.ofMinutes(1));
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue(
                    "detecting",
                    QueueOptions.defaults()
                            .withDuplicateDetectionWindow(Duration.ofMinutes(10))
                            .withDuplicateIdSource(DuplicateIdSource.BODY));
        }
        List<CompletableFuture<Boolean>> sends = new ArrayList<>();
        try (java.sql.Connection locking = server.lockTables(url, "restante_duplicate_id")) {
            for (int i = 0; i < DETECTED; i++) {
                Session session = connection.createSession();
                TextMessage message = session.createTextMessage("detected " + i);
                sends.add(JmsContract.onOtherThread(() -> {
                    session.createProducer(session.createQueue("detecting")).send(message);
                    return true;
                }));
            }
            long startedNanos = System.nanoTime();
            passOn(connection, BESIDE_THEM);
            assertThat(Duration.ofNanos(System.nanoTime() - startedNanos))
                    .as("duration of the other calls")
                    .isLessThan(FAR_BELOW_A_WAIT_FOR_EACH);
            assertThat(sends).noneMatch(CompletableFuture::isDone);
        }
        for (CompletableFuture<Boolean> send : sends) {
            assertThat(JmsContract.result(send)).isTrue();
        }
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("detecting").available()).isEqualTo(DETECTED);
        }
    }

    @Test
    @DisplayName("RCV-19 consumers that open while in-flight slots are unavailable do not wait one after the other")
    void shouldOpenConsumersTogether() throws Exception {
        Connection connection = connect(Duration.ofSeconds(3));
        List<CompletableFuture<Duration>> openings = new ArrayList<>();
        try (java.sql.Connection locking = server.lockTables(url, "restante_in_flight_share")) {
            for (int i = 0; i < CONSUMERS; i++) {
                Session session = connection.createSession();
                openings.add(JmsContract.onOtherThread(() -> {
                    long startedNanos = System.nanoTime();
                    session.createConsumer(session.createQueue("locked"));
                    return Duration.ofNanos(System.nanoTime() - startedNanos);
                }));
            }
            for (CompletableFuture<Duration> opening : openings) {
                assertThat(opening.get(1, TimeUnit.MINUTES)).isLessThan(FAR_BELOW_A_TIMEOUT_FOR_EACH);
            }
            assertThat(locking.isValid(1)).isTrue();
        }
    }
}
