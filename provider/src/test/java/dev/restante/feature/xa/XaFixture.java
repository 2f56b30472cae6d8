package dev.restante.feature.xa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.TestFactories;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** XA session on two queues, with the calls of a transaction manager. */
public abstract class XaFixture extends JmsContract {

    RestanteXAConnectionFactory xaFactory;
    XAConnection xaConnection;
    XASession session;
    XAResource resource;
    Queue in;
    Queue out;

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

    RestanteXAConnectionFactory sameStore() throws JMSException {
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

    /** Simulates a restart of the JVM. All objects are closed, and prepared branches exist only in the store. */
    void restart() throws JMSException {
        xaFactory.close();
        reopen();
        open();
    }

    /** Xid of the tests, with texts as ids. */
    record TestXid(int getFormatId, String global, String branch) implements Xid {
        @Override
        public byte[] getGlobalTransactionId() {
            return global.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public byte[] getBranchQualifier() {
            return branch.getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    static Xid xid(String name) {
        return new TestXid(7, name, "b");
    }

    interface XaCall {
        void run() throws Exception;
    }

    static void assertRefused(int code, XaCall call) {
        XAException refusal = catchThrowableOfType(XAException.class, call::run);
        assertThat(refusal).as("an XAException").isNotNull();
        assertThat(refusal.errorCode).as(refusal.getMessage()).isEqualTo(code);
    }

    interface Work {
        void run() throws JMSException;
    }

    void inBranch(Xid xid, Work work) throws Exception {
        resource.start(xid, XAResource.TMNOFLAGS);
        work.run();
        resource.end(xid, XAResource.TMSUCCESS);
    }

    void prepared(Xid xid, Work work) throws Exception {
        inBranch(xid, work);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
    }

    /** Receives one message from the first queue, and sends one message to the second queue. */
    void passOn() throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(in)) {
            send(session, out, "from " + text(receive(consumer)));
        }
    }

    List<String> recovered() throws XAException {
        return Arrays.stream(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .map(xid -> new String(xid.getGlobalTransactionId(), StandardCharsets.ISO_8859_1))
                .toList();
    }
}
