package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Storage of large message bodies, which are committed in chunks before their message (LRG-01). */
public interface LargeBodyStorage {

    /** Reader of a large body. Thread-safe. */
    interface BodyReader {
        /**
         * Returns a chunk; empty if the body does not exist any more.
         *
         * @throws BrokerException if the store fails
         */
        Optional<byte[]> chunk(int number);

        /** Ends the reading, so that the body can be deleted. */
        void close();
    }

    /**
     * Stores all bytes of a stream, and retains them until {@link #sendEnded} is called for the send of the body.
     *
     * @param target the target of the message
     * @return the reference that the message contains in place of a body
     * @throws IOException if the stream fails; nothing is stored then
     * @throws BrokerException with MESSAGE_TOO_LARGE above the limit, or if the store fails; nothing is stored then
     */
    LargeBody store(Entity target, InputStream stream) throws IOException;

    /** Deletes a stored body that no send uses. */
    void discard(LargeBody body);

    /**
     * Ends the retention of a large body after its send. A stored message keeps the body from then on. Ignores other
     * messages.
     */
    void sendEnded(PreparedSend send);

    /**
     * Opens the body of a received message. The body exists until the reader is closed, even if the message is deleted.
     *
     * @throws BrokerException if the store fails
     */
    BodyReader open(InFlightDelivery delivery);

    /** Opens the body of a browsed message, which is deleted together with the message. */
    BodyReader openBrowsed(LargeBody body);
}
