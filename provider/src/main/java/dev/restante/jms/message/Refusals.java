package dev.restante.jms.message;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;

/** The exceptions of this package, each with its error code; messages name what was refused. */
final class Refusals {

    private Refusals() {}

    static MessageFormatException format(String message) {
        return new MessageFormatException(message, ErrorCodes.MSG_FORMAT);
    }

    static MessageFormatException format(String message, Throwable cause) {
        return caused(format(message), cause);
    }

    static JMSException badPropertyName(String message) {
        return new JMSException(message, ErrorCodes.MSG_PROPERTY_NAME);
    }

    static JMSException headTooLarge(String message) {
        return new JMSException(message, ErrorCodes.MSG_HEAD_TOO_LARGE);
    }

    static JMSException streamFailed(String message, Throwable cause) {
        return caused(new JMSException(message, ErrorCodes.BODY_STREAM_FAILED), cause);
    }

    static MessageFormatException classNotAllowed(String message, Throwable cause) {
        return caused(new MessageFormatException(message, ErrorCodes.MSG_CLASS_NOT_ALLOWED), cause);
    }

    static IllegalStateException notTheCreated(String message) {
        return new IllegalStateException(message, ErrorCodes.MSG_RECEIVED_DESTINATION);
    }

    static MessageEOFException endOfBody(String message) {
        return new MessageEOFException(message, ErrorCodes.MSG_EOF);
    }

    static MessageNotReadableException writeOnly() {
        return new MessageNotReadableException(
                "the body is write-only; call reset() before reading", ErrorCodes.MSG_WRITE_ONLY);
    }

    static MessageNotWriteableException readOnlyBody() {
        return new MessageNotWriteableException(
                "the body is read-only; call clearBody() before writing", ErrorCodes.MSG_READ_ONLY);
    }

    static MessageNotWriteableException readOnlyProperties() {
        return new MessageNotWriteableException(
                "the properties are read-only; call clearProperties() before setting any", ErrorCodes.MSG_READ_ONLY);
    }

    private static <E extends JMSException> E caused(E refusal, Throwable cause) {
        refusal.initCause(cause);
        if (cause instanceof Exception exception) {
            refusal.setLinkedException(exception);
        }
        return refusal;
    }
}
