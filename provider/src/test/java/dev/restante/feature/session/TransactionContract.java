package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.TransactionRolledBackRuntimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

public abstract class TransactionContract extends JmsContract {

    private Session session;
    private Queue in;
    private Queue out;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(Session.SESSION_TRANSACTED);
        in = session.createQueue("in");
        out = session.createQueue("out");
    }

    @Test
    @DisplayName("TXN-02, TXN-03, TXN-08 sends and receives of several queues take effect at the commit, not before")
    void shouldCommit() throws JMSException {
        send(in, "a");
        MessageConsumer consumer = session.createConsumer(in);
        receive(consumer);
        send(session, out, "x", "y");
        assertThat(autoSession().createConsumer(out).receiveNoWait()).isNull();
        assertThat(autoSession().createBrowser(out).getEnumeration().hasMoreElements())
                .isFalse();
        session.commit();
        session.close();
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly("x", "y");
    }

    @Test
    @DisplayName(
            "TXN-01, TXN-04, TXN-09 rollback discards sends, redelivers received messages and begins a new transaction")
    void shouldRollBack() throws JMSException {
        send(in, "a");
        MessageConsumer consumer = session.createConsumer(in);
        receive(consumer);
        send(session, out, "x");
        assertThat(autoSession().createConsumer(in).receiveNoWait()).isNull();
        session.rollback();
        Message again = receive(consumer);
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        session.commit();
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("TXN-05 commit and rollback of a non-transacted session are rejected")
    void shouldRefuseWithoutTransaction() throws JMSException {
        Session plain = autoSession();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(plain::commit);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(plain::rollback);
    }

    @Test
    @DisplayName("TXN-10, EXP-03 timestamp and expiration count from the send, not from the commit")
    void shouldComputeInstantsAtSend() throws JMSException {
        MessageProducer producer = session.createProducer(out);
        producer.setTimeToLive(60_000);
        Message sent = session.createMessage();
        long before = time.storeMillis();
        producer.send(sent);
        long after = time.storeMillis();
        time.jump(Duration.ofSeconds(5));
        session.commit();
        Message received = receive(autoSession().createConsumer(out));
        assertThat(received.getJMSTimestamp()).isBetween(before, after).isEqualTo(sent.getJMSTimestamp());
        assertThat(received.getJMSExpiration()).isEqualTo(received.getJMSTimestamp() + 60_000);
    }

    @Test
    @DisplayName(
            "TTL-10, TTL-14 a message that expired before its commit, under new options, is dead-lettered immediately")
    void shouldExpireByTheOptionsOfTheCommit() throws JMSException {
        send(session, out, "late");
        try (RestanteAdmin admin = factory.admin()) {
            admin.alterQueue(
                    "out",
                    QueueOptions.defaults()
                            .withDefaultTimeToLive(Duration.ofSeconds(10))
                            .withDeadLetterOnExpiry(true));
        }
        time.jump(Duration.ofSeconds(20));
        session.commit();
        try (RestanteAdmin admin = factory.admin()) {
            eventually(
                    "the message is dead-lettered",
                    () -> admin.statistics("out/$DeadLetterQueue").available() == 1);
        }
    }

    @Test
    @DisplayName("TXN-12 close rolls back an open transaction")
    void shouldRollBackAtClose() throws JMSException {
        send(in, "a");
        receive(session.createConsumer(in));
        send(session, out, "x");
        session.close();
        assertThat(drain(in)).containsExactly("a");
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("TXN-15, ACK-12 a listener can commit its session, and a listener that throws gets the next message")
    void shouldCommitInListener() throws JMSException {
        CountDownLatch both = new CountDownLatch(2);
        MessageConsumer consumer = session.createConsumer(in);
        consumer.setMessageListener(message -> {
            both.countDown();
            try {
                if (text(message).equals("b")) {
                    session.commit();
                    return;
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
            throw new java.lang.IllegalStateException("thrown by the test");
        });
        send(in, "a", "b");
        await(both);
        session.close();
        assertThat(drain(in)).isEmpty();
    }

    @Test
    @DisplayName("TXN-06, EXC-13 a commit that ends in a rollback reports it, and no part of it takes effect")
    void shouldReportRolledBackCommit() throws JMSException {
        send(in, "a");
        MessageConsumer consumer = session.createConsumer(in);
        receive(consumer);
        send(session, out, "x");
        send(session, session.createQueue("doomed"), "y");
        try (var admin = factory.admin()) {
            admin.deleteQueue("doomed", true);
        }
        assertThatExceptionOfType(TransactionRolledBackException.class)
                .isThrownBy(session::commit)
                .matches(failure -> failure.getErrorCode().equals("RESTANTE-ROLLED-BACK"))
                .matches(failure -> failure.getLinkedException() != null && failure.getCause() != null);
        assertThat(drain(out)).isEmpty();
        Message again = receive(consumer);
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        session.commit();
        session.close();
        assertThat(drain(in)).isEmpty();
    }

    @Test
    @DisplayName("TXN-06, EXC-13 a commit of a context that ends in a rollback throws the unchecked exception")
    void shouldReportRolledBackCommitOfContext() throws JMSException {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
                var admin = factory.admin()) {
            context.createProducer().send(context.createQueue("doomed"), "y");
            admin.deleteQueue("doomed", true);
            assertThatExceptionOfType(TransactionRolledBackRuntimeException.class)
                    .isThrownBy(context::commit)
                    .matches(failure -> failure.getErrorCode().equals("RESTANTE-ROLLED-BACK"));
        }
    }

    @Test
    @DisplayName("TXN-11 in each queue, the messages of a transaction have the order of their sends")
    void shouldKeepOrderOfSends() throws JMSException {
        List<String> expected = new ArrayList<>();
        MessageProducer first = session.createProducer(in);
        MessageProducer second = session.createProducer(in);
        for (int i = 0; i < 30; i++) {
            (i % 3 == 0 ? first : second).send(session.createTextMessage("m" + i));
            send(session, out, "m" + i);
            expected.add("m" + i);
        }
        session.commit();
        assertThat(drain(in)).containsExactlyElementsOf(expected);
        assertThat(drain(out)).containsExactlyElementsOf(expected);
    }
}
