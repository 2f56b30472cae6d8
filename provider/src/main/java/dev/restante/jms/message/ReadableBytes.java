package dev.restante.jms.message;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Interface for reading the body of a bytes message sequentially, from memory ({@link InMemoryBytes}) or from the store
 * ({@link ChunkedBytes}). Not thread-safe.
 */
interface ReadableBytes {

    long length();

    long position();

    void rewind();

    /**
     * Returns a buffer at the current position. Reading from the buffer advances the position.
     *
     * @param count the number of bytes that the buffer must have, at most slightly more than 64 KiB
     * @throws jakarta.jms.MessageEOFException if fewer bytes remain; the position stays unchanged
     */
    ByteBuffer require(int count) throws JMSException;

    /** Reads up to {@code length} bytes. Returns the number of read bytes, or -1 at the end. */
    int read(byte[] target, int length) throws JMSException;

    /** Writes the whole body, regardless of the current position. */
    void writeTo(OutputStream output) throws JMSException, IOException;

    static JMSException endOfBody(ReadableBytes reader) {
        return MessageExceptions.endOfBody("The value at byte " + reader.position() + " extends beyond the "
                + reader.length() + " bytes of the body");
    }
}
