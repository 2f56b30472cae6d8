package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import java.util.function.Function;

/**
 * Factory that creates the message object for the body kind of a stored message, when an application receives or
 * browses the message.
 */
public final class ReceivedMessageFactory {

    private ReceivedMessageFactory() {}

    /**
     * Creates a message object for one delivery, which shares no mutable data with other messages (JMS-RCV-11). Body
     * and properties are read-only, and headers are writable (HDR-10). The first read decodes the body, so that a
     * damaged body causes {@link jakarta.jms.MessageFormatException} there.
     */
    public static RestanteMessage create(
            StoredMessage message,
            DeliveryMetadata metadata,
            ObjectInputFilterPolicy policy,
            Acknowledger acknowledger,
            Function<LargeBody, ChunkedBody> largeBodyOpener) {
        byte[] body = message.body();
        RestanteMessage received =
                switch (message.header().bodyKind()) {
                    case NONE -> new RestanteMessage();
                    case TEXT -> RestanteTextMessage.received(body);
                    case BYTES -> RestanteBytesMessage.received(body);
                    case LARGE_BYTES ->
                        RestanteBytesMessage.received(largeBodyOpener.apply(LargeBodyCodec.decodeBodyOf(message)));
                    case MAP -> RestanteMapMessage.received(body);
                    case STREAM -> RestanteStreamMessage.received(body);
                    case OBJECT -> RestanteObjectMessage.received(body, policy);
                };
        received.setReceived(message.header(), metadata, acknowledger);
        return received;
    }
}
