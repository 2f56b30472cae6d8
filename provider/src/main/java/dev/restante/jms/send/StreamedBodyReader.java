package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.LargeBodyStorage;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.model.BodyKind;
import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import dev.restante.model.codec.LargeBodyCodec;
import jakarta.jms.JMSException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/** Reader of a body stream: small bodies go into the message, large ones into the store (LRG-01). */
final class StreamedBodyReader {

    private StreamedBodyReader() {}

    /**
     * Reads the stream to its end and closes it.
     *
     * @param outgoing a message with a body stream
     * @return the message with a body in place of the stream
     * @throws JMSException if the stream or the store fails, or the body is too large; nothing is stored then
     */
    static OutgoingMessage read(
            OutgoingMessage outgoing, InputStream stream, Entity target, ConnectionServices services)
            throws JMSException {
        LargeBodyStorage largeBodyStorage = services.broker().largeBodyStorage();
        int inlineLimit =
                Math.min(LargeBody.CHUNK_BYTES, services.broker().nodeSettings().maxMessageBytes() / 2);
        try (stream) {
            byte[] firstChunk = new byte[inlineLimit];
            int length = stream.readNBytes(firstChunk, 0, inlineLimit);
            if (length < inlineLimit) {
                return outgoing.withBody(BodyKind.BYTES, Arrays.copyOf(firstChunk, length));
            }
            LargeBody stored = largeBodyStorage.store(
                    target, new SequenceInputStream(new ByteArrayInputStream(firstChunk), stream));
            return outgoing.withBody(BodyKind.LARGE_BYTES, LargeBodyCodec.encode(stored));
        } catch (BrokerException failure) {
            throw ExceptionTranslation.translate(failure);
        } catch (IOException failure) {
            if (failure.getCause() instanceof JMSException gone) {
                throw gone;
            }
            throw ExceptionTranslation.withCause(
                    new JMSException(
                            "The message was not sent, because the stream that supplies its body failed: "
                                    + failure.getMessage(),
                            ErrorCodes.BODY_STREAM_FAILED),
                    failure);
        }
    }
}
