package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** Bodies that are stored apart from their messages, in chunks that are committed before the message is (LRG-01). */
public interface LargeBodies {

    /** What a reader has of a body. Thread-safe. */
    interface Reading {
        /**
         * A chunk; empty if the body is not there any more.
         *
         * @throws BrokerException if the store fails
         */
        Optional<byte[]> chunk(int number);

        /** The body may go, as far as this reader is concerned. */
        void close();
    }

    /**
     * Stores what a stream brings, all of it, and keeps it until {@link #ended} is told of the send that needs it.
     *
     * @param target where the message will go
     * @return what the message has in place of a body
     * @throws IOException if the stream fails; nothing stays
     * @throws BrokerException with MESSAGE_TOO_LARGE beyond the limit, or if the store fails; nothing stays
     */
    LargeBody store(Entity target, InputStream stream) throws IOException;

    /** A body that was stored and is in no send. */
    void abandoned(LargeBody body);

    /**
     * A send is over, whatever has become of it: if its message is in the store, that keeps the body from now on. For a
     * message whose body is not stored apart it does nothing.
     */
    void ended(PreparedSend send);

    /**
     * The body of a message in somebody's hands, which stays until the reading is closed, whatever becomes of the
     * message.
     *
     * @throws BrokerException if the store fails
     */
    Reading open(HeldDelivery held);

    /** The body of a message that somebody looks at, which goes when the message goes. */
    Reading look(LargeBody body);
}
