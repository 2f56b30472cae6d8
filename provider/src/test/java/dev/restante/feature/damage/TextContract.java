package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.admin.DeadLetterReasons;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.testing.CapturedLog;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Unusual texts in messages, in reasons of dead letters, in exceptions and in log lines. */
@DisplayName("unusual texts")
public abstract class TextContract extends TextFixture {

    @Test
    @DisplayName("SND-08 reasons and descriptions of dead letters are stored unchanged and counted separately")
    void shouldKeepReasons() throws JMSException {
        Queue queue = queue("q");
        try (RestanteAdmin admin = factory.admin();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            for (String reason : TEXTS) {
                send(queue, reason);
            }
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                for (String reason : TEXTS) {
                    PeekLock lock = PeekLock.of(receive(consumer));
                    for (String impossible : IMPOSSIBLE) {
                        refused(
                                "RESTANTE-INVALID-ARGUMENT",
                                impossible,
                                () -> lock.deadLetter(impossible, "", Map.of()));
                        refused(
                                "RESTANTE-INVALID-ARGUMENT",
                                impossible,
                                () -> lock.deadLetter("", impossible, Map.of()));
                    }
                    lock.deadLetter(reason, reason + reason, Map.of());
                }
            }
            DeadLetterReasons counted = admin.messages("q/$DeadLetterQueue").deadLetterReasons(TEXTS.size());
            assertThat(counted.byReason()).hasSize(TEXTS.size()).containsOnlyKeys(TEXTS.toArray(String[]::new));
            try (MessageConsumer dead = autoSession().createConsumer(queue("q/$DeadLetterQueue"))) {
                for (String reason : TEXTS) {
                    Message letter = receive(dead);
                    assertThat(letter.getStringProperty("DeadLetterReason")).isEqualTo(reason);
                    assertThat(letter.getStringProperty("DeadLetterErrorDescription"))
                            .isEqualTo(reason + reason);
                }
            }
        }
    }

    @Test
    @DisplayName("SND-08 bodies, properties and headers can contain any text, even if no text column can")
    void shouldKeepAnyTextInMessages() throws JMSException {
        Queue queue = queue("q");
        List<String> texts = new ArrayList<>(TEXTS);
        texts.addAll(IMPOSSIBLE);
        texts.add("x".repeat(200_000));
        texts.add("");
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            MessageProducer producer = session.createProducer(queue);
            for (String text : texts) {
                TextMessage message = message(session, text, "p", text);
                message.setJMSCorrelationID(text);
                message.setJMSType(text);
                producer.send(message);
            }
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                for (String text : texts) {
                    Message received = receive(consumer);
                    assertThat(text(received)).isEqualTo(text);
                    PeekLock.of(received).abandon(Map.of("changed", text));
                    Message again = receive(consumer);
                    assertThat(text(again)).isEqualTo(text);
                    assertThat(again.getStringProperty("p")).isEqualTo(text);
                    assertThat(again.getStringProperty("changed")).isEqualTo(text);
                    assertThat(again.getJMSCorrelationID()).isEqualTo(text);
                    assertThat(again.getJMSType()).isEqualTo(text);
                    PeekLock.of(again).complete();
                }
            }
        }
    }

    @Test
    @DisplayName("SND-08 a selector compares texts by code points")
    void shouldSelectByCodePoint() throws JMSException {
        Queue queue = queue("q");
        try (Session session = autoSession()) {
            for (String text : NAMES) {
                session.createProducer(queue).send(message(session, text, "p", text));
            }
            for (String text : NAMES) {
                try (MessageConsumer consumer =
                        session.createConsumer(queue, "p = '" + text.replace("'", "''") + "'")) {
                    assertThat(text(receive(consumer))).isEqualTo(text);
                    assertThat(Optional.ofNullable(consumer.receiveNoWait())).isEmpty();
                }
            }
        }
    }

    @Test
    @DisplayName("SND-08 messages of exceptions show texts of the application shortened and in one line")
    void shouldShowHarmlessTexts() throws JMSException {
        String hostile = "x\n\u202E" + "y".repeat(2_000);
        try (RestanteAdmin admin = factory.admin();
                Session session = autoSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            refused(
                    "RESTANTE-INVALID-MESSAGE",
                    hostile,
                    () -> producer.send(message(session, "m", "AMQ_SCHEDULED_DELAY", hostile)));
            refused("RESTANTE-INVALID-ARGUMENT", hostile, () -> admin.outcome(hostile));
            refused("RESTANTE-SECURITY", hostile, () -> factory.createConnection(hostile, "secret"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> admin.transactions().commit(hostile))
                    .satisfies(
                            e -> assertThat(e.getMessage()).hasSizeLessThan(600).doesNotContain("\n", "\u202E"));
        }
    }

    @Test
    @DisplayName("SND-08 log lines show texts of the application shortened and in one line")
    void shouldKeepLogLinesWhole() throws JMSException {
        String forged = "x\n2026-01-01 ERROR forged \u202E" + "y".repeat(3_000);
        try (CapturedLog log = new CapturedLog(ExceptionTranslation.class);
                Session session = autoSession();
                RestanteAdmin admin = factory.admin()) {
            List<ThrowingCallable> calls = List.of(
                    () -> session.createProducer(session.createQueue(forged)),
                    () -> session.createConsumer(session.createTopic(forged)),
                    () -> session.unsubscribe(forged),
                    () -> admin.queue(forged),
                    () -> admin.topics().topic(forged),
                    () -> admin.createQueue("q", QueueOptions.defaults().withDeadLetterTo(forged)),
                    () -> RestanteSession.of(session).acceptGroup(queue("q"), forged));
            for (ThrowingCallable call : calls) {
                assertThatExceptionOfType(JMSException.class).isThrownBy(call);
            }
            List<String> lines = log.lines();
            assertThat(lines).filteredOn(line -> line.contains("forged")).hasSizeGreaterThanOrEqualTo(calls.size() - 2);
            assertThat(lines).noneMatch(line -> line.startsWith("2026") || line.contains("\u202E"));
            assertThat(lines).filteredOn(line -> line.contains("forged")).allMatch(line -> line.length() < 700);
        }
    }
}
