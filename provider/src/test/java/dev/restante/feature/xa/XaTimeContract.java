package dev.restante.feature.xa;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.RestanteAdmin;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timeouts of branches, and branches that other threads or administrators end. */
@DisplayName("timeouts of distributed transactions")
public abstract class XaTimeContract extends XaFixture {

    @Test
    @DisplayName("XA-07 a branch that exceeds its timeout is rolled back, and later calls report the timeout")
    void shouldTimeOut() throws Exception {
        assertThat(resource.setTransactionTimeout(60)).isTrue();
        assertThat(resource.getTransactionTimeout()).isEqualTo(60);
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        time.jump(Duration.ofSeconds(61));
        MessageConsumer other = autoSession().createConsumer(in);
        assertThat(text(receive(other))).isEqualTo("a");
        assertThatExceptionOfType(TransactionRolledBackException.class)
                .isThrownBy(() -> send(session, out, "more"))
                .withMessageContaining("timeout");
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.end(xid("1"), XAResource.TMSUCCESS));
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.prepare(xid("1")));
        assertThat(drain(out)).isEmpty();
        assertThat(resource.setTransactionTimeout(0)).isTrue();
        assertThat(resource.getTransactionTimeout()).isEqualTo(300);
    }

    @Test
    @DisplayName("XA-07 a receive for a branch fails after its timeout, and the message returns to the queue")
    void shouldReceiveNothingAfterTheTimeOut() throws Exception {
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        time.jump(Duration.ofMinutes(6));
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(text(receive(consumer))).isEqualTo("a");
        }
        send(in, "b");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThatExceptionOfType(TransactionRolledBackException.class)
                    .isThrownBy(() -> consumer.receive(PATIENCE_MILLIS));
        }
        assertThat(drain(in)).containsExactly("b");
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.end(xid("1"), XAResource.TMSUCCESS));
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.commit(xid("1"), true));
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid("1"), true));
    }

    @Test
    @DisplayName("XA-07 XA-08 a timeout ends a branch whose work failed, but not a prepared branch")
    void shouldTimeOutWhatIsNotPrepared() throws Exception {
        send(in, "a", "b", "c");
        prepared(xid("prepared"), this::passOn);
        resource.start(xid("failed"), XAResource.TMNOFLAGS);
        passOn();
        resource.end(xid("failed"), XAResource.TMFAIL);
        Session other = autoSession();
        MessageConsumer consumer = other.createConsumer(in);
        assertThat(text(receive(consumer))).isEqualTo("c");
        time.jump(Duration.ofMinutes(6));
        assertThat(text(receive(consumer))).isEqualTo("b");
        // When the second branch has timed out, the check of the first timeouts is complete.
        send(in, "d");
        resource.start(xid("later"), XAResource.TMNOFLAGS);
        consumer.close();
        passOn();
        resource.end(xid("later"), XAResource.TMSUCCESS);
        time.jump(Duration.ofMinutes(6));
        try (MessageConsumer again = other.createConsumer(in)) {
            assertThat(text(receive(again))).isEqualTo("d");
        }
        resource.commit(xid("prepared"), false);
        assertThat(drain(out)).containsExactly("from a");
        resource.rollback(xid("failed"));
        resource.rollback(xid("later"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("XA-07 a session whose branch another thread has rolled back does no work outside the branch")
    void shouldNotWorkOutsideWhenTheBranchIsTaken(boolean byOwnTimeOut) throws Exception {
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        send(session, out, "first");
        if (byOwnTimeOut) {
            time.jump(Duration.ofMinutes(6));
            eventually("the branch has timed out", () -> {
                try {
                    send(session, out, "more");
                    return false;
                } catch (TransactionRolledBackException over) {
                    return true;
                }
            });
        }
        CompletableFuture.runAsync(() -> giveUp(xid("1"), byOwnTimeOut)).get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);

        assertThatExceptionOfType(TransactionRolledBackException.class)
                .isThrownBy(() -> send(session, out, "second"))
                .withMessageContaining("while the session was associated with it");
        send(in, "a");
        try (MessageConsumer consumer = session.createConsumer(in)) {
            assertThatExceptionOfType(TransactionRolledBackException.class)
                    .isThrownBy(() -> consumer.receive(PATIENCE_MILLIS));
        }
        assertThat(drain(in)).containsExactly("a");
        assertThat(drain(out)).isEmpty();

        inBranch(xid("2"), () -> send(session, out, "third"));
        resource.commit(xid("2"), true);
        assertThat(drain(out)).containsExactly("third");
        send(session, out, "outside");
        assertThat(drain(out)).containsExactly("outside");
    }

    private void giveUp(Xid xid, boolean timedOut) {
        try {
            if (timedOut) {
                assertRefused(XAException.XA_RBTIMEOUT, () -> resource.end(xid, XAResource.TMSUCCESS));
            } else {
                resource.end(xid, XAResource.TMFAIL);
            }
            resource.rollback(xid);
        } catch (XAException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName(
            "XA-07 another thread can end the association with a branch, and the session then works without a branch")
    void shouldEndForAnotherThread() throws Exception {
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        send(session, out, "inside");
        CompletableFuture.runAsync(() -> {
                    try {
                        resource.end(xid("1"), XAResource.TMSUCCESS);
                    } catch (XAException e) {
                        throw new AssertionError(e);
                    }
                })
                .get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        send(session, out, "outside");
        assertThat(drain(out)).containsExactly("outside");
        resource.commit(xid("1"), true);
        assertThat(drain(out)).containsExactly("inside");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("TXN-12 SES-16 a non-durable subscription exists until the branch ends, even if its connection closes")
    void shouldKeepTheSubscriptionOfABranch(boolean joined) throws Exception {
        Topic topic = session.createTopic("t");
        XAConnection ofReceiver = xaConnection;
        XASession receiving = session;
        if (joined) {
            resource.start(xid("1"), XAResource.TMNOFLAGS);
            ofReceiver = xaFactory.createXAConnection();
            ofReceiver.start();
            receiving = ofReceiver.createXASession();
        }
        MessageConsumer consumer = receiving.createConsumer(topic);
        XAResource ofReceiving = receiving.getXAResource();
        try (Session plain = autoSession();
                MessageProducer producer = plain.createProducer(topic)) {
            producer.send(plain.createTextMessage("a"));
        }
        ofReceiving.start(xid("1"), joined ? XAResource.TMJOIN : XAResource.TMNOFLAGS);
        assertThat(text(receive(consumer))).isEqualTo("a");
        send(receiving, out, "from a");
        consumer.close();
        receiving.close();
        ofReceiver.close();
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.topics().subscriptions("t")).hasSize(1);
        }
        ofReceiving.end(xid("1"), XAResource.TMSUCCESS);
        if (joined) {
            resource.end(xid("1"), XAResource.TMSUCCESS);
        }
        assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_OK);
        resource.commit(xid("1"), false);
        assertThat(drain(out)).containsExactly("from a");
        try (RestanteAdmin admin = factory.admin()) {
            eventually(
                    "the subscription is deleted after the branch ended",
                    () -> admin.topics().subscriptions("t").isEmpty());
        }
    }

    @Test
    @DisplayName("XA-10 a one-phase commit of a branch whose work failed rolls the branch back and reports this")
    void shouldNotCommitFailedWork() throws Exception {
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        resource.end(xid("1"), XAResource.TMFAIL);
        assertRefused(XAException.XA_RBROLLBACK, () -> resource.commit(xid("1"), true));
        assertThat(drain(in)).containsExactly("a");
        assertThat(drain(out)).isEmpty();
        assertRefused(XAException.XAER_NOTA, () -> resource.rollback(xid("1")));
    }

    @Test
    @DisplayName("XA-11 if an administrator decides a branch of this node, its messages are available immediately")
    void shouldLetGoOfWhatIsDecided() throws Exception {
        send(in, "a");
        prepared(xid("r"), this::passOn);
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("in").available()).isZero();
            admin.transactions().rollback("7:72:62");
            eventually(
                    "the message is available and not in flight",
                    () -> admin.statistics("in").available() == 1
                            && admin.statistics("in").inFlight() == 0);
            assertThat(drain(in)).containsExactly("a");
        }
        assertRefused(XAException.XA_HEURRB, () -> resource.commit(xid("r"), false));
        resource.forget(xid("r"));
    }

    @Test
    @DisplayName("XA-08 a prepared branch has no timeout, and its sent and received messages do not expire")
    void shouldWaitForEver() throws Exception {
        try (Session plain = autoSession();
                MessageProducer producer = plain.createProducer(in)) {
            producer.setTimeToLive(60_000);
            producer.send(plain.createTextMessage("a"));
        }
        prepared(xid("1"), () -> {
            try (MessageConsumer consumer = session.createConsumer(in);
                    MessageProducer producer = session.createProducer(out)) {
                receive(consumer);
                producer.setTimeToLive(3_600_000);
                producer.send(session.createTextMessage("x"));
            }
        });
        time.jump(Duration.ofMinutes(20));
        resource.commit(xid("1"), false);
        assertThat(drain(out)).containsExactly("x");
        assertThat(drain(queue("in/$DeadLetterQueue"))).isEmpty();
    }

    @Test
    @DisplayName(
            "XA-08, SND-04 a scheduled message of a branch becomes available at its delivery time after the commit")
    void shouldSchedule() throws Exception {
        prepared(xid("1"), () -> {
            try (MessageProducer producer = session.createProducer(out)) {
                producer.setDeliveryDelay(60_000);
                producer.send(session.createTextMessage("later"));
                producer.setDeliveryDelay(600_000);
                producer.send(session.createTextMessage("much later"));
            }
        });
        time.jump(Duration.ofSeconds(61));
        assertThat(drain(out)).isEmpty();
        resource.commit(xid("1"), false);
        assertThat(text(receive(autoSession().createConsumer(out)))).isEqualTo("later");
        assertThat(drain(out)).isEmpty();
        time.jump(Duration.ofMinutes(10));
        assertThat(text(receive(autoSession().createConsumer(out)))).isEqualTo("much later");
    }
}
