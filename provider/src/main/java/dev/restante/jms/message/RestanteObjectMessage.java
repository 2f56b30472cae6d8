package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.ObjectMessage;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Object message, which serializes its object when it is set (BDY-08). Each {@link #getObject} call returns a new
 * object. An {@link ObjectInputFilterPolicy} decides about the content of received messages. Objects that were set in
 * this JVM are trusted.
 */
public final class RestanteObjectMessage extends RestanteMessage implements ObjectMessage {

    private byte @Nullable [] encoded;
    private ObjectInputFilterPolicy policy = ObjectInputFilterPolicy.allowAll();

    public RestanteObjectMessage() {}

    /**
     * Creates a message with an object, which is serialized immediately.
     *
     * @throws jakarta.jms.MessageFormatException if the object cannot be serialized
     */
    public RestanteObjectMessage(@Nullable Serializable object) throws JMSException {
        encoded = object == null ? null : ObjectBodyCodec.encode(object);
    }

    /** Returns the serialized object without deserializing it, or null for no object. */
    public byte @Nullable [] serialized() {
        return encoded == null ? null : encoded.clone();
    }

    /**
     * Sets an object that was serialized elsewhere, without deserializing it. The filter policy for JDK values then
     * applies to {@link #getObject}.
     *
     * @throws jakarta.jms.MessageNotWriteableException if the body is read-only
     */
    public void setSerialized(byte[] serialized) throws JMSException {
        requireWriteableBody();
        encoded = serialized.clone();
        policy = ObjectInputFilterPolicy.jdkValuesOnly();
    }

    static RestanteObjectMessage received(byte @Nullable [] body, ObjectInputFilterPolicy policy) {
        RestanteObjectMessage message = new RestanteObjectMessage();
        message.encoded = body;
        message.policy = policy;
        return message;
    }

    @Override
    public void setObject(@Nullable Serializable object) throws JMSException {
        requireWriteableBody();
        encoded = object == null ? null : ObjectBodyCodec.encode(object);
        policy = ObjectInputFilterPolicy.allowAll();
    }

    @Override
    public @Nullable Serializable getObject() throws JMSException {
        return encoded == null ? null : ObjectBodyCodec.decode(encoded, policy);
    }

    @Override
    BodyKind bodyKind() {
        return BodyKind.OBJECT;
    }

    @Override
    byte @Nullable [] encodedBody() {
        return encoded;
    }

    @Override
    void clearBodyContent() {
        encoded = null;
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        Serializable object = getObject();
        if (object != null && !type.isInstance(object)) {
            throw notAssignable(type);
        }
        return object;
    }
}
