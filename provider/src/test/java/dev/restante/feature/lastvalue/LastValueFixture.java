package dev.restante.feature.lastvalue;

import dev.restante.JmsContract;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Queue that keeps the last value for each {@code key}, with its administration. */
public abstract class LastValueFixture extends JmsContract {

    static final String KEY = "key";
    static final QueueOptions LAST_VALUES = QueueOptions.defaults().withLastValueKey(KEY);

    RestanteAdmin admin;
    Session session;
    Queue queue;
    MessageProducer producer;

    @BeforeEach
    final void createQueue() throws JMSException {
        admin = factory.admin();
        admin.createQueue("values", LAST_VALUES);
        use();
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    private void use() throws JMSException {
        session = connection.createSession();
        queue = session.createQueue("values");
        producer = session.createProducer(queue);
    }

    /** Closes everything and opens it again. */
    final void openAgain() throws JMSException {
        admin.close();
        reopen();
        admin = factory.admin();
        use();
    }

    /** Creates a value. The value "a1" has the key "a", and the value "-1" has no key. */
    static TextMessage value(Session session, String name) throws JMSException {
        TextMessage message = session.createTextMessage(name);
        if (!name.startsWith("-")) {
            message.setStringProperty(KEY, name.substring(0, 1));
        }
        return message;
    }

    final void put(String... names) throws JMSException {
        for (String name : names) {
            producer.send(value(session, name));
        }
    }

    final Session locking() throws JMSException {
        return connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
    }

    static List<String> browse(Session session, Queue queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (QueueBrowser browser = session.createBrowser(queue)) {
            Enumeration<?> messages = browser.getEnumeration();
            while (messages.hasMoreElements()) {
                texts.add(text((Message) messages.nextElement()));
            }
        }
        return texts;
    }
}
