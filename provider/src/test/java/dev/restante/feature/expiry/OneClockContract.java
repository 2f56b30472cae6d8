package dev.restante.feature.expiry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.MovableClock;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.TestFactories;
import dev.restante.admin.MessageDescription;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.MachineClock;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Times that applications and administrators see. They all come from one clock, whatever the clock of the machine
 * shows.
 */
public abstract class OneClockContract extends JmsContract {

    private static final Duration LIFE = Duration.ofHours(1);
    private static final Duration DELAY = Duration.ofHours(2);

    /** Tolerance for the measurement of a database clock, and for a loaded machine. */
    private static final Duration A_WHILE = Duration.ofSeconds(50);

    /** Machine clock that is ten years ahead. */
    private static final class FarClock implements MachineClock {
        private static final long AHEAD_MILLIS = Duration.ofDays(3_650).toMillis();

        @Override
        public long wallMillis() {
            return SYSTEM.wallMillis() + AHEAD_MILLIS;
        }

        @Override
        public long monotonicMillis() {
            return SYSTEM.monotonicMillis();
        }

        @Override
        public long realWaitMillis(long monotonicMillis) {
            return SYSTEM.realWaitMillis(monotonicMillis);
        }

        @Override
        public boolean replacesStoreClock() {
            return false;
        }

        @Override
        public void onAdjusted(Runnable listener) {}
    }

    private static void assertNear(Instant actual, Instant expected) {
        assertThat(actual).isBetween(expected.minus(A_WHILE), expected.plus(A_WHILE));
    }

    /** Sends a message, checks all its times, and returns the time of the send from the headers. */
    private static Instant checkAllInstants(RestanteConnectionFactory made) throws JMSException {
        try (RestanteAdmin admin = made.admin();
                Connection opened = made.createConnection();
                Session session = opened.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            admin.createQueue("clocks", QueueOptions.defaults());
            Queue queue = session.createQueue("clocks");
            MessageProducer producer = session.createProducer(queue);
            producer.setTimeToLive(LIFE.toMillis());
            Message sent = session.createTextMessage("now");
            producer.send(sent);
            Instant base = Instant.ofEpochMilli(sent.getJMSTimestamp());
            assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp());
            assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + LIFE.toMillis());

            producer.setDeliveryDelay(DELAY.toMillis());
            Message delayed = session.createTextMessage("delayed");
            producer.send(delayed);
            assertNear(Instant.ofEpochMilli(delayed.getJMSTimestamp()), base);
            assertThat(delayed.getJMSDeliveryTime()).isEqualTo(delayed.getJMSTimestamp() + DELAY.toMillis());
            List<MessageDescription> listed = admin.messages("clocks")
                    .peek(MessageFilter.all(), PageRequest.first(10))
                    .messages();
            MessageDescription due = listed.stream()
                    .filter(each -> each.scheduledFor() != null)
                    .findFirst()
                    .orElseThrow();
            assertThat(Objects.requireNonNull(due.scheduledFor()).toEpochMilli())
                    .isEqualTo(delayed.getJMSDeliveryTime());
            assertThat(Objects.requireNonNull(due.expiresAt()).toEpochMilli()).isEqualTo(delayed.getJMSExpiration());
            assertNear(due.sentAt(), base);
            MessageDescription.Headers headers = Objects.requireNonNull(due.headers());
            assertThat(Objects.requireNonNull(headers.timestamp()).toEpochMilli())
                    .isEqualTo(delayed.getJMSTimestamp());

            opened.start();
            Message received =
                    Objects.requireNonNull(session.createConsumer(queue).receive(PATIENCE_MILLIS), "a message");
            PeekLock lock = PeekLock.of(received);
            assertThat(received.getJMSTimestamp()).isEqualTo(base.toEpochMilli());
            assertThat(received.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
            assertThat(lock.enqueuedAt()).isEqualTo(base);
            assertThat(lock.expiresAt().orElseThrow().toEpochMilli()).isEqualTo(sent.getJMSExpiration());
            assertNear(lock.lockedUntil(), base.plus(Duration.ofSeconds(30)));
            assertNear(lock.renew(), base.plus(Duration.ofSeconds(30)));
            assertNear(lock.changeVisibility(Duration.ofMinutes(5)), base.plus(Duration.ofMinutes(5)));
            MessageDescription locked =
                    admin.messages("clocks").peek(MessageFilter.all(), PageRequest.first(10)).messages().stream()
                            .filter(each -> each.lockedUntil() != null)
                            .findFirst()
                            .orElseThrow();
            assertThat(locked.lockedUntil()).isEqualTo(lock.lockedUntil());
            lock.complete();
            return base;
        }
    }

    @Test
    @DisplayName(
            "TTL-22 with a test clock that is years away from the database clock, all times come from the test clock")
    void shouldFollowTheTestClock() throws JMSException {
        for (String start : List.of("2031-05-01T12:00:00Z", "2024-01-01T00:00:00Z")) {
            MovableClock clock = new MovableClock(Instant.parse(start));
            try (RestanteConnectionFactory made =
                    new RestanteConnectionFactory(newStoreUrl(directory.resolve(start.substring(0, 4))))) {
                made.setLingerDuration(Duration.ZERO);
                made.setLeaseDuration(Duration.ofDays(10));
                made.useClock(clock);
                assertThat(checkAllInstants(made)).isEqualTo(clock.instant());
            }
        }
    }

    @Test
    @DisplayName("TTL-22 on a machine whose clock is ten years ahead, all times come from the store clock")
    void shouldFollowTheStore() throws JMSException {
        try (RestanteConnectionFactory made = new RestanteConnectionFactory(newStoreUrl(directory.resolve("far")))) {
            made.setLingerDuration(Duration.ZERO);
            TestFactories.timeSource(made, new FarClock());
            Instant base = checkAllInstants(made);
            boolean embedded = made.getUrl().startsWith("jdbc:hsqldb:");
            assertNear(base, embedded ? Instant.now().plusMillis(FarClock.AHEAD_MILLIS) : Instant.now());
        }
    }
}
