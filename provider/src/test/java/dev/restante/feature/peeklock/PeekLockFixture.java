package dev.restante.feature.peeklock;

import dev.restante.JmsContract;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.BeforeEach;

/** Session with peek-locks, and a consumer of a queue. */
public abstract class PeekLockFixture extends JmsContract {

    /** Tolerance for a node's clock, which can differ from the store clock by some milliseconds. */
    static final long CLOCK_SKEW_MILLIS = 100;

    Session session;
    Queue queue;
    MessageConsumer consumer;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = session.createQueue("q");
        consumer = session.createConsumer(queue);
    }
}
