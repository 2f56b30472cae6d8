package dev.restante.feature.peeklock;

import dev.restante.JmsContract;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.BeforeEach;

/** A session with peek-locks, and a consumer of a queue. */
public abstract class PeekLockFixture extends JmsContract {

    /** Locks end by the store's clock, which a shared store's node knows to some milliseconds. */
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
