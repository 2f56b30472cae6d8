package dev.restante.feature.xa;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.JmsContract;
import dev.restante.MessageLockLostException;
import dev.restante.RestanteGroup;
import dev.restante.RestanteMessagingModes;
import dev.restante.RestanteSession;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.admin.TransactionState;
import dev.restante.admin.TransactionsAdmin;
import dev.restante.jms.ExpiredMessageMoves;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.TransactionRolledBackException;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XASession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("distributed transactions")
public abstract class XaContract extends JmsContract {

    private RestanteXAConnectionFactory xaFactory;
    private XAConnection xaConnection;
    private XASession session;
    private XAResource resource;
    private Queue in;
    private Queue out;

    @BeforeEach
    final void openXaSession() throws JMSException {
        open();
        in = session.createQueue("in");
        out = session.createQueue("out");
    }

    private void open() throws JMSException {
        xaFactory = sameStore();
        xaConnection = xaFactory.createXAConnection();
        xaConnection.start();
        session = xaConnection.createXASession();
        resource = session.getXAResource();
    }

    private RestanteXAConnectionFactory sameStore() throws JMSException {
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory(url());
        made.setLingerDuration(Duration.ZERO);
        TestFactories.timeSource(made, time);
        made.setLeaseDuration(factory.getLeaseDuration());
        return made;
    }

    @AfterEach
    final void closeXaFactory() throws JMSException {
        xaFactory.close();
    }

    /** As after the end of the JVM: all is closed, and what was prepared is only in the store. */
    private void restart() throws JMSException {
        xaFactory.close();
        reopen();
        open();
    }

    /** A transaction manager's name for a branch. */
    private record TestXid(int getFormatId, String global, String branch) implements Xid {
        @Override
        public byte[] getGlobalTransactionId() {
            return global.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static Xid xid(String name) {
        return new TestXid(7, name, "b");
    }

    private interface XaCall {
        void run() throws Exception;
    }

    private static void assertRefused(int code, XaCall call) {
        XAException refusal = catchThrowableOfType(XAException.class, call::run);
        assertThat(refusal).as("an XAException").isNotNull();
        assertThat(refusal.errorCode).as(refusal.getMessage()).isEqualTo(code);
    }

    private interface Work {
        void run() throws JMSException;
    }

    private void inBranch(Xid xid, Work work) throws Exception {
        resource.start(xid, XAResource.TMNOFLAGS);
        work.run();
        resource.end(xid, XAResource.TMSUCCESS);
    }

    private void prepared(Xid xid, Work work) throws Exception {
        inBranch(xid, work);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
    }

    /** Receives one message of the first queue and sends one to the second. */
    private void passOn() throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(in)) {
            send(session, out, "from " + text(receive(consumer)));
        }
    }

    private List<String> recovered() throws XAException {
        return Arrays.stream(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .map(xid -> new String(xid.getGlobalTransactionId(), StandardCharsets.ISO_8859_1))
                .toList();
    }

    // ---- what it does ----

    @Test
    @DisplayName("XA-08 receives and sends of a branch become effective with its commit, and nobody sees them before")
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
    @DisplayName("XA-08 a consumer that waits gets what a branch has sent as soon as that is committed")
    void shouldWake() throws Exception {
        prepared(xid("1"), () -> send(session, out, "a"));
        MessageConsumer consumer = autoSession().createConsumer(out);
        var received = waitingOnOtherThread(() -> receive(consumer));
        resource.commit(xid("1"), false);
        assertThat(text(result(received))).isEqualTo("a");
    }

    @Test
    @DisplayName(
            "XA-13 rollback, prepared or not, destroys what was sent and recovers what was received, flagged and counted")
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
    @DisplayName("TTL-19 what was received under a peek-lock and taken into a branch stays locked until its end")
    void shouldAdopt() throws Exception {
        send(in, "a");
        Session peeking = xaConnection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        Message message = receive(peeking.createConsumer(in));
        ExpiredMessageMoves moves = ExpiredMessageMoves.of(session, message);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> moves.take());
        inBranch(xid("1"), () -> moves.take());
        time.jump(Duration.ofMinutes(2));
        peeking.close();
        assertThat(drain(in)).isEmpty();
        resource.commit(xid("1"), true);
        assertThat(drain(in)).isEmpty();
        assertThat(stored("COUNT(*) FROM restante_message")).isZero();
    }

