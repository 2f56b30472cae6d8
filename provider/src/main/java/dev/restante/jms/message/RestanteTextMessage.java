package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import dev.restante.model.codec.LosslessUtf8;
import jakarta.jms.JMSException;
import jakarta.jms.TextMessage;
import org.jspecify.annotations.Nullable;

/** Text message, stored as UTF-8 and decoded on first read. */
public final class RestanteTextMessage extends RestanteMessage implements TextMessage {

    private @Nullable String text;
    private byte @Nullable [] encoded;

    public RestanteTextMessage() {}

    public RestanteTextMessage(@Nullable String text) {
        this.text = text;
    }

    static RestanteTextMessage received(byte @Nullable [] body) {
        RestanteTextMessage message = new RestanteTextMessage();
        message.encoded = body;
        return message;
    }

    @Override
    public void setText(@Nullable String text) throws JMSException {
        requireWriteableBody();
        this.text = text;
        encoded = null;
    }

    @Override
    public @Nullable String getText() throws JMSException {
        if (text == null && encoded != null) {
            text = StoredBodyCodec.toText(encoded);
        }
        return text;
    }

    @Override
    BodyKind bodyKind() {
        return BodyKind.TEXT;
    }

    @Override
    byte @Nullable [] encodedBody() {
        if (encoded == null && text != null) {
            encoded = LosslessUtf8.encode(text);
        }
        return encoded;
    }

    @Override
    void clearBodyContent() {
        text = null;
        encoded = null;
    }

    @Override
    @Nullable
    Object bodyAs(Class<?> type) throws JMSException {
        String body = getText();
        if (body != null && !type.isInstance(body)) {
            throw notAssignable(type);
        }
        return body;
    }
}
