package dev.restante.feature.topic;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Connection with a client id, and a session of this connection. */
public abstract class DurableSubscriptionFixture extends TopicContract {

    Connection mine;
    Session session;

    @BeforeEach
    final void openNamedConnection() throws JMSException {
        mine = connectionOf("me");
        session = mine.createSession();
    }

    @AfterEach
    final void closeNamedConnection() throws JMSException {
        mine.close();
    }
}
