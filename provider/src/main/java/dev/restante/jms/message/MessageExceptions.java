package dev.restante.jms.message;

import dev.restante.api.ErrorCodes;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;

/** Factory of the exceptions for wrong access to messages, their properties and bodies, with error codes. */
final class MessageExceptions {

    private MessageExceptions() {}

    static MessageFormatException format(String message) {
        return new MessageFormatException(message, ErrorCodes.MESSAGE_FORMAT);
    }

    static MessageFormatException format(String message, Throwable cause) {
        return withCause(format(message), cause);
    }

    static JMSException invalidPropertyName(String message) {
        return new JMSException(message, ErrorCodes.INVALID_PROPERTY_NAME);
    }

    static JMSException headerTooLarge(String message) {
        return new JMSException(message, ErrorCodes.MESSAGE_HEADER_TOO_LARGE);
    }

    static JMSException streamFailed(String message, Throwable cause) {
        return withCause(new JMSException(message, ErrorCodes.BODY_STREAM_FAILED), cause);
    }

    static MessageFormatException classNotAllowed(String message, Throwable cause) {
        return withCause(new MessageFormatException(message, ErrorCodes.MESSAGE_CLASS_NOT_ALLOWED), cause);
    }

    static IllegalStateException notDeletable(String message) {
        return new IllegalStateException(message, ErrorCodes.NOT_DESTINATION_OWNER);
    }

    static MessageEOFException endOfBody(String message) {
        return new MessageEOFException(message, ErrorCodes.MESSAGE_EOF);
    }

    static MessageNotReadableException writeOnly() {
        return new MessageNotReadableException(
                "The body is write-only. Call reset() before reading.", ErrorCodes.MESSAGE_WRITE_ONLY);
    }

    static MessageNotWriteableException readOnlyBody() {
        return new MessageNotWriteableException(
                "The body is read-only. Call clearBody() before writing.", ErrorCodes.MESSAGE_READ_ONLY);
    }

    static MessageNotWriteableException readOnlyProperties() {
        return new MessageNotWriteableException(
                "The properties are read-only. Call clearProperties() before setting a property.",
                ErrorCodes.MESSAGE_READ_ONLY);
    }

    private static <E extends JMSException> E withCause(E refusal, Throwable cause) {
        refusal.initCause(cause);
        if (cause instanceof Exception exception) {
            refusal.setLinkedException(exception);
        }
        return refusal;
    }
}
