package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.LargeBodies;
import dev.restante.jms.core.BoundedCalls;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.message.BodyChunks;
import dev.restante.model.LargeBody;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The bodies that are stored apart and that the application of one session may read (LRG-03): each until its message is
 * settled and the session goes on, or is closed.
 *
 * <p>Thread-safe: the monitor guards the list; nothing waits with it held.
 */
public final class ReceivedBodies {

    /** One of them, and the message that it came with. */
    private record Open(HeldDelivery held, LargeBodies.Reading reading) {}

    /** Small: what one call has received, and what of earlier ones is not settled. */
    private final List<Open> open = new ArrayList<>(0);

    /** Whether there are any, for those who only want to know that there are none. */
    private volatile boolean any;

    /** The body of a message that is handed over. */
    BodyChunks open(ConnectionServices connection, HeldDelivery held, LargeBody body) {
        LargeBodies.Reading reading = connection.broker().largeBodies().open(held);
        synchronized (this) {
            open.add(new Open(held, reading));
            any = true;
        }
        return new ReadBody(body, reading, connection.calls());
    }

    /** The body of a message that somebody looks at. */
    static BodyChunks looked(ConnectionServices connection, LargeBody body) {
        return new ReadBody(body, connection.broker().largeBodies().look(body), connection.calls());
    }

    /** The session goes on: what is settled can't be read any more. */
    void goOn() {
        if (any) {
            close(false);
        }
    }

    /** The session ends. */
    public void close() {
        close(true);
    }

    private synchronized void close(boolean all) {
        open.removeIf(each -> {
            boolean over = all
                    || each.held().state() == HeldDelivery.State.SETTLED
                    || each.held().state() == HeldDelivery.State.LOST;
            if (over) {
                each.reading().close();
            }
            return over;
        });
        any = !open.isEmpty();
    }

    /** As the message reads it. */
    private record ReadBody(LargeBody body, LargeBodies.Reading reading, BoundedCalls calls) implements BodyChunks {

        @Override
        public long lengthBytes() {
            return body.lengthBytes();
        }

        @Override
        public byte[] chunk(int number) throws JMSException {
            Optional<byte[]> chunk = calls.make(() -> reading.chunk(number));
            return chunk.orElseThrow(() -> new JMSException(
                    "The body of " + body.lengthBytes()
                            + " bytes is not there any more: its message is settled and the session went on or is closed, or somebody else has received it. Read a body before that",
                    ErrorCodes.BODY_GONE));
        }
    }
}
