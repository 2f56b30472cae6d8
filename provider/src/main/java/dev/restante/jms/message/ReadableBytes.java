package dev.restante.jms.message;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** The bytes of a body that is read from its beginning. Not thread-safe. */
interface ReadableBytes {

    /** How many there are. */
    long length();

    /** How many were read. */
    long position();

    /** Back to the beginning. */
    void rewind();

    /**
     * A buffer whose position is here; what is read from it is read.
     *
     * @param bytes so many it must have, at most 64 KiB and a few
     * @throws jakarta.jms.MessageEOFException if there are not so many left; nothing is consumed
     */
    ByteBuffer need(int bytes) throws JMSException;

    /** Reads as much as there is, at most so much; returns how much, or -1 at the end. */
    int read(byte[] into, int length) throws JMSException;

    /** Writes all of them, wherever somebody has come to reading them. */
    void writeTo(OutputStream output) throws JMSException, IOException;

    /** Refuses a value that has more bytes than are left. */
    static JMSException pastTheEnd(ReadableBytes bytes) {
        return Refusals.endOfBody("the value at byte " + bytes.position() + " would go beyond the " + bytes.length()
                + " bytes of the body");
    }
}
