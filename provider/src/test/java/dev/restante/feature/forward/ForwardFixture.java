package dev.restante.feature.forward;

import dev.restante.JmsContract;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue that forwards to another queue, and the administration of their store. */
public abstract class ForwardFixture extends JmsContract {

    static final Duration HOUR = Duration.ofHours(1);

    RestanteAdmin admin;
    Session session;
    MessageProducer producer;
    Queue from;
    Queue to;

    @BeforeEach
    final void createQueues() throws JMSException {
        admin = factory.admin();
        admin.createQueue("to", QueueOptions.defaults());
        admin.createQueue("from", forwarding("to"));
        session = connection.createSession();
        producer = session.createProducer(null);
        from = session.createQueue("from");
        to = session.createQueue("to");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    static QueueOptions forwarding(String queue) {
        return QueueOptions.defaults().withForwardTo(queue);
    }

    void createChain(String... names) throws JMSException {
        admin.createQueue(names[names.length - 1], QueueOptions.defaults());
        for (int i = names.length - 2; i >= 0; i--) {
            admin.createQueue(names[i], forwarding(names[i + 1]));
        }
    }

    void subscribe(String topic, String name, QueueOptions options) throws JMSException {
        admin.topics().createSubscription(topic, null, name, true, null, options);
    }
}
