package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.LargeBodyCodec;
import java.util.function.Function;

/** Makes the messages that applications receive and browse. */
public final class ReceivedMessages {

    private ReceivedMessages() {}

    /**
     * A message object for one delivery; every call makes one of its own, which shares nothing that can change
     * (JMS-RCV-11). Body and properties are read-only, headers are not (HDR-10). The body is decoded when it is first
     * read, so a damaged one surfaces there, as {@link jakarta.jms.MessageFormatException}.
     *
     * @param message as stored
     * @param facts what there is to say about this delivery
     * @param policy what an object message may contain
     * @param acknowledger what {@code acknowledge()} calls
     * @param apart opens a body that is stored apart
     */
    public static RestanteMessage create(
            StoredMessage message,
            ReceivedFacts facts,
            ObjectInputFilterPolicy policy,
            Acknowledger acknowledger,
            Function<LargeBody, BodyChunks> apart) {
        byte[] body = message.body();
        RestanteMessage received =
                switch (message.head().bodyKind()) {
                    case NONE -> new RestanteMessage();
                    case TEXT -> RestanteTextMessage.received(body);
                    case BYTES -> RestanteBytesMessage.received(body);
                    case LARGE_BYTES -> RestanteBytesMessage.received(apart.apply(LargeBodyCodec.of(message)));
                    case MAP -> RestanteMapMessage.received(body);
                    case STREAM -> RestanteStreamMessage.received(body);
                    case OBJECT -> RestanteObjectMessage.received(body, policy);
                };
        received.receive(message.head(), facts, acknowledger);
        return received;
    }
}
