package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DestinationName;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.MessageHeadCodec;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** The way of a message from a sender through the store to a receiver, without a session. */
final class MessageFixtures {

    static final DestinationName ORDERS = DestinationName.queue("orders");
    static final long SENT_AT = 1_795_000_000_000L;

    private MessageFixtures() {}

    /** What the store holds after a send; the head goes through its codec. */
    static StoredMessage store(Message message) throws JMSException {
        OutgoingMessage outgoing = OutgoingMessage.snapshot(message);
        MessageHead head = new MessageHead(
                "ID:1",
                ORDERS,
                outgoing.bodyKind(),
                outgoing.correlationId(),
                outgoing.replyTo(),
                outgoing.type(),
                SENT_AT,
                SENT_AT + 5,
                0,
                7,
                true,
                outgoing.properties());
        return new StoredMessage(1, MessageHeadCodec.decode(MessageHeadCodec.encode(head)), outgoing.body());
    }

    static ReceivedFacts facts(int deliveryCount, DeliveryNote note) {
        return new ReceivedFacts(deliveryCount, 77, SENT_AT + 1, SENT_AT + 60_000, 0, 0, note, null, ORDERS);
    }

    static RestanteMessage receive(StoredMessage message, ReceivedFacts facts) {
        return ReceivedMessages.create(
                message, facts, ObjectInputFilterPolicy.jdkValuesOnly(), Acknowledger.NONE, MessageFixtures::apart);
    }

    /** Sends a message and receives it for the first time. */
    @SuppressWarnings("unchecked")
    static <T extends Message> T pass(T message) throws JMSException {
        return (T) receive(store(message), facts(1, null));
    }

    /** A message of another provider: it has the public interface of one of ours and is none of our classes. */
    static <T extends Message> T foreign(Class<T> kind, RestanteMessage delegate) {
        return kind.cast(
                Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(delegate, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    static List<String> names(Enumeration<?> enumeration) {
        List<String> names = new ArrayList<>();
        for (Object name : Collections.list(enumeration)) {
            names.add((String) name);
        }
        return names;
    }

    /** None of these tests reads a body that is in a store. */
    static BodyChunks apart(LargeBody body) {
        return new BodyChunks() {
            @Override
            public long lengthBytes() {
                return body.lengthBytes();
            }

            @Override
            public byte[] chunk(int number) {
                return new byte[0];
            }
        };
    }
}
