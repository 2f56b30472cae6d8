package dev.restante.jms.message;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Converts messages of other providers to ours, reading them through the public interfaces only (GEN-11). A bytes or
 * stream message that is being written has to be reset to be read; that is all that is changed on a foreign message,
 * and nothing else would let it be read.
 */
final class ForeignMessages {

    private static final int CHUNK_BYTES = 8192;

    private ForeignMessages() {}

    /**
     * Returns a copy of a message.
     *
     * @throws jakarta.jms.MessageFormatException also if the message has a name that is null or empty, or one of its
     *     methods throws an unchecked exception
     */
    static RestanteMessage convert(Message foreign) throws JMSException {
        try {
            return copy(foreign);
        } catch (RuntimeException malformed) {
            throw Refusals.format(
                    "the message of class " + foreign.getClass().getName() + " can't be read: " + malformed, malformed);
        }
    }

    private static RestanteMessage copy(Message foreign) throws JMSException {
        RestanteMessage converted = convertBody(foreign);
        copyProperties(foreign, converted);
        converted.setJMSType(foreign.getJMSType());
        converted.setJMSCorrelationID(foreign.getJMSCorrelationID());
        converted.setJMSReplyTo(foreign.getJMSReplyTo());
        return converted;
    }

    private static RestanteMessage convertBody(Message foreign) throws JMSException {
        if (foreign instanceof TextMessage text) {
            return new RestanteTextMessage(text.getText());
        }
        if (foreign instanceof BytesMessage bytes) {
            return convertBytes(bytes);
        }
        if (foreign instanceof MapMessage map) {
            RestanteMapMessage converted = new RestanteMapMessage();
            for (String name : names(map.getMapNames())) {
                converted.setObject(name, map.getObject(name));
            }
            return converted;
        }
        if (foreign instanceof StreamMessage stream) {
            return convertStream(stream);
        }
        if (foreign instanceof ObjectMessage object) {
            return new RestanteObjectMessage(object.getObject());
        }
        return new RestanteMessage();
    }

    private static RestanteMessage convertBytes(BytesMessage foreign) throws JMSException {
        foreign.reset();
        RestanteBytesMessage converted = new RestanteBytesMessage();
        byte[] chunk = new byte[CHUNK_BYTES];
        int count = foreign.readBytes(chunk);
        while (count > 0) {
            converted.writeBytes(chunk, 0, count);
            count = foreign.readBytes(chunk);
        }
        foreign.reset();
        return converted;
    }

    private static RestanteMessage convertStream(StreamMessage foreign) throws JMSException {
        foreign.reset();
        RestanteStreamMessage converted = new RestanteStreamMessage();
        boolean more = true;
        while (more) {
            try {
                converted.writeObject(foreign.readObject());
            } catch (MessageEOFException end) {
                more = false;
            }
        }
        foreign.reset();
        return converted;
    }

    private static void copyProperties(Message foreign, RestanteMessage converted) throws JMSException {
        for (String name : names(foreign.getPropertyNames())) {
            converted.setObjectProperty(name, foreign.getObjectProperty(name));
        }
    }

    private static List<String> names(Enumeration<?> enumeration) {
        return Collections.list(enumeration).stream().map(String.class::cast).toList();
    }
}
