package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.admin.TransactionsAdmin;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Distributed transactions with duplicate detection, topics, groups, and decisions of administrators. */
@DisplayName("distributed transactions with other features")
public abstract class XaFeaturesContract extends XaFixture {

    @Test
    @DisplayName(
            "XA-08, SND-06 a duplicate id counts while its branch is prepared and after a commit, not after a rollback")
    void shouldRememberDuplicateIds() throws Exception {
        try (RestanteAdmin admin = administration()) {
            admin.createQueue("out", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofHours(1)));
        }
        Work sendOnce = () -> {
            Message message = session.createTextMessage("once");
            message.setStringProperty("JMS_Restante_DuplicateId", "id");
            try (MessageProducer producer = session.createProducer(out)) {
                producer.send(message);
            }
        };
        prepared(xid("1"), sendOnce);
        resource.rollback(xid("1"));
        prepared(xid("2"), sendOnce);
        prepared(xid("3"), sendOnce);
        resource.commit(xid("2"), false);
        resource.commit(xid("3"), false);
        assertThat(drain(out)).containsExactly("once");
    }

    private static void putValue(Session sender, Queue queue, String text) throws JMSException {
        Message value = sender.createTextMessage(text);
        value.setStringProperty("key", text.substring(0, 1));
        try (MessageProducer producer = sender.createProducer(queue)) {
            producer.send(value);
        }
    }

    @Test
    @DisplayName(
            "XA-08, LVQ-03, LVQ-04 a branch replaces last values at its commit, and its rollback keeps newer values")
    void shouldReplaceAtCommit() throws Exception {
        restart();
        try (RestanteAdmin admin = administration()) {
            QueueOptions options = QueueOptions.defaults().withLastValueKey("key");
            for (String name : List.of("in", "out")) {
                admin.createQueue(name, options);
            }
        }
        putValue(autoSession(), in, "a1");
        putValue(autoSession(), in, "b1");
        putValue(autoSession(), out, "a1");
        prepared(xid("1"), () -> {
            try (MessageConsumer consumer = session.createConsumer(in)) {
                receive(consumer);
                receive(consumer);
            }
            putValue(session, out, "a2");
            putValue(session, out, "b2");
        });
        putValue(autoSession(), in, "a2");
        putValue(autoSession(), out, "b3");
        restart();
        try (RestanteAdmin admin = administration()) {
            assertThat(admin.statistics("out").available()).isEqualTo(2);
        }
        prepared(xid("2"), () -> putValue(session, out, "b4"));
        resource.rollback(xid("2"));
        resource.commit(xid("1"), false);
        assertThat(drain(out)).containsExactlyInAnyOrder("a2", "b2");
        assertThat(drain(in)).containsExactly("a2");

        putValue(autoSession(), in, "c1");
        putValue(autoSession(), in, "d1");
        prepared(xid("3"), () -> {
            try (MessageConsumer consumer = session.createConsumer(in)) {
                receive(consumer);
                receive(consumer);
            }
        });
        putValue(autoSession(), in, "c2");
        resource.rollback(xid("3"));
        assertThat(drain(in)).containsExactlyInAnyOrder("d1", "c2");
    }

    @Test
    @DisplayName("WILD-01, XA-08 a branch sends to and receives from a subscription by pattern, over a restart")
    void shouldCommitWithPatterns() throws Exception {
        restart();
        Topic pattern = session.createTopic("prices.#");
        session.createSharedDurableConsumer(pattern, "s").close();
        prepared(xid("send"), () -> {
            for (String name : List.of("prices", "prices.gold", "news")) {
                try (MessageProducer producer = session.createProducer(session.createTopic(name))) {
                    producer.send(session.createTextMessage(name));
                }
            }
        });
        restart();
        resource.commit(xid("send"), false);
        Work receiveBoth = () -> {
            try (MessageConsumer consumer = session.createSharedDurableConsumer(pattern, "s")) {
                assertThat(text(receive(consumer))).isEqualTo("prices");
                assertThat(text(receive(consumer))).isEqualTo("prices.gold");
            }
        };
        prepared(xid("rolled back"), receiveBoth);
        resource.rollback(xid("rolled back"));
        prepared(xid("committed"), receiveBoth);
        resource.commit(xid("committed"), false);
        try (MessageConsumer consumer = autoSession().createSharedDurableConsumer(pattern, "s")) {
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("XA-08 a commit sends a topic message to the subscriptions that existed when the branch was prepared")
    void shouldFanOut() throws Exception {
        Session plain = autoSession();
        Topic topic = plain.createTopic("t");
        MessageConsumer one = plain.createConsumer(topic);
        MessageConsumer two = plain.createSharedDurableConsumer(topic, "s");
        prepared(xid("1"), () -> {
            try (MessageProducer producer = session.createProducer(topic)) {
                producer.send(session.createTextMessage("news"));
            }
        });
        assertNothing(one);
        resource.commit(xid("1"), false);
        assertThat(text(receive(one))).isEqualTo("news");
        assertThat(text(receive(two))).isEqualTo("news");
        acknowledgeReturned();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
        assertThat(stored("COUNT(*) FROM restante_shared_message")).isZero();
    }

    @Test
    @DisplayName("XA-08, VIS-07 a prepared settlement blocks the rest of its message group, even after a restart")
    void shouldKeepGroups() throws Exception {
        restart();
        try (Session plain = autoSession();
                MessageProducer producer = plain.createProducer(in)) {
            for (String text : List.of("g1", "g2", "h1")) {
                TextMessage message = plain.createTextMessage(text);
                message.setStringProperty("JMSXGroupID", text.substring(0, 1));
                producer.send(message);
            }
        }
        prepared(xid("1"), this::passOn);
        assertThat(drain(in)).containsExactly("h1");
        restart();
        assertThat(drain(in)).isEmpty();
        MessageConsumer waiting = autoSession().createConsumer(in);
        var next = waitingOnOtherThread(() -> receive(waiting));
        resource.rollback(xid("1"));
        assertThat(text(result(next))).isEqualTo("g1");
        assertThat(text(receive(waiting))).isEqualTo("g2");
    }

    @Test
    @DisplayName("XA-08 a branch can receive non-persistent messages that were never stored")
    void shouldTakeNonPersistent() throws Exception {
        MessageConsumer consumer = session.createConsumer(in);
        assertNothing(consumer);
        try (Session plain = autoSession();
                MessageProducer producer = plain.createProducer(in)) {
            producer.setDeliveryMode(jakarta.jms.DeliveryMode.NON_PERSISTENT);
            producer.send(plain.createTextMessage("np"));
        }
        prepared(xid("1"), () -> receive(consumer));
        resource.rollback(xid("1"));
        prepared(xid("2"), () -> assertThat(receive(consumer).getJMSRedelivered())
                .isTrue());
        resource.commit(xid("2"), false);
        consumer.close();
        assertThat(drain(in)).isEmpty();
    }

    @Test
    @DisplayName("XA-08 a change of a group state fails in a distributed transaction")
    void shouldRefuseGroupState() throws Exception {
        RestanteMessageGroup group = RestanteSession.of(session).acceptGroup(in, "g");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> group.setState(new byte[] {1}))
                .withMessageContaining("distributed transaction");
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("1"));
    }

    @Test
    @DisplayName(
            "XA-11 an administrator lists and decides in-doubt branches, and the transaction manager gets the result")
    void shouldDecideHeuristically() throws Exception {
        send(in, "a", "b");
        prepared(xid("c"), this::passOn);
        prepared(xid("r"), this::passOn);
        try (RestanteAdmin admin = administration()) {
            TransactionsAdmin transactions = admin.transactions();
            assertThat(transactions.list())
                    .extracting(
                            TransactionDescription::xid,
                            TransactionDescription::state,
                            TransactionDescription::sent,
                            TransactionDescription::received)
                    .containsExactly(
                            tuple("7:63:62", TransactionDescription.TransactionState.PREPARED, 1, 1),
                            tuple("7:72:62", TransactionDescription.TransactionState.PREPARED, 1, 1));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> transactions.forget("7:63:62"));
            assertThat(transactions.commit("7:63:62")).isTrue();
            assertThat(transactions.rollback("7:72:62")).isTrue();
            assertThat(transactions.rollback("7:00:62")).isFalse();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> transactions.commit("7:72:62"));
            assertThat(transactions.list())
                    .extracting(TransactionDescription::state)
                    .containsExactly(
                            TransactionDescription.TransactionState.COMMITTED,
                            TransactionDescription.TransactionState.ROLLED_BACK);
            assertThat(drain(out)).containsExactly("from a");
            assertThat(drain(in)).containsExactly("b");
            assertThat(recovered()).containsExactly("c", "r");
            assertRefused(XAException.XAER_DUPID, () -> resource.start(xid("c"), XAResource.TMNOFLAGS));
            assertRefused(XAException.XA_HEURCOM, () -> resource.commit(xid("c"), false));
            assertRefused(XAException.XA_HEURRB, () -> resource.commit(xid("r"), false));
            assertRefused(XAException.XA_HEURRB, () -> resource.rollback(xid("r")));
            resource.forget(xid("c"));
            assertThat(transactions.forget("7:72:62")).isTrue();
            assertThat(recovered()).isEmpty();
            assertThat(transactions.list()).isEmpty();
        }
        for (String free : List.of("c", "r")) {
            inBranch(xid(free), () -> send(session, out, "anew"));
            resource.commit(xid(free), true);
        }
        assertThat(drain(out)).containsExactly("anew", "anew");
    }

    @Test
    @DisplayName(
            "XA-08, DEF-01 a deferred message that a branch received is deferred again by a rollback, prepared or not")
    void shouldDeferAgain() throws Exception {
        restart();
        long number = deferred(in, "m");
        Work receive = () -> assertThat(RestanteSession.of(session).receiveDeferred(in, number))
                .isPresent();
        inBranch(xid("1"), receive);
        resource.rollback(xid("1"));
        assertThat(drain(in)).isEmpty();
        prepared(xid("2"), receive);
        assertThat(RestanteSession.of(session).receiveDeferred(in, number)).isEmpty();
        restart();
        resource.rollback(xid("2"));
        assertThat(drain(in)).isEmpty();
        prepared(xid("3"), receive);
        resource.commit(xid("3"), false);
        try (RestanteAdmin admin = administration()) {
            assertThat(admin.statistics("in").deferred()).isZero();
            assertThat(admin.statistics("in").throughput().completed()).isOne();
        }
    }

    @Test
    @DisplayName("STA-02, XA-08 the end of a branch settles its messages, even if their queue is disabled")
    void shouldEndOnPausedQueues() throws Exception {
        send(in, "committed", "rolled back");
        try (RestanteAdmin admin = administration()) {
            prepared(xid("1"), this::passOn);
            inBranch(xid("2"), this::passOn);
            admin.disable("in");
            admin.disable("out");
            resource.commit(xid("1"), false);
            assertThat(resource.prepare(xid("2"))).isEqualTo(XAResource.XA_OK);
            resource.rollback(xid("2"));
            assertThat(drain(in)).isEmpty();
            assertThat(admin.statistics("in").available()).isOne();
            admin.resume("in");
            admin.resume("out");
        }
        assertThat(drain(out)).containsExactly("from committed");
        assertThat(drain(in)).containsExactly("rolled back");
    }
}
