package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.file.Path;
import java.time.Duration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a transaction manager in the wrong order, and recovery without a session. */
@DisplayName("order of calls for distributed transactions")
public abstract class XaSequenceContract extends XaFixture {

    @Test
    @DisplayName("XA-07 calls for unknown branches or with invalid arguments fail, each with its XA error code")
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
    @DisplayName("XA-07 while a session is associated with a branch, other calls for the session or the branch fail")
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
    @DisplayName("XA-07 a prepared branch can only be committed or rolled back, even after a restart")
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
    @DisplayName("XA-07 an unprepared branch cannot be committed in two phases")
    void shouldRefuseTwoPhasesUnprepared() throws Exception {
        inBranch(xid("1"), () -> send(session, out, "a"));
        assertRefused(XAException.XAER_PROTO, () -> resource.commit(xid("1"), false));
        resource.rollback(xid("1"));
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("XA-07 a branch whose work failed can only be rolled back")
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
    @DisplayName("XA-09 a recovery scan returns each branch once")
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
            "XA-09 XA-11 a recovery resource completes in-doubt branches without a session, client id or open factory")
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
    @DisplayName("XA-07 a recovery resource starts no branch, and equals only recovery resources of its factory")
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
    @DisplayName("XA-09 EXC-15 recovery fails while the store does not exist, and finds its branches at the next scan")
    void shouldRecoverWhenTheStoreIsThere(@TempDir Path empty) throws Exception {
        String url = "jdbc:hsqldb:file:" + empty.resolve("store");
        RestanteXAConnectionFactory later = new RestanteXAConnectionFactory(url);
        later.setLingerDuration(Duration.ZERO);
        XAResource recovery = later.createRecoveryResource();
        assertRefused(XAException.XAER_RMFAIL, () -> recovery.recover(XAResource.TMSTARTRSCAN));
        assertThat(empty).as("recovery creates no store").isEmptyDirectory();
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
}
