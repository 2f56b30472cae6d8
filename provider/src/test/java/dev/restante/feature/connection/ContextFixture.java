package dev.restante.feature.connection;

import dev.restante.JmsContract;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Context and a queue. */
public abstract class ContextFixture extends JmsContract {

    JMSContext context;
    Queue queue;

    @BeforeEach
    final void openContext() {
        context = factory.createContext();
        queue = context.createQueue("q");
    }

    @AfterEach
    final void closeContext() {
        context.close();
    }
}
