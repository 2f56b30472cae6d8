package dev.restante.jms.receive;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.LargeBodyStorage;
import dev.restante.jms.core.BoundedCallExecutor;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.message.ChunkedBody;
import dev.restante.model.LargeBody;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Registry of the large bodies that the application of one session may read, which closes them after their messages are
 * settled (LRG-03).
 *
 * <p>A body is readable until its message is settled and the session receives again or closes. Thread-safe: the monitor
 * guards the list and is held only briefly.
 */
public final class ReceivedLargeBodies {

    private record OpenBody(InFlightDelivery delivery, LargeBodyStorage.BodyReader reader) {}

    /** Bodies of the last receive call and of earlier unsettled messages. */
    private final List<OpenBody> openBodies = new ArrayList<>(0);

    /** True if the list is not empty; readable without the monitor. */
    private volatile boolean hasOpen;

    /** Opens the body of a received message. */
    ChunkedBody openReceived(ConnectionServices connection, InFlightDelivery delivery, LargeBody body) {
        LargeBodyStorage.BodyReader reader =
                connection.broker().largeBodyStorage().open(delivery);
        synchronized (this) {
            openBodies.add(new OpenBody(delivery, reader));
            hasOpen = true;
        }
        return new StoredChunkedBody(body, reader, connection.boundedCalls());
    }

    /** Opens the body of a browsed message. */
    static ChunkedBody openBrowsed(ConnectionServices connection, LargeBody body) {
        return new StoredChunkedBody(
                body, connection.broker().largeBodyStorage().openBrowsed(body), connection.boundedCalls());
    }

    /** Closes the bodies of settled messages when the session receives again. */
    void closeSettled() {
        if (hasOpen) {
            close(false);
        }
    }

    public void close() {
        close(true);
    }

    private synchronized void close(boolean all) {
        openBodies.removeIf(each -> {
            boolean over = all
                    || each.delivery().state() == InFlightDelivery.InFlightState.SETTLED
                    || each.delivery().state() == InFlightDelivery.InFlightState.LOST;
            if (over) {
                each.reader().close();
            }
            return over;
        });
        hasOpen = !openBodies.isEmpty();
    }

    private record StoredChunkedBody(
            LargeBody body, LargeBodyStorage.BodyReader reader, BoundedCallExecutor boundedCalls)
            implements ChunkedBody {

        @Override
        public long lengthBytes() {
            return body.lengthBytes();
        }

        @Override
        public byte[] chunk(int index) throws JMSException {
            Optional<byte[]> chunk = boundedCalls.call(() -> reader.chunk(index));
            return chunk.orElseThrow(() -> new JMSException(
                    "The body of " + body.lengthBytes()
                            + " bytes is no longer available. The message was settled and the session continued or"
                            + " closed, or another consumer received the message. Read the body earlier.",
                    ErrorCodes.BODY_UNAVAILABLE));
        }
    }
}
