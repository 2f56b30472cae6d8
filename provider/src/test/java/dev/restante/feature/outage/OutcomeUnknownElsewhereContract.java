package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteSession;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.xa.BranchName;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lost answers to the COMMIT of an entity or a branch, in an outage longer than the store timeout. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class OutcomeUnknownElsewhereContract extends OutcomeUnknownFixture {

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 creation and deletion of a queue report an unknown outcome, unless the database returns in time")
    void shouldTellThatAnEntityIsInDoubt(BreakPoint place) throws Exception {
        boolean committed = place == BreakPoint.AFTER;
        try (RestanteAdmin admin = factory.admin()) {
            database.breakCommitOf(STEP, place, false);
            assertThat(admin.createQueue("known", QueueOptions.defaults()).name())
                    .isEqualTo("known");
            assertThat(names(admin)).contains("known");

            String creation = inDoubt(STEP, place, () -> admin.createQueue("in doubt", QueueOptions.defaults()));
            database.restore();
            assertTold(creation, place);
            assertThat(names(admin).contains("in doubt")).isEqualTo(committed);

            String deletion = inDoubt(STEP, place, () -> admin.deleteQueue("known"));
            database.restore();
            assertTold(deletion, place);
            assertThat(names(admin).contains("known")).isEqualTo(!committed);
            assertTold(creation, place);
        }
    }

    private static List<String> names(RestanteAdmin admin) throws JMSException {
        return admin.queues().stream().map(QueueDescription::name).toList();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, SUB-21 the creation of a subscription reports an unknown outcome, and can be repeated")
    void shouldTellThatASubscriptionIsInDoubt(BreakPoint place) throws Exception {
        Topic topic = session.createTopic("t");
        session.createProducer(topic).close();
        String token = inDoubt(STEP, place, () -> session.createSharedDurableConsumer(topic, "s"));
        database.restore();
        assertTold(token, place);
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s");
        send(topic, "m");
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("m");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, GRP-02 accepting a group reports an unknown outcome, and the group can be accepted later")
    void shouldTellThatAGroupIsInDoubt(BreakPoint place) throws Exception {
        String token = inDoubt(STEP, place, () -> RestanteSession.of(session).acceptGroup(queue, "g"));
        database.restore();
        assertTold(token, place);
        RestanteSession.of(session).acceptGroup(queue, "g").close();
    }

    /** Creates a branch that has received one message and sent another message. */
    private Xid branch(XASession xa) throws Exception {
        JmsContract.send(session, queue, "in");
        Xid xid = BranchName.of("branch");
        xa.getXAResource().start(xid, XAResource.TMNOFLAGS);
        try (MessageConsumer consumer = xa.createConsumer(queue)) {
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
            JmsContract.send(xa, xa.createQueue("out"), "out");
        }
        xa.getXAResource().end(xid, XAResource.TMSUCCESS);
        return xid;
    }

    /**
     * Makes a call that fails with {@code XAER_RMFAIL} because its COMMIT is lost in an outage, and ends the outage.
     */
    private void inDoubtBranch(BreakPoint place, Call call) throws Exception {
        CountDownLatch broken = database.breakCommitOf(BATCH, place, true);
        assertThat(code(call)).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(broken.getCount()).isZero();
        database.restore();
    }

    private static int code(Call call) {
        Throwable thrown = catchThrowable(call::run);
        if (thrown == null) {
            return XAResource.XA_OK;
        }
        assertThat(thrown).isInstanceOf(XAException.class);
        return ((XAException) thrown).errorCode;
    }

    /** Repeats a call while the resource is unavailable, as transaction managers do. */
    private static int codeAtLast(Call call) throws InterruptedException {
        long startedNanos = System.nanoTime();
        int code = code(call);
        while (code == XAException.XAER_RMFAIL) {
            assertThat(System.nanoTime() - startedNanos).isLessThan(TimeUnit.MINUTES.toNanos(1));
            assertThat(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)).isFalse();
            code = code(call);
        }
        return code;
    }

    private XASession xaSession() throws JMSException {
        XAConnection xa = factory.createXAConnection();
        xa.start();
        return xa.createXASession();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, XA-08 after an unknown outcome of prepare, a branch can be rolled back, prepared or not")
    void shouldRollBackWhatMayBePrepared(BreakPoint place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        inDoubtBranch(place, () -> resource.prepare(xid));
        assertThat(codeAtLast(() -> resource.rollback(xid))).isIn(XAResource.XA_OK, XAException.XAER_NOTA);
        xa.close();
        Message again = JmsContract.receive(session.createConsumer(queue));
        assertThat(JmsContract.text(again)).isEqualTo("in");
        assertThat(drain("out")).isEmpty();
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, XA-11 after an unknown outcome of commit, a repeated commit commits the prepared branch")
    void shouldCommitWhatMayBeCommitted(BreakPoint place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        inDoubtBranch(place, () -> resource.commit(xid, false));
        assertThat(codeAtLast(() -> resource.commit(xid, false))).isEqualTo(XAResource.XA_OK);
        xa.close();
        assertThat(drain("out")).containsExactly("out");
        assertThat(drain("q")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, XA-10 after an unknown outcome of a one-phase commit, a repeated commit tells the outcome")
    void shouldTellWhatBecameOfOnePhase(BreakPoint place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        inDoubtBranch(place, () -> resource.commit(xid, true));
        boolean committed = place == BreakPoint.AFTER;
        assertThat(codeAtLast(() -> resource.commit(xid, true)))
                .isEqualTo(committed ? XAResource.XA_OK : XAException.XA_RBROLLBACK);
        xa.close();
        if (!committed) {
            assertThat(JmsContract.text(JmsContract.receive(session.createConsumer(queue))))
                    .isEqualTo("in");
        }
        assertThat(drain("out")).isEqualTo(if_(committed, "out"));
        assertThat(drain("q")).isEmpty();
    }
}