    @Test
    @DisplayName("TTL-19, RCV-12 what is no longer locked can't be taken into a branch")
    void shouldNotAdopt() throws Exception {
        send(in, "a");
        Session peeking = xaConnection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        Message message = receive(peeking.createConsumer(in));
        time.jump(Duration.ofMinutes(5));
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(() -> ExpiredMessageMoves.of(session, message).take());
        resource.end(xid("1"), XAResource.TMFAIL);
        resource.rollback(xid("1"));
        peeking.close();
        assertThat(text(receive(autoSession().createConsumer(in)))).isEqualTo("a");
    }

    @Test
    @DisplayName("XA-13, RCV-07 what was rolled back as often as the delivery limit says is dead-lettered")
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
            "XA-08, XA-09 what is prepared survives the end of its node, is listed, and can be committed or rolled back afterwards")
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
    @DisplayName("XA-10 a branch that was not prepared is committed in one phase")
    void shouldCommitInOnePhase() throws Exception {
        send(in, "a");
        inBranch(xid("1"), this::passOn);
        resource.commit(xid("1"), true);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly("from a");
    }

    @Test
    @DisplayName("XA-10, XA-11 where a message was settled meanwhile, one phase and prepare roll back and say so")
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
    @DisplayName("XA-11 a branch without work votes read-only, and is over")
    void shouldVoteReadOnly() throws Exception {
        inBranch(xid("1"), () -> {});
        assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_RDONLY);
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid("1"), false));
    }

    @Test
    @DisplayName("XA-07 the work for several branches is interleaved, by suspend and resume")
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
    @DisplayName("XA-07 several sessions work for one branch, where the resources are of the same manager")
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
    @DisplayName("XA-12 the bytes of an xid come back as they were, whoever made it")
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

    // ---- calls out of sequence ----

    @Test
    @DisplayName("XA-07 calls about branches that there are not are refused, each with its code")
    void shouldRefuseUnknown() throws Exception {
        Xid unknown = xid("unknown");
        assertRefused(XAException.XAER_NOTA, () -> resource.start(unknown, XAResource.TMJOIN));
        assertRefused(XAException.XAER_PROTO, () -> resource.start(unknown, XAResource.TMRESUME));
        assertRefused(XAException.XAER_NOTA, () -> resource.end(unknown, XAResource.TMSUCCESS));
        assertRefused(XAException.XAER_NOTA, () -> resource.prepare(unknown));
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(unknown, true));
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(unknown, false));
        assertRefused(XAException.XAER_NOTA, () -> resource.rollback(unknown));
        assertRefused(XAException.XAER_NOTA, () -> resource.forget(unknown));
        assertRefused(XAException.XAER_INVAL, () -> resource.start(null, XAResource.TMNOFLAGS));
        assertRefused(XAException.XAER_INVAL, () -> resource.start(unknown, XAResource.TMFAIL));
        assertRefused(XAException.XAER_INVAL, () -> resource.end(unknown, XAResource.TMJOIN));
        assertRefused(XAException.XAER_INVAL, () -> resource.recover(XAResource.TMNOFLAGS));
        assertRefused(XAException.XAER_INVAL, () -> resource.recover(XAResource.TMJOIN));
        assertRefused(XAException.XAER_INVAL, () -> resource.setTransactionTimeout(-1));
    }

    @Test
    @DisplayName("XA-07 while a session works for a branch, neither that nor the session can do anything else")
    void shouldRefuseWhileWorking() throws Exception {
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        assertRefused(XAException.XAER_PROTO, () -> resource.start(xid("2"), XAResource.TMNOFLAGS));
        assertRefused(XAException.XAER_PROTO, () -> resource.prepare(xid("1")));
        assertRefused(XAException.XAER_PROTO, () -> resource.commit(xid("1"), true));
        assertRefused(XAException.XAER_PROTO, () -> resource.rollback(xid("1")));
        assertRefused(XAException.XAER_PROTO, () -> resource.forget(xid("1")));
        XAResource other = xaConnection.createXASession().getXAResource();
        assertRefused(XAException.XAER_DUPID, () -> other.start(xid("1"), XAResource.TMNOFLAGS));
        assertRefused(XAException.XAER_PROTO, () -> other.end(xid("1"), XAResource.TMSUCCESS));
        resource.end(xid("1"), XAResource.TMSUSPEND);
        assertRefused(XAException.XAER_PROTO, () -> resource.end(xid("1"), XAResource.TMSUSPEND));
        assertRefused(XAException.XAER_PROTO, () -> resource.prepare(xid("1")));
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("1"));
    }

    @Test
    @DisplayName("XA-07 a prepared branch can only be decided, here and after a restart")
    void shouldRefuseWhenPrepared() throws Exception {
        restart();
        prepared(xid("1"), () -> send(session, out, "a"));
        for (int round = 0; round < 2; round++) {
            assertRefused(XAException.XAER_DUPID, () -> resource.start(xid("1"), XAResource.TMNOFLAGS));
            assertRefused(XAException.XAER_PROTO, () -> resource.prepare(xid("1")));
            assertRefused(XAException.XAER_PROTO, () -> resource.commit(xid("1"), true));
            assertRefused(XAException.XAER_PROTO, () -> resource.forget(xid("1")));
            if (round == 0) {
                assertRefused(XAException.XAER_PROTO, () -> resource.start(xid("1"), XAResource.TMJOIN));
                restart();
            }
        }
        resource.commit(xid("1"), false);
        assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid("1"), false));
        inBranch(xid("1"), () -> send(session, out, "anew"));
        resource.rollback(xid("1"));
    }

    @Test
    @DisplayName("XA-07 a branch that was not prepared can't be committed in two phases")
    void shouldRefuseTwoPhasesUnprepared() throws Exception {
        inBranch(xid("1"), () -> send(session, out, "a"));
        assertRefused(XAException.XAER_PROTO, () -> resource.commit(xid("1"), false));
        resource.rollback(xid("1"));
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("XA-07 work that has failed can only be rolled back")
    void shouldFail() throws Exception {
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        resource.end(xid("1"), XAResource.TMFAIL);
        assertRefused(XAException.XA_RBROLLBACK, () -> resource.start(xid("1"), XAResource.TMJOIN));
        assertRefused(XAException.XA_RBROLLBACK, () -> resource.prepare(xid("1")));
        assertThat(drain(in)).containsExactly("a");
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("XA-09 a scan returns everything once")
    void shouldScan() throws Exception {
        prepared(xid("1"), () -> send(session, out, "a"));
        assertThat(resource.recover(XAResource.TMSTARTRSCAN)).hasSize(1);
        assertThat(resource.recover(XAResource.TMNOFLAGS)).isEmpty();
        assertThat(resource.recover(XAResource.TMENDRSCAN)).isEmpty();
        assertRefused(XAException.XAER_INVAL, () -> resource.recover(XAResource.TMNOFLAGS));
        resource.rollback(xid("1"));
    }

    @Test
    @DisplayName(
            "XA-09 XA-11 a recovery resource completes what is in doubt without a session, a client id or an open factory")
    void shouldRecoverWithoutASession() throws Exception {
        restart();
        send(in, "a", "b");
        prepared(xid("c"), this::passOn);
        prepared(xid("r"), this::passOn);
        prepared(xid("h"), () -> send(session, out, "c"));
        restart();
        RestanteXAConnectionFactory ofApplication = sameStore();
        ofApplication.setClientId("theirs");
        XAConnection theirs = ofApplication.createXAConnection();
        XAResource recovery = ofApplication.createRecoveryResource();
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).hasSize(3);
        assertThat(recovery.recover(XAResource.TMENDRSCAN)).isEmpty();
        assertRefused(XAException.XAER_INVAL, () -> recovery.recover(XAResource.TMNOFLAGS));
        recovery.commit(xid("c"), false);
        theirs.close();
        ofApplication.close();
        xaFactory.close();

        recovery.rollback(xid("r"));
        assertRefused(XAException.XAER_NOTA, () -> recovery.commit(xid("x"), false));
        assertRefused(XAException.XAER_INVAL, () -> recovery.rollback(null));
        try (RestanteAdmin admin = factory.admin()) {
            admin.transactions().commit("7:68:62");
        }
        assertRefused(XAException.XA_HEURCOM, () -> recovery.commit(xid("h"), false));
        recovery.forget(xid("h"));
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .isEmpty();
        assertThat(drain(out)).containsExactlyInAnyOrder("from a", "c");
        assertThat(drain(in)).containsExactly("b");
    }

    @Test
    @DisplayName("XA-07 a recovery resource begins nothing, and is the same resource manager as others of its factory")
    void shouldOnlyRecover() throws Exception {
        XAResource recovery = xaFactory.createRecoveryResource();
        assertRefused(XAException.XAER_PROTO, () -> recovery.start(xid("1"), XAResource.TMNOFLAGS));
        assertRefused(XAException.XAER_PROTO, () -> recovery.end(xid("1"), XAResource.TMSUCCESS));
        assertRefused(XAException.XAER_PROTO, () -> recovery.prepare(xid("1")));
        assertThat(recovery.setTransactionTimeout(7)).isFalse();
        assertThat(recovery.getTransactionTimeout()).isZero();
        assertThat(recovery.isSameRM(xaFactory.createRecoveryResource())).isTrue();
        assertThat(recovery.isSameRM(resource)).isFalse();
        assertThat(recovery.isSameRM(sameStore().createRecoveryResource())).isFalse();
    }

    @Test
    @DisplayName("XA-09 EXC-15 a store that can't be used is told to recovery, and asked again at its next scan")
    void shouldRecoverWhenTheStoreIsThere(@TempDir Path empty) throws Exception {
        String url = "jdbc:hsqldb:file:" + empty.resolve("store");
        RestanteXAConnectionFactory later = new RestanteXAConnectionFactory(url);
        later.setLingerDuration(Duration.ZERO);
        XAResource recovery = later.createRecoveryResource();
        assertRefused(XAException.XAER_RMFAIL, () -> recovery.recover(XAResource.TMSTARTRSCAN));
        assertThat(empty).as("recovery makes no store").isEmptyDirectory();
        try (RestanteXAConnectionFactory maker = new RestanteXAConnectionFactory(url);
                XAConnection connection = maker.createXAConnection()) {
            XASession made = connection.createXASession();
            made.getXAResource().start(xid("1"), XAResource.TMNOFLAGS);
            send(made, made.createQueue("q"), "a");
            made.getXAResource().end(xid("1"), XAResource.TMSUCCESS);
            made.getXAResource().prepare(xid("1"));
        }
        assertThat(recovery.recover(XAResource.TMSTARTRSCAN)).hasSize(1);
        recovery.rollback(xid("1"));
        later.close();
    }

    // ---- time ----

    @Test
    @DisplayName("XA-07 a branch that takes longer than its time-out is rolled back, and says so")
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
                .withMessageContaining("time-out");
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.end(xid("1"), XAResource.TMSUCCESS));
        assertRefused(XAException.XA_RBTIMEOUT, () -> resource.prepare(xid("1")));
        assertThat(drain(out)).isEmpty();
        assertThat(resource.setTransactionTimeout(0)).isTrue();
        assertThat(resource.getTransactionTimeout()).isEqualTo(300);
    }

    @Test
    @DisplayName(
            "XA-07 a branch that is over by its time-out takes nothing more: who receives for it is told, and gives back")
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
    @DisplayName("XA-07 XA-08 the time-out also ends a branch that has failed, and leaves one alone that is prepared")
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
        // When a second one has timed out, the look at the first time-outs is over.
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
    @DisplayName(
            "XA-07 whose branch is rolled back by another thread while it works, such as by a time-out of the transaction manager, does nothing outside of the branch")
    void shouldNotWorkOutsideWhenTheBranchIsTaken(boolean byOwnTimeOut) throws Exception {
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        send(session, out, "first");
        if (byOwnTimeOut) {
            time.jump(Duration.ofMinutes(6));
            eventually("it has timed out", () -> {
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
                .withMessageContaining("meanwhile");
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
            "XA-07 work that another thread ends as done is done, and the session can work outside of branches again")
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
    @DisplayName(
            "TXN-12 SES-16 what a branch has received of a subscription that is not durable stays with it after the consumer, the session and the connection are closed")
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
                    "the subscription has gone with the branch",
                    () -> admin.topics().subscriptions("t").isEmpty());
        }
    }

    @Test
    @DisplayName("XA-10 a branch that has failed is not committed in one phase: it is rolled back, and that is told")
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
    @DisplayName("XA-11 where an administrator decides what this node has prepared, its messages are free at once")
    void shouldLetGoOfWhatIsDecided() throws Exception {
        send(in, "a");
        prepared(xid("r"), this::passOn);
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.statistics("in").available()).isZero();
            admin.transactions().rollback("7:72:62");
            eventually(
                    "nobody has it",
                    () -> admin.statistics("in").available() == 1
                            && admin.statistics("in").inFlight() == 0);
            assertThat(drain(in)).containsExactly("a");
        }
        assertRefused(XAException.XA_HEURRB, () -> resource.commit(xid("r"), false));
        resource.forget(xid("r"));
    }

    @Test
    @DisplayName("XA-08 what is prepared has no time-out, and its messages don't expire, sent or received")
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
    @DisplayName("XA-08, SND-04 a scheduled message of a branch comes at its time, not before the commit")
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

    // ---- with other features ----

    @Test
    @DisplayName(
            "XA-08, SND-06 an id is a duplicate while the branch that sent it is prepared and once it is committed, not if it is rolled back")
    void shouldRememberDuplicateIds() throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
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

    @Test
    @DisplayName(
            "XA-08 what is sent to a topic reaches the subscriptions that there were when it was prepared, with the commit")
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
    @DisplayName(
            "XA-08, VIS-07 nobody gets the rest of a message group while one of it is prepared, also after a restart")
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
    @DisplayName("XA-08 non-persistent messages that never were in the store belong to a branch like others")
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
    @DisplayName("XA-08 the state of a message group can't be part of it, and that is said")
    void shouldRefuseGroupState() throws Exception {
        RestanteGroup group = RestanteSession.of(session).acceptGroup(in, "g");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> group.setState(new byte[] {1}))
                .withMessageContaining("distributed transaction");
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("1"));
    }

    // ---- administrators ----

    @Test
    @DisplayName(
            "XA-11 an administrator lists what is in doubt and decides it; its manager is told, and has it forgotten")
    void shouldDecideHeuristically() throws Exception {
        send(in, "a", "b");
        prepared(xid("c"), this::passOn);
        prepared(xid("r"), this::passOn);
        try (RestanteAdmin admin = factory.admin()) {
            TransactionsAdmin transactions = admin.transactions();
            assertThat(transactions.list())
                    .extracting(
                            TransactionDescription::xid,
                            TransactionDescription::state,
                            TransactionDescription::sent,
                            TransactionDescription::received)
                    .containsExactly(
                            tuple("7:63:62", TransactionState.PREPARED, 1, 1),
                            tuple("7:72:62", TransactionState.PREPARED, 1, 1));
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> transactions.forget("7:63:62"));
            assertThat(transactions.commit("7:63:62")).isTrue();
            assertThat(transactions.rollback("7:72:62")).isTrue();
            assertThat(transactions.rollback("7:00:62")).isFalse();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> transactions.commit("7:72:62"));
            assertThat(transactions.list())
                    .extracting(TransactionDescription::state)
                    .containsExactly(TransactionState.COMMITTED, TransactionState.ROLLED_BACK);
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

    // ---- sessions, connections and contexts ----

    @Test
    @DisplayName(
            "XA-05, XA-06, XA-14, TXN-07, EXC-14 a session has a transaction that it can't commit, roll back or recover itself, and acknowledge does nothing")
    void shouldRefuseLocalCalls() throws Exception {
        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::commit);
        assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::rollback);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::recover);
        send(in, "a");
        inBranch(xid("1"), () -> {
            assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::commit);
            try (MessageConsumer consumer = session.createConsumer(in)) {
                receive(consumer).acknowledge();
            }
        });
        resource.rollback(xid("1"));
        assertThat(drain(in)).containsExactly("a");
    }

    @Test
    @DisplayName("XA-04 sessions and contexts give out what applications use, and their resources")
    void shouldGiveOut() throws Exception {
        assertThat(session.getSession()).isSameAs(session);
        try (XAJMSContext context = xaFactory.createXAContext()) {
            assertThat(context.getTransacted()).isTrue();
            assertThat(context.getSessionMode()).isEqualTo(JMSContext.SESSION_TRANSACTED);
            assertThat(context.getContext()).isSameAs(context);
            assertThatExceptionOfType(TransactionInProgressRuntimeException.class)
                    .isThrownBy(context::commit);
            assertThatExceptionOfType(TransactionInProgressRuntimeException.class)
                    .isThrownBy(context::rollback);
            context.getXAResource().start(xid("1"), XAResource.TMNOFLAGS);
            context.createProducer().send(out, "a");
            context.getXAResource().end(xid("1"), XAResource.TMSUCCESS);
            assertThat(drain(out)).isEmpty();
            context.getXAResource().commit(xid("1"), true);
            assertThat(drain(out)).containsExactly("a");
        }
    }

    @Test
    @DisplayName(
            "XA-02, XA-03, XA-04 connections of the older APIs make sessions of theirs, and ordinary sessions too; they start stopped")
    void shouldOfferOlderApis() throws Exception {
        try (XAQueueConnection queues = xaFactory.createXAQueueConnection();
                XATopicConnection topics = xaFactory.createXATopicConnection()) {
            XAQueueSession queueSession = queues.createXAQueueSession();
            QueueSession usedForQueues = queueSession.getQueueSession();
            send(in, "a");
            assertThat(usedForQueues.createReceiver(in).receive(BRIEFLY_MILLIS)).isNull();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> usedForQueues.createTopic("t"));
            XATopicSession topicSession = topics.createXATopicSession();
            TopicSession usedForTopics = topicSession.getTopicSession();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> usedForTopics.createQueue("q"));
            assertThat(queues.createXASession()).isInstanceOf(XAQueueSession.class);
            assertThat(topics.createXASession()).isInstanceOf(XATopicSession.class);
            assertThat(queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)
                            .getTransacted())
                    .isFalse();
            assertThat(topics.createTopicSession(true, 0).getTransacted()).isTrue();
        }
        assertThat(xaConnection.createSession(true, 0)).isNotNull();
    }

    @Test
    @DisplayName(
            "XA-15 without a branch each send is effective at once, and each message acknowledged when it is received")
    void shouldWorkWithoutBranch() throws Exception {
        send(session, in, "a");
        MessageConsumer consumer = session.createConsumer(in);
        assertThat(text(receive(consumer))).isEqualTo("a");
        session.close();
        assertNothingLeft(in);
    }

    @Test
    @DisplayName("XA-15 without a branch a listener acknowledges by returning")
    void shouldListenWithoutBranch() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        session.createConsumer(in).setMessageListener(message -> {
            try {
                boolean again = message.getJMSRedelivered();
                seen.add(text(message) + (again ? " again" : ""));
                if (!again) {
                    throw new java.lang.IllegalStateException("not now");
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a again");
        session.close();
        assertNothingLeft(in);
    }

    /** Neither available nor in anybody's hands. */
    private void assertNothingLeft(Queue queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueStatistics statistics = admin.statistics(queue.getQueueName());
            assertThat(statistics.available() + statistics.inFlight()).isZero();
        }
    }

    @Test
    @DisplayName("XA-13 what a listener receives and sends while its session works for a branch belongs to that")
    void shouldListenInABranch() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        session.createConsumer(in).setMessageListener(message -> {
            try {
                send(session, out, "from " + text(message));
                seen.add(text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        // Closing it waits for the listener; what it has received stays with the branch.
        session.close();
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("1"));
        assertThat(drain(out)).isEmpty();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "XA-13, RA-21 a message whose listener begins a branch belongs to that, whatever the listener does then")
    void shouldBelongToTheBranchThatItsListenerBegins(boolean commit) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        session.createConsumer(in).setMessageListener(message -> {
            try {
                resource.start(xid("1"), XAResource.TMNOFLAGS);
                send(session, out, "from " + text(message));
                resource.end(xid("1"), XAResource.TMSUCCESS);
                seen.add(text(message));
            } catch (JMSException | XAException e) {
                throw new AssertionError(e);
            }
            throw new java.lang.IllegalStateException("which means nothing to the branch");
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        session.close();
        assertThat(drain(in)).isEmpty();
        if (commit) {
            resource.commit(xid("1"), true);
            assertNothingLeft(in);
            assertThat(drain(out)).containsExactly("from a");
        } else {
            resource.rollback(xid("1"));
            assertThat(drain(out)).isEmpty();
            try (Session other = autoSession();
                    MessageConsumer consumer = other.createConsumer(in)) {
                assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount"))
                        .isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("XA-13 SIM-22 a message whose body can't be had as asked for counts as received by the branch")
    void shouldCountWhatHasAnotherBody(boolean commit) throws Exception {
        send(in, "a");
        try (XAJMSContext context = xaFactory.createXAContext();
                JMSConsumer consumer = context.createConsumer(in)) {
            XAResource ofContext = context.getXAResource();
            ofContext.start(xid("1"), XAResource.TMNOFLAGS);
            assertThatExceptionOfType(MessageFormatRuntimeException.class)
                    .isThrownBy(() -> consumer.receiveBody(Integer.class, PATIENCE_MILLIS));
            ofContext.end(xid("1"), XAResource.TMSUCCESS);
            if (commit) {
                ofContext.commit(xid("1"), true);
                assertNothingLeft(in);
            } else {
                ofContext.rollback(xid("1"));
                assertThat(drain(in)).containsExactly("a");
            }
        }
    }

    @Test
    @DisplayName(
            "XA-16 what is sent asynchronously belongs to the branch, and its callback comes before the end of the work")
    void shouldSendAsynchronously() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Thread caller = Thread.currentThread();
        AtomicBoolean ending = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        MessageProducer producer = session.createProducer(out);
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        producer.send(session.createTextMessage("a"), new jakarta.jms.CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                while (!ended.get() && !(ending.get() && caller.getState() == Thread.State.WAITING)) {
                    Thread.onSpinWait();
                }
                told.add(ended.get() ? "too late" : "completed");
            }

            @Override
            public void onException(Message message, Exception exception) {
                told.add("failed");
            }
        });
        ending.set(true);
        resource.end(xid("1"), XAResource.TMSUCCESS);
        ended.set(true);
        assertThat(told).containsExactly("completed");
        assertThat(drain(out)).isEmpty();
        resource.commit(xid("1"), true);
        assertThat(drain(out)).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("TXN-12 a branch goes on after its session and its connection are closed")
    void shouldOutliveItsConnection(boolean onePhase) throws Exception {
        restart();
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        session.close();
        xaConnection.close();
        factory.close();
        resource.end(xid("1"), XAResource.TMSUCCESS);
        if (!onePhase) {
            assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_OK);
        }
        resource.commit(xid("1"), onePhase);
        factory = newFactory();
        factory.setMaxMessageBytes(1_000_000);
        eventually("the node has ended with its last branch: as long as it is there, other options are refused", () -> {
            try {
                connection = factory.createConnection();
                return true;
            } catch (IllegalStateException refusal) {
                return false;
            }
        });
        connection.start();
        assertThat(drain(out)).containsExactly("from a");
        assertThat(drain(in)).isEmpty();
    }
}
