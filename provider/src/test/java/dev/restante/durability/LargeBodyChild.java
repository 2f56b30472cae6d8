package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PatternStream;
import dev.restante.testing.SingleByteStream;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Child that sends or reads a large body. It reports when it reaches the step at which it is killed, and waits.
 * Arguments: URL, lease in milliseconds, name of the action.
 */
final class LargeBodyChild {

    static final int LENGTH = 5 << 20;
    static final String QUEUE = "q";

    private static final String INPUT = "JMS_Restante_InputStream";

    private LargeBodyChild() {}

    public static void main(String[] arguments) throws JMSException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[1])));
        Connection connection = factory.createConnection();
        connection.start();
        switch (arguments[2]) {
            case "half" -> send(connection.createSession(), new PausingStream());
            case "uncommitted" -> send(connection.createSession(Session.SESSION_TRANSACTED), new PatternStream(LENGTH));
            case "sent" -> send(connection.createSession(), new PatternStream(LENGTH));
            case "reading" -> read(connection.createSession(Session.CLIENT_ACKNOWLEDGE));
            default -> throw new IllegalArgumentException(arguments[2]);
        }
        ChildJvm.tell("there");
        awaitKill();
    }

    private static void send(Session session, InputStream stream) throws JMSException {
        BytesMessage message = session.createBytesMessage();
        message.setObjectProperty(INPUT, stream);
        session.createProducer(session.createQueue(QUEUE)).send(message);
    }

    private static void read(Session session) throws JMSException {
        BytesMessage message = (BytesMessage)
                session.createConsumer(session.createQueue(QUEUE)).receive();
        message.readBytes(new byte[LENGTH / 2]);
    }

    /** Waits for the kill, or for the end of the standard input if the test ends first. */
    private static int awaitKill() {
        try {
            int end = System.in.read();
            throw new IllegalStateException("not killed; read " + end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stream that returns half of the body and then blocks. */
    private static final class PausingStream extends SingleByteStream {
        private int left = LENGTH / 2;

        @Override
        protected int next() {
            if (left-- > 0) {
                return 1;
            }
            ChildJvm.tell("there");
            return awaitKill();
        }
    }
}
