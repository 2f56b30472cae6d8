package dev.restante.jms.message;

import jakarta.jms.JMSException;

/** Large message body that is read chunk by chunk (LRG-01). */
public interface ChunkedBody {

    long lengthBytes();

    /**
     * Reads a chunk. Each chunk except the last has {@link dev.restante.model.LargeBody#CHUNK_BYTES} bytes.
     *
     * @param index from 0
     * @throws JMSException with the error code {@code RESTANTE-BODY-UNAVAILABLE} if the body has been deleted
     */
    byte[] chunk(int index) throws JMSException;
}
