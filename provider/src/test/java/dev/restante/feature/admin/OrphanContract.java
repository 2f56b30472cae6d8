package dev.restante.feature.admin;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.admin.BulkResult;
import dev.restante.admin.OrphansAdmin.OrphanedMessages;
import dev.restante.admin.QueueOptions;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Orphaned messages, whose queue does not exist in the store. */
public abstract class OrphanContract extends MessagesAdminFixture {

    private static final long MISSING = 987_654;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private void send(String to, int count, Duration timeToLive) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(to))) {
            producer.setTimeToLive(timeToLive.toMillis());
            for (int i = 0; i < count; i++) {
                producer.send(session.createTextMessage("m" + i));
            }
        }
    }

    /** Moves all messages of the store to an entity that does not exist. */
    private void orphan() throws SQLException {
        assertThat(update("UPDATE restante_delivery SET entity = " + MISSING)).isPositive();
    }

    @Test
    @DisplayName("BEY-09 orphaned messages stay when they expire or are due, and do not hide other due messages")
    void shouldKeepOrphans() throws Exception {
        send("q", 600, MINUTE);
        send("scheduled", Map.of(), MINUTE.toMillis());
        orphan();
        admin.createQueue("other", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        for (int sweeps = 1; sweeps <= 2; sweeps++) {
            send("other", 1, MINUTE.plusMillis(1));
            time.jump(MINUTE.plusMillis(1));
            long expired = sweeps;
            eventually(
                    "the message of the other queue has expired",
                    () -> admin.statistics("other").deadLettered() == expired);
        }
        assertThat(admin.orphans().list())
                .extracting(OrphanedMessages::entityId, OrphanedMessages::count)
                .containsExactly(tuple(MISSING, 601L));
    }

    @Test
    @DisplayName("BEY-09 an administrator lists orphaned messages, and moves them to a queue or removes them")
    void shouldMoveAndRemoveOrphans() throws Exception {
        assertThat(admin.orphans().list()).isEmpty();
        send(queue, "a", "b");
        send("c", Map.of(), MINUTE.toMillis());
        long oldest = stored("MIN(enqueued_at) FROM restante_delivery");
        orphan();
        admin.createQueue("found", QueueOptions.defaults());
        send(session.createQueue("found"), "first");
        OrphanedMessages orphans = admin.orphans().list().get(0);
        assertThat(orphans.count()).isEqualTo(3);
        assertThat(orphans.oldest().toEpochMilli()).isEqualTo(oldest);

        assertThat(admin.orphans().move(MISSING, "found")).isEqualTo(new BulkResult(3, 0, false));
        assertThat(admin.orphans().list()).isEmpty();
        assertThat(drain(session.createQueue("found"))).containsExactly("first", "a", "b", "c");

        send(queue, "d", "e");
        orphan();
        assertThat(admin.orphans().remove(MISSING)).isEqualTo(new BulkResult(2, 0, false));
        assertThat(admin.orphans().list()).isEmpty();
        eventually("no message is stored", () -> stored("COUNT(*) FROM restante_message") == 0);
    }

    @Test
    @DisplayName("BEY-09 an entity without orphaned messages and a missing target queue are rejected")
    void shouldRefuse() throws Exception {
        assertNotFound(() -> admin.orphans().remove(MISSING));
        assertNotFound(() -> admin.orphans().move(MISSING, "q"));
        send(queue, "a");
        orphan();
        assertNotFound(() -> admin.orphans().move(MISSING, "none"));
        assertThat(admin.orphans().list()).hasSize(1);
    }

    private static void assertNotFound(ThrowingCallable call) {
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(call)
                .matches(refused -> refused.getErrorCode().equals("RESTANTE-ENTITY-NOT-FOUND"));
    }
}
