package dev.restante.jms.message;

import dev.restante.jms.message.object.ObjectInputFilterPolicy;
import dev.restante.model.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.ObjectMessage;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a serialised Java object or null. The object is serialised when it is set, so later changes
 * to it do not matter, and each {@link #getObject} makes a new one (BDY-08). What a received message may contain is
 * decided by its {@link ObjectInputFilterPolicy}; an object that was set in this JVM is as trusted as the code that set
 * it.
 */
public final class RestanteObjectMessage extends RestanteMessage implements ObjectMessage {

    private byte @Nullable [] encoded;
    private ObjectInputFilterPolicy policy = ObjectInputFilterPolicy.allowAll();

    /** A message whose object is null. */
    public RestanteObjectMessage() {}

    /**
     * A message with an object, as it is now.
     *
     * @throws jakarta.jms.MessageFormatException if the object cannot be serialised
     */
    public RestanteObjectMessage(@Nullable Serializable object) throws JMSException {
        encoded = object == null ? null : ObjectBody.encode(object);
    }

    /** The object as it is serialised, without making one; null for none. */
    public byte @Nullable [] serialized() {
        return encoded == null ? null : encoded.clone();
    }

    /**
     * Sets an object that was serialised elsewhere, without making one of it; whoever asks for it, here too, is under
     * the rules for received messages.
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
        encoded = object == null ? null : ObjectBody.encode(object);
        policy = ObjectInputFilterPolicy.allowAll();
    }

    @Override
    public @Nullable Serializable getObject() throws JMSException {
        return encoded == null ? null : ObjectBody.decode(encoded, policy);
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
    void emptyBody() {
        encoded = null;
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> wanted) throws JMSException {
        Serializable object = getObject();
        if (object != null && !wanted.isInstance(object)) {
            throw notAssignable(wanted);
        }
        return object;
    }
}
