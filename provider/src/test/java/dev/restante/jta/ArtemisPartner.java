package dev.restante.jta;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.util.Collections;
import java.util.Enumeration;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQXAConnectionFactory;

/** Partner that keeps keys in a queue of Artemis. */
final class ArtemisPartner implements Partner {

    /** Queue of all tests. Each test that counts keys uses its own keys. */
    static final String QUEUE = "partner";

    private final ActiveMQXAConnectionFactory factory;
    private final XAConnection connection;
    private final XASession session;

    ArtemisPartner(String url) throws JMSException {
        factory = new ActiveMQXAConnectionFactory(url);
        connection = factory.createXAConnection();
        connection.start();
        session = connection.createXASession();
    }

    @Override
    public XAResource resource() {
        return session.getXAResource();
    }

    /** Returns the session that takes part in transactions. */
    Session session() {
        return session;
    }

    @Override
    public void write(String key) throws JMSException {
        try (MessageProducer producer = session.createProducer(session.createQueue(QUEUE))) {
            producer.send(session.createTextMessage(key));
        }
    }

    @Override
    public long count(String key) throws JMSException {
        try (Connection other = factory.createConnection();
                Session looking = other.createSession()) {
            other.start();
            Queue queue = looking.createQueue(QUEUE);
            long found = 0;
            try (QueueBrowser browser = looking.createBrowser(queue)) {
                for (Object message : Collections.list((Enumeration<?>) browser.getEnumeration())) {
                    found += ((TextMessage) message).getText().equals(key) ? 1 : 0;
                }
            }
            return found;
        }
    }

    @Override
    public long inDoubt() throws XAException {
        return session.getXAResource().recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN).length;
    }

    @Override
    public void close() throws JMSException {
        connection.close();
        factory.close();
    }
}
