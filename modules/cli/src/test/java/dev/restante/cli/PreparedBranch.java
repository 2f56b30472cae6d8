package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Xid {@code 5:NUMBER:01} of a branch of a distributed transaction. */
record PreparedBranch(int getFormatId, byte[] getGlobalTransactionId, byte[] getBranchQualifier) implements Xid {

    /** Prepares a branch that sends a message to the queue {@code orders}, and closes its connection. */
    static void prepare(String url, byte number) throws Exception {
        try (RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(url)) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setStoreTimeout(Duration.ofSeconds(10));
            factory.setShutdownHook(false);
            try (XAConnection connection = factory.createXAConnection()) {
                XASession session = connection.createXASession();
                Xid xid = new PreparedBranch(5, new byte[] {number}, new byte[] {1});
                session.getXAResource().start(xid, XAResource.TMNOFLAGS);
                session.createProducer(session.createQueue("orders")).send(session.createTextMessage("order"));
                session.getXAResource().end(xid, XAResource.TMSUCCESS);
                assertThat(session.getXAResource().prepare(xid)).isEqualTo(XAResource.XA_OK);
            }
        }
    }
}
