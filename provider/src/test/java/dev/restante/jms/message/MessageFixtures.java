package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DestinationName;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.MessageHeaderCodec;
import dev.restante.option.ForeignProperties;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Test helper that passes messages from a sender through the stored form to a receiver, without a session. */
final class MessageFixtures {

    static final DestinationName ORDERS = DestinationName.queue("orders");
    static final long SENT_AT = 1_795_000_000_000L;

    private MessageFixtures() {}

    /** Takes a snapshot as a send does by default. */
    static OutgoingMessage snapshot(Message message) throws JMSException {
        return snapshot(message, ForeignProperties.REFUSE);
    }

    static OutgoingMessage snapshot(Message message, ForeignProperties treatment) throws JMSException {
        return OutgoingMessage.snapshot(
                message, new ForeignPropertyRules(treatment, new ForeignPropertyRules.DroppedPropertyLog()));
    }

    /** Returns the stored message after a send. The header passes through its codec. */
    static StoredMessage store(Message message) throws JMSException {
        OutgoingMessage outgoing = snapshot(message);
        MessageHeader header = new MessageHeader(
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
        return new StoredMessage(1, MessageHeaderCodec.decode(MessageHeaderCodec.encode(header)), outgoing.body());
    }

    static DeliveryMetadata metadata(int deliveryCount, DeliveryAnnotations annotations) {
        return new DeliveryMetadata(deliveryCount, 77, SENT_AT + 1, SENT_AT + 60_000, 0, 0, annotations, null, ORDERS);
    }

    static RestanteMessage receive(StoredMessage message, DeliveryMetadata metadata) {
        return ReceivedMessageFactory.create(
                message,
                metadata,
                ObjectInputFilterPolicy.jdkValuesOnly(),
                Acknowledger.NONE,
                MessageFixtures::largeBody);
    }

    /** Sends a message and receives it for the first time. */
    @SuppressWarnings("unchecked")
    static <T extends Message> T sendAndReceive(T message) throws JMSException {
        return (T) receive(store(message), metadata(1, null));
    }

    /**
     * Returns a message of another provider, which has the public interface of a Restante message but none of its
     * classes.
     */
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

    /** Returns a large body without content, because no test of this package reads a large body. */
    static ChunkedBody largeBody(LargeBody body) {
        return new ChunkedBody() {
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
