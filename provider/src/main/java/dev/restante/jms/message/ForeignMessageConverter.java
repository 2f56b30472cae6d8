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
 * Converter from messages of other providers to Restante messages (GEN-11). It uses public interfaces only. It resets
 * bytes and stream messages to read their bodies, and changes nothing else.
 */
final class ForeignMessageConverter {

    private static final int CHUNK_BYTES = 8192;

    private ForeignMessageConverter() {}

    /**
     * Returns a copy of a message.
     *
     * @param rules the rules for properties whose names are no identifiers
     * @throws jakarta.jms.MessageFormatException if a value cannot be converted, a name is null or empty, or a method
     *     of the message throws an unchecked exception
     */
    static RestanteMessage convert(Message foreign, ForeignPropertyRules rules) throws JMSException {
        try {
            return copy(foreign, rules);
        } catch (RuntimeException malformed) {
            throw MessageExceptions.format(
                    "The message of class " + foreign.getClass().getName() + " cannot be" + " read: " + malformed,
                    malformed);
        }
    }

    private static RestanteMessage copy(Message foreign, ForeignPropertyRules rules) throws JMSException {
        RestanteMessage converted = convertBody(foreign);
        copyProperties(foreign, converted, rules);
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

    private static void copyProperties(Message foreign, RestanteMessage converted, ForeignPropertyRules rules)
            throws JMSException {
        List<String> names = names(foreign.getPropertyNames());
        for (String name : names) {
            String nameToSend = rules.nameToSend(name, names);
            if (nameToSend != null) {
                converted.setObjectProperty(nameToSend, foreign.getObjectProperty(name));
            }
        }
    }

    private static List<String> names(Enumeration<?> enumeration) {
        return Collections.list(enumeration).stream().map(String.class::cast).toList();
    }
}
