package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.RestanteSessionModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import dev.restante.jms.ExpiredMessageSettler;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Distributed transactions from start to commit, rollback or recovery. */
@DisplayName("distributed transactions")
public abstract class XaContract extends XaFixture {

    @Test
    @DisplayName("XA-08 sends and receives of a branch take effect at its commit, and are invisible before")
    void shouldCommit() throws Exception {
        send(in, "a");
        prepared(xid("1"), this::passOn);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).isEmpty();
        assertThat(autoSession().createBrowser(out).getEnumeration().hasMoreElements())
                .isFalse();
        resource.commit(xid("1"), false);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly("from a");
        assertThat(stored("COUNT(*) FROM restante_xa_branch")).isZero();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("RCV-22 an interrupted thread prepares, commits and rolls back branches, and stays interrupted")
    void shouldCommitInAnInterruptedThread() throws Exception {
        send(in, "a", "b");
        inBranch(xid("1"), this::passOn);
        Thread.currentThread().interrupt();
        assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_OK);
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .hasSize(1);
        resource.commit(xid("1"), false);
        assertThat(Thread.interrupted()).isTrue();
        prepared(xid("2"), this::passOn);
        Thread.currentThread().interrupt();
        resource.rollback(xid("2"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(drain(out)).containsExactly("from a");
        assertThat(drain(in)).containsExactly("b");
    }

    @Test
    @DisplayName("XA-08 a waiting consumer gets the messages of a branch as soon as the branch commits")
    void shouldWake() throws Exception {
        prepared(xid("1"), () -> send(session, out, "a"));
        MessageConsumer consumer = autoSession().createConsumer(out);
        var received = waitingOnOtherThread(() -> receive(consumer));
        resource.commit(xid("1"), false);
        assertThat(text(result(received))).isEqualTo("a");
    }

    @Test
    @DisplayName(
            "XA-13 a rollback, prepared or not, discards sent messages and returns received messages as redelivered")
    void shouldRollBack() throws Exception {
        send(in, "a");
        inBranch(xid("1"), this::passOn);
        resource.rollback(xid("1"));
        prepared(xid("2"), this::passOn);
        resource.rollback(xid("2"));
        assertThat(drain(out)).isEmpty();
        Message again = receive(autoSession().createConsumer(in));
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
        acknowledgeReturned();
        assertThat(stored("COUNT(*) FROM restante_xa_branch")).isZero();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("TTL-19 a message under a peek-lock that joins a branch stays locked until the branch ends")
    void shouldAdopt() throws Exception {
        send(in, "a");
        Session peeking = xaConnection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        Message message = receive(peeking.createConsumer(in));
        ExpiredMessageSettler settler = ExpiredMessageSettler.of(session, message);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> settler.removeInTransaction());
        inBranch(xid("1"), () -> settler.removeInTransaction());
        time.jump(Duration.ofMinutes(2));
        peeking.close();
        assertThat(drain(in)).isEmpty();
        resource.commit(xid("1"), true);
        assertThat(drain(in)).isEmpty();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("TTL-19, RCV-12 a message whose lock has expired cannot join a branch")
    void shouldNotAdopt() throws Exception {
        send(in, "a");
        Session peeking = xaConnection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        Message message = receive(peeking.createConsumer(in));
        time.jump(Duration.ofMinutes(5));
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> ExpiredMessageSettler.of(session, message).removeInTransaction());
        resource.end(xid("1"), XAResource.TMFAIL);
        resource.rollback(xid("1"));
        peeking.close();
        assertThat(text(receive(autoSession().createConsumer(in)))).isEqualTo("a");
    }

    @Test
    @DisplayName("XA-13, RCV-07 a message is dead-lettered when its rollbacks reach the delivery limit")
    void shouldDeadLetter() throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("in", QueueOptions.defaults().withMaxDeliveryCount(2));
        }
        send(in, "poison");
        for (String name : List.of("1", "2")) {
            prepared(xid(name), this::passOn);
            resource.rollback(xid(name));
        }
        assertThat(drain(in)).isEmpty();
        assertThat(drain(queue("in/$DeadLetterQueue"))).containsExactly("poison");
    }

    @Test
    @DisplayName(
            "XA-08, XA-09 prepared branches survive the end of their node, and recovery commits or rolls them back")
    void shouldRecover() throws Exception {
        restart();
        send(in, "a", "b");
        prepared(xid("commit"), this::passOn);
        prepared(xid("rollback"), this::passOn);
        inBranch(xid("lost"), () -> send(session, out, "lost"));
        restart();
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).isEmpty();
        assertThat(recovered()).containsExactly("commit", "rollback");
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid("lost"), false));
        resource.commit(xid("commit"), false);
        resource.rollback(xid("rollback"));
        assertThat(recovered()).isEmpty();
        assertThat(drain(out)).containsExactly("from a");
        Message again = receive(autoSession().createConsumer(in));
        assertThat(text(again)).isEqualTo("b");
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        acknowledgeReturned();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("XA-10 an unprepared branch commits in one phase")
    void shouldCommitInOnePhase() throws Exception {
        send(in, "a");
        inBranch(xid("1"), this::passOn);
        resource.commit(xid("1"), true);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly("from a");
    }

    @Test
    @DisplayName("XA-10, XA-11 a branch whose lock was broken rolls back at a one-phase commit or at prepare")
    void shouldRollBackWhatCannotBeDone() throws Exception {
        for (boolean onePhase : new boolean[] {true, false}) {
            send(in, "a");
            Xid xid = xid("one phase " + onePhase);
            inBranch(xid, () -> {
                try (MessageConsumer consumer = session.createConsumer(in)) {
                    long sequenceNumber = receive(consumer).getLongProperty("JMS_Restante_SequenceNumber");
                    try (RestanteAdmin admin = factory.admin()) {
                        admin.messages("in").breakLock(sequenceNumber, Duration.ZERO);
                    }
                }
                send(session, out, "x");
            });
            assertRefused(XAException.XA_RBROLLBACK, () -> {
                if (onePhase) {
                    resource.commit(xid, true);
                } else {
                    resource.prepare(xid);
                }
            });
            assertRefused(XAException.XAER_NOTA, () -> resource.rollback(xid));
            assertThat(drain(out)).isEmpty();
            assertThat(drain(in)).containsExactly("a");
        }
    }

    @Test
    @DisplayName("XA-11 a branch without work votes read-only and ends")
    void shouldVoteReadOnly() throws Exception {
        inBranch(xid("1"), () -> {});
        assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_RDONLY);
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid("1"), false));
    }

    @Test
    @DisplayName("XA-07 a session alternates between branches with suspend and resume")
    void shouldInterleave() throws Exception {
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        send(session, out, "1a");
        resource.end(xid("1"), XAResource.TMSUSPEND);
        inBranch(xid("2"), () -> send(session, out, "2"));
        resource.start(xid("1"), XAResource.TMRESUME);
        send(session, out, "1b");
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("2"));
        resource.commit(xid("1"), true);
        assertThat(drain(out)).containsExactly("1a", "1b");
    }

    @Test
    @DisplayName("XA-07 several sessions of one resource manager work for one branch")
    void shouldJoin() throws Exception {
        XASession other = xaConnection.createXASession();
        assertThat(resource.isSameRM(other.getXAResource())).isTrue();
        assertThat(resource.isSameRM(null)).isFalse();
        try (RestanteXAConnectionFactory elsewhere = new RestanteXAConnectionFactory("jdbc:hsqldb:mem:elsewhere");
                XAConnection there = elsewhere.createXAConnection()) {
            assertThat(resource.isSameRM(there.createXASession().getXAResource()))
                    .isFalse();
        }
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        other.getXAResource().start(xid("1"), XAResource.TMJOIN);
        send(session, out, "a");
        send(other, out, "b");
        resource.end(xid("1"), XAResource.TMSUCCESS);
        assertRefused(XAException.XAER_PROTO, () -> resource.prepare(xid("1")));
        other.getXAResource().end(xid("1"), XAResource.TMSUCCESS);
        assertThat(other.getXAResource().prepare(xid("1"))).isEqualTo(XAResource.XA_OK);
        resource.commit(xid("1"), false);
        assertThat(drain(out)).containsExactly("a", "b");
    }

    @Test
    @DisplayName("XA-12 recovery returns the exact bytes of every Xid")
    void shouldKeepXids() throws Exception {
        String bytes = "\0\u0001\u007f\u0080\u00ff".repeat(12);
        Xid[] xids = {
            new TestXid(0, "", ""),
            new TestXid(Integer.MAX_VALUE, bytes, bytes),
            new TestXid(-2, "x", "\0"),
            new TestXid(-2, "x", "")
        };
        restart();
        for (Xid xid : xids) {
            prepared(xid, () -> send(session, out, "a"));
        }
        restart();
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .extracting(Xid::getFormatId, Xid::getGlobalTransactionId, Xid::getBranchQualifier)
                .containsExactlyElementsOf(Arrays.stream(xids)
                        .map(xid -> tuple(xid.getFormatId(), xid.getGlobalTransactionId(), xid.getBranchQualifier()))
                        .toList());
        for (Xid xid : xids) {
            resource.rollback(xid);
        }
        assertThat(recovered()).isEmpty();
    }
}
