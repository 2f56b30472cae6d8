package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A message whose body is a sequence of bytes: first write-only, after {@link #reset} read-only. Numbers are big-endian
 * as {@code DataOutput} writes them (BDY-25). A read past the end consumes nothing.
 */
public final class RestanteBytesMessage extends RestanteMessage implements BytesMessage {

    private static final byte[] EMPTY = {};

    /** What has been written; the buffer is handed out as copies only. */
    private ByteArrayOutputStream buffer = new ByteArrayOutputStream(0);

    private DataOutputStream output = new DataOutputStream(buffer);

    /** What is read: an array that never changes. Only in the read-only mode. */
    private byte[] content = EMPTY;

    /** The content with the read position. */
    private ByteBuffer input = ByteBuffer.wrap(EMPTY);

    /** A message without bytes, to be written. */
    public RestanteBytesMessage() {}

    static RestanteBytesMessage received(byte @Nullable [] body) {
        RestanteBytesMessage message = new RestanteBytesMessage();
        message.readFrom(body == null ? EMPTY : body);
        return message;
    }

    @Override
    public long getBodyLength() throws JMSException {
        return readable().capacity();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(ByteBuffer::get) != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return read(ByteBuffer::get);
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return Byte.toUnsignedInt(readByte());
    }

    @Override
    public short readShort() throws JMSException {
        return read(ByteBuffer::getShort);
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return Short.toUnsignedInt(readShort());
    }

    @Override
    public char readChar() throws JMSException {
        return read(ByteBuffer::getChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(ByteBuffer::getInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(ByteBuffer::getLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(ByteBuffer::getFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(ByteBuffer::getDouble);
    }

    @Override
    public String readUTF() throws JMSException {
        ByteBuffer bytes = readable();
        int start = bytes.position();
        int length = 2 + readUnsignedShort();
        bytes.position(start);
        if (length > bytes.remaining()) {
            throw pastTheEnd(bytes);
        }
        ByteArrayInputStream text = new ByteArrayInputStream(content, start, length);
        try {
            String value = new DataInputStream(text).readUTF();
            bytes.position(start + length);
            return value;
        } catch (IOException malformed) {
            throw Refusals.format("there is no modified UTF-8 at byte " + start, malformed);
        }
    }

    @Override
    public int readBytes(byte[] value) throws JMSException {
        return readBytes(value, value.length);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the length is negative or exceeds the array's; nothing is consumed (BDY-27)
     */
    @Override
    public int readBytes(byte[] value, int length) throws JMSException {
        ByteBuffer bytes = readable();
        if (length < 0 || length > value.length) {
            throw new IndexOutOfBoundsException("length " + length + " is not within 0 to " + value.length);
        }
        if (!bytes.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, bytes.remaining());
        bytes.get(value, 0, count);
        return count;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(to -> to.writeBoolean(value));
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(to -> to.writeByte(value));
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(to -> to.writeShort(value));
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(to -> to.writeChar(value));
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(to -> to.writeInt(value));
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(to -> to.writeLong(value));
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(to -> to.writeInt(Float.floatToIntBits(value)));
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(to -> to.writeLong(Double.doubleToLongBits(value)));
    }

    /**
     * {@inheritDoc}
     *
     * @throws jakarta.jms.MessageFormatException if the text takes more than 65,535 bytes in modified UTF-8
     */
    @Override
    public void writeUTF(String value) throws JMSException {
        write(to -> to.writeUTF(value));
    }

    @Override
    public void writeBytes(byte[] value) throws JMSException {
        write(to -> to.write(value));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        write(to -> to.write(value, offset, length));
    }

    /**
     * {@inheritDoc}
     *
     * @throws NullPointerException if the value is null (BDY-05)
     */
    @Override
    public void writeObject(Object value) throws JMSException {
        requireWriteableBody();
        if (value == null) {
            throw new NullPointerException("a bytes message cannot hold null");
        } else if (value instanceof Boolean truth) {
            writeBoolean(truth);
        } else if (value instanceof Byte number) {
            writeByte(number);
        } else if (value instanceof Short number) {
            writeShort(number);
        } else if (value instanceof Character character) {
            writeChar(character);
        } else if (value instanceof Integer number) {
            writeInt(number);
        } else if (value instanceof Long number) {
            writeLong(number);
        } else if (value instanceof Float number) {
            writeFloat(number);
        } else if (value instanceof Double number) {
            writeDouble(number);
        } else if (value instanceof String text) {
            writeUTF(text);
        } else if (value instanceof byte[] bytes) {
            writeBytes(bytes);
        } else {
            throw Conversions.unsupported(value);
        }
    }

    @Override
    public void reset() {
        if (bodyReadOnly()) {
            input.rewind();
        } else {
            readFrom(buffer.toByteArray());
            discardWritten();
            makeBodyReadOnly();
        }
    }

    /** {@inheritDoc} The message is read-only and at its beginning afterwards, even if this throws (BDY-32). */
    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        reset();
        return super.getBody(wanted);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) {
        return offeredAs((Class<?>) wanted);
    }

    @Override
    BodyKind bodyKind() {
        return BodyKind.BYTES;
    }

    @Override
    byte[] encodedBody() {
        return bodyReadOnly() ? content : buffer.toByteArray();
    }

    @Override
    void emptyBody() {
        discardWritten();
        readFrom(EMPTY);
    }

    @Override
    Object bodyAs(Class<?> wanted) throws JMSException {
        if (!offeredAs(wanted)) {
            throw notAssignable(wanted);
        }
        return content.clone();
    }

    private static boolean offeredAs(Class<?> wanted) {
        return wanted == byte[].class || wanted == Object.class;
    }

    private void readFrom(byte[] bytes) {
        content = bytes;
        input = ByteBuffer.wrap(bytes);
    }

    private void discardWritten() {
        buffer = new ByteArrayOutputStream(0);
        output = new DataOutputStream(buffer);
    }

    private ByteBuffer readable() throws JMSException {
        if (!bodyReadOnly()) {
            throw Refusals.writeOnly();
        }
        return input;
    }

    private <T> T read(Function<ByteBuffer, T> reading) throws JMSException {
        ByteBuffer bytes = readable();
        try {
            return reading.apply(bytes);
        } catch (BufferUnderflowException end) {
            throw pastTheEnd(bytes);
        }
    }

    private static JMSException pastTheEnd(ByteBuffer bytes) {
        return Refusals.endOfBody("the value at byte " + bytes.position() + " would go beyond the " + bytes.capacity()
                + " bytes of the body");
    }

    private void write(Writing writing) throws JMSException {
        requireWriteableBody();
        try {
            writing.to(output);
        } catch (IOException refused) {
            throw Refusals.format("the value cannot be written: " + refused.getMessage(), refused);
        }
    }

    /** One write to the body. */
    private interface Writing {
        void to(DataOutputStream output) throws IOException;
    }
}
