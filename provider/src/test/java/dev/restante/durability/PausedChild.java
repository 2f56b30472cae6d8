package dev.restante.durability;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Child that receives a message under peek-lock and a message in a transaction that also sends. It waits for a line
 * before it settles them. Arguments: URL, lease in milliseconds.
 */
final class PausedChild {

    static final String LOCKED = "locked";
    static final String IN = "in";
    static final String OUT = "out";

    private PausedChild() {}

    private interface ResumedCall {
        void run() throws JMSException;
    }

    public static void main(String[] arguments) throws JMSException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[1])));
        Connection connection = factory.createConnection();
        connection.start();
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer locked = session.createConsumer(session.createQueue(LOCKED));
        MessageConsumer in = transacted.createConsumer(transacted.createQueue(IN));
        MessageProducer out = transacted.createProducer(transacted.createQueue(OUT));
        PeekLock lock = PeekLock.of(received(locked));
        Message moved = received(in);
        out.send(moved);
        ChildJvm.tell("holding");

        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        tell("renew", lock::renew);
        tell("complete", lock::complete);
        tell("commit", transacted::commit);
        MessageProducer producer = session.createProducer(session.createQueue(OUT));
        tell("send", () -> producer.send(session.createTextMessage("from the dead")));
        ChildJvm.tell("done");
    }

    private static Message received(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(20_000);
        ChildJvm.tell("got " + message.getBody(String.class) + " " + message.getIntProperty("JMSXDeliveryCount"));
        return message;
    }

    private static void tell(String name, ResumedCall action) {
        try {
            action.run();
            ChildJvm.tell(name + " succeeded");
        } catch (JMSException e) {
            ChildJvm.tell(name + " refused " + e.getErrorCode());
        }
    }
}
