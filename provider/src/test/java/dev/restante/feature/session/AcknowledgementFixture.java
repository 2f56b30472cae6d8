package dev.restante.feature.session;

import dev.restante.JmsContract;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import org.junit.jupiter.api.BeforeEach;

/** Queue whose messages are received and acknowledged. */
public abstract class AcknowledgementFixture extends JmsContract {

    Queue queue;

    @BeforeEach
    final void nameQueue() throws JMSException {
        queue = queue("q");
    }
}
