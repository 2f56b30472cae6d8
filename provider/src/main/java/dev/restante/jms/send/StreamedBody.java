package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.broker.LargeBodies;
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

/**
 * The body of a message that a stream brings (LRG-01): what fits into a chunk, and into an ordinary message, is sent
 * with the message like any other; the rest is stored first.
 */
final class StreamedBody {

    private StreamedBody() {}

    /**
     * Reads the stream to its end, and closes it.
     *
     * @param outgoing has a stream
     * @return the message with a body in place of the stream
     * @throws JMSException if the stream or the store fails, or brings too much; nothing stays of it
     */
    static OutgoingMessage read(
            OutgoingMessage outgoing, InputStream stream, Entity target, ConnectionServices services)
            throws JMSException {
        LargeBodies bodies = services.broker().largeBodies();
        int most = Math.min(LargeBody.CHUNK_BYTES, services.broker().settings().maxMessageBytes() / 2);
        try (stream) {
            byte[] first = new byte[most];
            int length = stream.readNBytes(first, 0, most);
            if (length < most) {
                return outgoing.with(BodyKind.BYTES, Arrays.copyOf(first, length));
            }
            LargeBody stored = bodies.store(target, new SequenceInputStream(new ByteArrayInputStream(first), stream));
            return outgoing.with(BodyKind.LARGE_BYTES, LargeBodyCodec.encode(stored));
        } catch (BrokerException failure) {
            throw services.translation().of(failure);
        } catch (IOException failure) {
            if (failure.getCause() instanceof JMSException gone) {
                throw gone;
            }
            throw ExceptionTranslation.linked(
                    new JMSException(
                            "The message was not sent, because the stream that brings its body failed: "
                                    + failure.getMessage(),
                            ErrorCodes.BODY_STREAM_FAILED),
                    failure);
        }
    }
}
