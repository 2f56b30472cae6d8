package dev.restante.jndi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XAConnectionFactory;
import jakarta.jms.XASession;
import java.util.Hashtable;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.naming.Reference;
import javax.naming.StringRefAddr;
import javax.naming.spi.NamingManager;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI is the subject of this test, and it requires a Hashtable.
@DisplayName("a connection factory for distributed transactions in JNDI")
class XaJndiTest {

    private static final String MEMORY = "jdbc:hsqldb:mem:xanaming";

    private record Name(byte[] getGlobalTransactionId) implements Xid {
        @Override
        public int getFormatId() {
            return 1;
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {1};
        }
    }

    private static Object lookup(String name, String... properties) throws NamingException {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, RestanteInitialContextFactory.class.getName());
        for (int i = 0; i < properties.length; i += 2) {
            environment.put(properties[i], properties[i + 1]);
        }
        return new InitialContext(environment).lookup(name);
    }

    /** Sends a message in a branch that is prepared and committed, and receives the message. */
    private static void assertDistributes(Object found) throws Exception {
        try (RestanteXAConnectionFactory factory = (RestanteXAConnectionFactory) found;
                XAConnection connection = ((XAConnectionFactory) found).createXAConnection()) {
            XASession session = connection.createXASession();
            XAResource resource = session.getXAResource();
            Queue queue = session.createQueue("q");
            Xid xid = new Name(new byte[] {7});
            resource.start(xid, XAResource.TMNOFLAGS);
            session.createProducer(queue).send(session.createTextMessage("a"));
            resource.end(xid, XAResource.TMSUCCESS);
            assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
            resource.commit(xid, false);
            try (Connection other = factory.createConnection();
                    Session reading = other.createSession();
                    MessageConsumer consumer = reading.createConsumer(queue)) {
                other.start();
                assertThat(((TextMessage) consumer.receive(20_000)).getText()).isEqualTo("a");
            }
        }
    }

    @Test
    @DisplayName("xaConnectionFactory.NAME binds a factory with the options of its URL, in upper or lower case")
    void shouldBindByName() throws Exception {
        Object found = lookup("jms/xa", "xaConnectionFactory.jms/xa", MEMORY + ";restante.clientId=office");
        assertThat(((RestanteXAConnectionFactory) found).getClientId()).isEqualTo("office");
        assertDistributes(lookup("jms/xa", "XACONNECTIONFACTORY.jms/xa", MEMORY));
    }

    @Test
    @DisplayName("a provider URL binds a factory as XAConnectionFactory")
    void shouldBindByProviderUrl() throws Exception {
        assertDistributes(lookup("XAConnectionFactory", Context.PROVIDER_URL, MEMORY));
    }

    @Test
    @DisplayName(
            "JNDI creates a factory from its own reference, and from a reference with its interface and attributes")
    void shouldComeFromReference() throws Exception {
        RestanteXAConnectionFactory bound = new RestanteXAConnectionFactory(MEMORY);
        bound.setClientId("office");
        Object found = NamingManager.getObjectInstance(bound.getReference(), null, null, null);
        assertThat(found).isNotSameAs(bound).isInstanceOfSatisfying(RestanteXAConnectionFactory.class, factory -> {
            assertThat(factory.getClientId()).isEqualTo("office");
            assertThat(factory.getUrl()).isEqualTo(MEMORY);
        });
        Reference configured =
                new Reference(XAConnectionFactory.class.getName(), RestanteObjectFactory.class.getName(), null);
        configured.add(new StringRefAddr("url", MEMORY));
        assertDistributes(NamingManager.getObjectInstance(configured, null, null, null));
    }
}
