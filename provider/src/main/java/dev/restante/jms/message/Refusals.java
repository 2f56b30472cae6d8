package dev.restante.jms.message;

import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;

/** The exceptions of this package, each with its error code; messages name what was refused. */
final class Refusals {

    static final String BAD_PROPERTY_NAME = "RESTANTE-MSG-PROPERTY-NAME";
    static final String HEAD_TOO_LARGE = "RESTANTE-MSG-HEAD-TOO-LARGE";
    static final String FOREIGN_DESTINATION = "RESTANTE-MSG-FOREIGN-DESTINATION";
    static final String FORMAT = "RESTANTE-MSG-FORMAT";
    static final String CLASS_NOT_ALLOWED = "RESTANTE-MSG-CLASS-NOT-ALLOWED";
    static final String END_OF_BODY = "RESTANTE-MSG-EOF";
    static final String NOT_READABLE = "RESTANTE-MSG-WRITE-ONLY";
    static final String NOT_WRITEABLE = "RESTANTE-MSG-READ-ONLY";

    private Refusals() {}

    static MessageFormatException format(String message) {
        return new MessageFormatException(message, FORMAT);
    }

    static MessageFormatException format(String message, Throwable cause) {
        return caused(format(message), cause);
    }

    static JMSException badPropertyName(String message) {
        return new JMSException(message, BAD_PROPERTY_NAME);
    }

    static JMSException headTooLarge(String message) {
        return new JMSException(message, HEAD_TOO_LARGE);
    }

    static MessageFormatException classNotAllowed(String message, Throwable cause) {
        return caused(new MessageFormatException(message, CLASS_NOT_ALLOWED), cause);
    }

    static MessageEOFException endOfBody(String message) {
        return new MessageEOFException(message, END_OF_BODY);
    }

    static MessageNotReadableException writeOnly() {
        return new MessageNotReadableException("the body is write-only; call reset() before reading", NOT_READABLE);
    }

    static MessageNotWriteableException readOnlyBody() {
        return new MessageNotWriteableException(
                "the body is read-only; call clearBody() before writing", NOT_WRITEABLE);
    }

    static MessageNotWriteableException readOnlyProperties() {
        return new MessageNotWriteableException(
                "the properties are read-only; call clearProperties() before setting any", NOT_WRITEABLE);
    }

    private static <E extends JMSException> E caused(E refusal, Throwable cause) {
        refusal.initCause(cause);
        if (cause instanceof Exception exception) {
            refusal.setLinkedException(exception);
        }
        return refusal;
    }
}
