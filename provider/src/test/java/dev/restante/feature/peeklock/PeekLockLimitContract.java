package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Arguments that settlements and administration reject: names, sizes, durations and nulls. */
public abstract class PeekLockLimitContract extends PeekLockFixture {

    @Test
    @DisplayName("VIS-10, BEY-04 an administrator creates, alters, counts, lists and deletes queues")
    void shouldAdminister() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueOptions options = QueueOptions.defaults()
                    .withLockDuration(Duration.ofSeconds(5))
                    .withMaxDeliveryCount(3);
            assertThat(admin.createQueue("made", options).options()).isEqualTo(options);
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> admin.createQueue("made", options));
            send(queue("made"), "a", "b", "c");
            MessageConsumer made = session.createConsumer(queue("made"));
            PeekLock lock = PeekLock.of(receive(made));
            assertThat(lock.lockedUntil())
                    .isBefore(Instant.ofEpochMilli(time.storeMillis() + 5_001 + CLOCK_SKEW_MILLIS));
            PeekLock.of(receive(made)).deadLetter(null, null, Map.of());
            QueueStatistics counted = admin.statistics("made");
            assertThat(counted.available()).isEqualTo(1);
            assertThat(counted.inFlight()).isEqualTo(1);
            assertThat(counted.deadLettered()).isEqualTo(1);

            admin.alterQueue("made", options.withLockDuration(Duration.ofMinutes(1)));
            assertThat(admin.queue("made").options().lockDuration()).isEqualTo(Duration.ofMinutes(1));
            assertThat(PeekLock.of(receive(made)).lockedUntil())
                    .isAfter(Instant.ofEpochMilli(time.storeMillis() + 50_000));
            assertThat(admin.queues()).anyMatch(found -> found.name().equals("made") && !found.deadLetterQueue());
            made.close();
            assertThat(admin.deleteQueue("made", true)).isTrue();
            assertThat(admin.deleteQueue("made")).isFalse();
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> admin.queue("made"));
        }
    }

    /** Settlement that changes properties. */
    private interface Changing {
        void settle(PeekLock lock, Map<String, ?> properties) throws JMSException;
    }

    private static final List<Changing> WAYS_TO_CHANGE = List.of(
            PeekLock::abandon,
            (lock, properties) -> lock.abandon(properties, Duration.ZERO),
            PeekLock::defer,
            (lock, properties) -> lock.deadLetter(null, null, properties));

    @Test
    @DisplayName("RCV-09, RCV-10, RCV-11 a settlement cannot set invalid properties or properties of the provider")
    void shouldRefuseNamesOfChangedProperties() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        Map<String, Object> nameless = new HashMap<>();
        nameless.put(null, 1);
        for (Changing way : WAYS_TO_CHANGE) {
            for (String name : List.of(
                    "JMSXDeliveryCount", "JMSXRcvTimestamp", "JMS_Restante_SequenceNumber", "1st", "a-b", "NOT")) {
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> way.settle(lock, Map.of(name, 1)))
                        .withMessageContaining(name)
                        .returns("RESTANTE-INVALID-PROPERTY-NAME", JMSException::getErrorCode);
            }
            assertThatExceptionOfType(jakarta.jms.MessageFormatException.class)
                    .isThrownBy(() -> way.settle(lock, Map.of("list", List.of())));
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> way.settle(lock, Map.of("", 1)));
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> way.settle(lock, nameless));
        }
        lock.complete();
    }

    @Test
    @DisplayName("RCV-09, RCV-10, RCV-11 headers and properties are limited to 1 MiB, including changes of settlements")
    void shouldLimitChangedProperties() throws JMSException {
        String half = "x".repeat(600_000);
        Message sent = session.createMessage();
        sent.setStringProperty("sent", half);
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(sent);
        }
        PeekLock lock = PeekLock.of(receive(consumer));
        for (Changing way : WAYS_TO_CHANGE) {
            for (Map<String, String> tooMuch :
                    List.of(Map.of("o", "x".repeat(10_000_000)), Map.of("o", half), Map.of("sent", half + half))) {
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> way.settle(lock, tooMuch))
                        .returns("RESTANTE-MESSAGE-HEADER-TOO-LARGE", JMSException::getErrorCode);
            }
        }
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> lock.deadLetter(half, null, Map.of()));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> lock.deadLetter(null, half, Map.of()));
        lock.abandon(Map.of("sent", half, "o", "x".repeat(400_000)));
        PeekLock again = PeekLock.of(receive(consumer));
        assertThat(again.deliveryCount()).isEqualTo(2);
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> again.defer(Map.of("p", "x".repeat(100_000))));
        again.complete();
    }

    @Test
    @DisplayName("VIS-03, VIS-04 a lock duration that is negative or longer than 12 hours is rejected")
    void shouldLimitVisibility() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> lock.changeVisibility(Duration.ofMillis(-1)));
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> lock.changeVisibility(Duration.ofHours(13)))
                .returns("RESTANTE-INVALID-ARGUMENT", JMSException::getErrorCode);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> RestanteSession.of(session).listDeferred(queue, 0, 0));
        lock.complete();
    }

    @Test
    @DisplayName("an administration call names the argument that is null")
    void shouldNameNullArguments() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueOptions options = QueueOptions.defaults();
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> admin.queue(null),
                    () -> admin.createQueue(null, options),
                    () -> admin.alterQueue(null, options),
                    () -> admin.deleteQueue(null),
                    () -> admin.statistics(null))) {
                assertThatNullPointerException().isThrownBy(call).withMessage("name");
            }
            assertThatNullPointerException()
                    .isThrownBy(() -> admin.createQueue("q2", null))
                    .withMessage("options");
            assertThatNullPointerException()
                    .isThrownBy(() -> admin.alterQueue("q", null))
                    .withMessage("options");
        }
    }

    @Test
    @DisplayName("RCV-09, RCV-11, VIS-02 settlements and receives of deferred messages name the argument that is null")
    void shouldNameNullArgumentsOfSettlements() throws JMSException {
        send(queue, "a");
        PeekLock lock = PeekLock.of(receive(consumer));
        RestanteSession extension = RestanteSession.of(session);
        assertNullNamed("delay", () -> lock.abandon(Map.of(), null));
        assertNullNamed("duration", () -> lock.changeVisibility(null));
        for (Changing way : WAYS_TO_CHANGE) {
            assertNullNamed("properties", () -> way.settle(lock, null));
        }
        assertNullNamed("message", () -> PeekLock.of(null));
        assertNullNamed("session", () -> RestanteSession.of((Session) null));
        assertNullNamed("queue", () -> extension.receiveDeferred(null, 1));
        assertNullNamed("queue", () -> extension.receiveDeferred(null, List.of(1L)));
        assertNullNamed("sequenceNumbers", () -> extension.receiveDeferred(queue, null));
        assertNullNamed(
                "a sequence number", () -> extension.receiveDeferred(queue, Collections.singletonList((Long) null)));
        assertNullNamed("queue", () -> extension.listDeferred(null, 0, 1));
        lock.complete();
    }

    private static void assertNullNamed(String name, ThrowingCallable call) {
        assertThatNullPointerException().isThrownBy(call).withMessage(name);
    }
}
