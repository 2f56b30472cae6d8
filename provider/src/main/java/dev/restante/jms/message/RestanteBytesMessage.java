package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes message with a body in memory, in the store or from a stream. A new message is write-only, and {@link #reset}
 * makes it read-only. Numbers are big-endian as in {@code DataOutput} (BDY-25). A read past the end consumes nothing.
 */
public final class RestanteBytesMessage extends RestanteMessage implements BytesMessage {

    private static final byte[] EMPTY = {};

    /** Written bytes, which leave the message as copies only. */
    private ByteArrayOutputStream buffer = new ByteArrayOutputStream(0);

    private DataOutputStream output = new DataOutputStream(buffer);

    /** Immutable readable body in read-only mode, or an empty array if the body is large. */
    private byte[] content = EMPTY;

    /** Body in the store (LRG-01), or null if the body is in memory. */
    private @Nullable ChunkedBody largeBody;

    private ReadableBytes input = new InMemoryBytes(EMPTY);

    /** Stream that supplies the body of a sent message (LRG-01). */
    private @Nullable InputStream inputStream;

    /** True if a send has read the stream. */
    private boolean inputStreamConsumed;

    public RestanteBytesMessage() {}

    static RestanteBytesMessage received(byte @Nullable [] body) {
        RestanteBytesMessage message = new RestanteBytesMessage();
        message.setContent(body == null ? EMPTY : body);
        return message;
    }

    /** Returns a message whose body stays in the store until it is read. */
    static RestanteBytesMessage received(ChunkedBody body) {
        RestanteBytesMessage message = new RestanteBytesMessage();
        message.largeBody = body;
        message.input = new ChunkedBytes(body);
        return message;
    }

    @Override
    public long getBodyLength() throws JMSException {
        return readable().length();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return readable().require(Byte.BYTES).get() != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return readable().require(Byte.BYTES).get();
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return Byte.toUnsignedInt(readByte());
    }

    @Override
    public short readShort() throws JMSException {
        return readable().require(Short.BYTES).getShort();
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return Short.toUnsignedInt(readShort());
    }

    @Override
    public char readChar() throws JMSException {
        return readable().require(Character.BYTES).getChar();
    }

    @Override
    public int readInt() throws JMSException {
        return readable().require(Integer.BYTES).getInt();
    }

    @Override
    public long readLong() throws JMSException {
        return readable().require(Long.BYTES).getLong();
    }

    @Override
    public float readFloat() throws JMSException {
        return readable().require(Float.BYTES).getFloat();
    }

    @Override
    public double readDouble() throws JMSException {
        return readable().require(Double.BYTES).getDouble();
    }

    @Override
    public String readUTF() throws JMSException {
        ReadableBytes bytes = readable();
        ByteBuffer two = bytes.require(Short.BYTES);
        int length = Short.BYTES + Short.toUnsignedInt(two.getShort(two.position()));
        ByteBuffer all = bytes.require(length);
        byte[] text = new byte[length];
        all.get(all.position(), text);
        try {
            String value = new DataInputStream(new ByteArrayInputStream(text)).readUTF();
            all.position(all.position() + length);
            return value;
        } catch (IOException malformed) {
            throw MessageExceptions.format(
                    "The body has no valid modified UTF-8 at" + " byte " + bytes.position(), malformed);
        }
    }

    @Override
    public int readBytes(byte[] value) throws JMSException {
        return readBytes(value, value.length);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the length is negative or exceeds the array's length; no byte is consumed
     *     (BDY-27)
     */
    @Override
    public int readBytes(byte[] value, int length) throws JMSException {
        ReadableBytes bytes = readable();
        if (length < 0 || length > value.length) {
            throw new IndexOutOfBoundsException("length " + length + " is not within 0 to " + value.length);
        }
        return bytes.read(value, length);
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
            throw new NullPointerException("A bytes message cannot contain null");
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
            throw ValueConverter.unsupportedType(ValueConverter.BODY, value, ValueConverter.BODY_TYPES);
        }
    }

    @Override
    public void reset() throws JMSException {
        if (bodyReadOnly()) {
            input.rewind();
        } else if (inputStream != null && !inputStreamConsumed) {
            throw MessageExceptions.format(
                    "A stream supplies the body, which cannot be read before the message is" + " sent");
        } else if (inputStream != null) {
            // The store contains the body from the stream, this object does not.
            makeBodyReadOnly();
        } else {
            setContent(buffer.toByteArray());
            discardWritten();
            makeBodyReadOnly();
        }
    }

    /** {@inheritDoc} Afterwards the message is read-only at its beginning, even if this method fails (BDY-32). */
    @Override
    public <T> @Nullable T getBody(Class<T> wanted) throws JMSException {
        reset();
        return super.getBody(wanted);
    }

    @Override
    @SuppressWarnings("rawtypes")
    public boolean isBodyAssignableTo(Class wanted) {
        return isAssignableTo((Class<?>) wanted);
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
    @Nullable
    InputStream bodyToSend() throws JMSException {
        ChunkedBody stored = largeBody;
        if (stored != null) {
            return new ChunkedBodyInputStream(stored);
        }
        if (inputStream != null && inputStreamConsumed) {
            throw MessageExceptions.format("An earlier send has read the stream that supplies the body. Set "
                    + BodyStreamProperty.INPUT.property() + " to another stream.");
        }
        inputStreamConsumed = inputStream != null;
        return inputStream;
    }

    @Override
    void streamBody(BodyStreamProperty property, @Nullable Object stream) throws JMSException {
        switch (property) {
            case INPUT -> setInputStream(stream);
            case OUTPUT, SAVE -> writeToStream(property, stream);
        }
    }

    private void setInputStream(@Nullable Object stream) throws JMSException {
        requireWriteableBody();
        if (stream != null && !(stream instanceof InputStream)) {
            throw wrongStreamType(InputStream.class, BodyStreamProperty.INPUT, stream);
        }
        if (buffer.size() > 0) {
            throw MessageExceptions.format("The body already has " + buffer.size() + " bytes. Call clearBody() first.");
        }
        inputStream = (InputStream) stream;
        inputStreamConsumed = false;
    }

    private void writeToStream(BodyStreamProperty property, @Nullable Object stream) throws JMSException {
        ReadableBytes bytes = readable();
        if (!(stream instanceof OutputStream output)) {
            throw wrongStreamType(OutputStream.class, property, stream);
        }
        try {
            bytes.writeTo(output);
        } catch (IOException failed) {
            throw MessageExceptions.streamFailed(
                    "The body cannot be written to the stream: " + failed.getMessage(), failed);
        }
    }

    private static JMSException wrongStreamType(Class<?> wanted, BodyStreamProperty property, @Nullable Object stream) {
        return MessageExceptions.format("The property " + property.property() + " requires"
                + " an " + wanted.getSimpleName() + ", not "
                + (stream == null ? "null" : stream.getClass().getName()));
    }

    @Override
    void clearBodyContent() {
        discardWritten();
        setContent(EMPTY);
    }

    @Override
    Object bodyAs(Class<?> type) throws JMSException {
        if (!isAssignableTo(type)) {
            throw notAssignable(type);
        }
        return largeBody == null ? content.clone() : ChunkedBytes.readAll(largeBody);
    }

    private static boolean isAssignableTo(Class<?> wanted) {
        return wanted == byte[].class || wanted == Object.class;
    }

    private void setContent(byte[] bytes) {
        content = bytes;
        largeBody = null;
        input = new InMemoryBytes(bytes);
    }

    private void discardWritten() {
        buffer = new ByteArrayOutputStream(0);
        output = new DataOutputStream(buffer);
        inputStream = null;
    }

    private ReadableBytes readable() throws JMSException {
        if (!bodyReadOnly()) {
            throw MessageExceptions.writeOnly();
        }
        return input;
    }

    private void write(BytesWrite write) throws JMSException {
        requireWriteableBody();
        if (inputStream != null) {
            throw MessageExceptions.format("A stream supplies the body. Call clearBody() before writing another body.");
        }
        try {
            write.to(output);
        } catch (IOException refused) {
            throw MessageExceptions.format("The value cannot be written: " + refused.getMessage(), refused);
        }
    }

    private interface BytesWrite {
        void to(DataOutputStream output) throws IOException;
    }
}
