package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** A body that is stored apart, as a message reads it: chunk by chunk (LRG-01). */
public interface BodyChunks {

    long lengthBytes();

    /**
     * Reads a chunk, all of which have {@link dev.restante.model.LargeBody#CHUNK_BYTES} bytes but for the last.
     *
     * @param number from 0
     * @throws JMSException with the error code {@code RESTANTE-BODY-GONE} if the body is not there any more
     */
    byte[] chunk(int number) throws JMSException;
}
