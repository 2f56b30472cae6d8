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
 * A message whose body is a sequence of bytes: first write-only, after {@link #reset} read-only. Numbers are big-endian
 * as {@code DataOutput} writes them (BDY-25). A read past the end consumes nothing.
 */
public final class RestanteBytesMessage extends RestanteMessage implements BytesMessage {

    private static final byte[] EMPTY = {};

    /** What has been written; the buffer is handed out as copies only. */
    private ByteArrayOutputStream buffer = new ByteArrayOutputStream(0);

    private DataOutputStream output = new DataOutputStream(buffer);

    /** What is read: an array that never changes. Only in the read-only mode, and empty where the body is apart. */
    private byte[] content = EMPTY;

    /** The body in the store, of which nothing is kept here (LRG-01); null if it is here. */
    private @Nullable BodyChunks apart;

    /** The content with the read position. */
    private ReadableBytes input = new BytesInMemory(EMPTY);

    /** What brings the body of a message that is sent (LRG-01). */
    private @Nullable InputStream source;

    /** Whether a send has read it. */
    private boolean sourceRead;

    /** A message without bytes, to be written. */
    public RestanteBytesMessage() {}

    static RestanteBytesMessage received(byte @Nullable [] body) {
        RestanteBytesMessage message = new RestanteBytesMessage();
        message.readFrom(body == null ? EMPTY : body);
        return message;
    }

    /** One whose body stays in the store until it is read. */
    static RestanteBytesMessage received(BodyChunks body) {
        RestanteBytesMessage message = new RestanteBytesMessage();
        message.apart = body;
        message.input = new BytesInChunks(body);
        return message;
    }

    @Override
    public long getBodyLength() throws JMSException {
        return readable().length();
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return readable().need(Byte.BYTES).get() != 0;
    }

    @Override
    public byte readByte() throws JMSException {
        return readable().need(Byte.BYTES).get();
    }

    @Override
    public int readUnsignedByte() throws JMSException {
        return Byte.toUnsignedInt(readByte());
    }

    @Override
    public short readShort() throws JMSException {
        return readable().need(Short.BYTES).getShort();
    }

    @Override
    public int readUnsignedShort() throws JMSException {
        return Short.toUnsignedInt(readShort());
    }

    @Override
    public char readChar() throws JMSException {
        return readable().need(Character.BYTES).getChar();
    }

    @Override
    public int readInt() throws JMSException {
        return readable().need(Integer.BYTES).getInt();
    }

    @Override
    public long readLong() throws JMSException {
        return readable().need(Long.BYTES).getLong();
    }

    @Override
    public float readFloat() throws JMSException {
        return readable().need(Float.BYTES).getFloat();
    }

    @Override
    public double readDouble() throws JMSException {
        return readable().need(Double.BYTES).getDouble();
    }

    @Override
    public String readUTF() throws JMSException {
        ReadableBytes bytes = readable();
        ByteBuffer two = bytes.need(Short.BYTES);
        int length = Short.BYTES + Short.toUnsignedInt(two.getShort(two.position()));
        ByteBuffer all = bytes.need(length);
        byte[] text = new byte[length];
        all.get(all.position(), text);
        try {
            String value = new DataInputStream(new ByteArrayInputStream(text)).readUTF();
            all.position(all.position() + length);
            return value;
        } catch (IOException malformed) {
            throw Refusals.format("there is no modified UTF-8 at byte " + bytes.position(), malformed);
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
    public void reset() throws JMSException {
        if (bodyReadOnly()) {
            input.rewind();
        } else if (source != null && !sourceRead) {
            throw Refusals.format("a stream brings the body, which can't be read here before it is sent");
        } else if (source != null) {
            // What it brought is in the store, and not here.
            makeBodyReadOnly();
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
    @Nullable
    InputStream bodyToSend() throws JMSException {
        BodyChunks stored = apart;
        if (stored != null) {
            return new ChunkStream(stored);
        }
        if (source != null && sourceRead) {
            throw Refusals.format("an earlier send has read the stream that brings the body; set "
                    + BodyStream.INPUT.property() + " to another one");
        }
        sourceRead = source != null;
        return source;
    }

    @Override
    void transfer(BodyStream way, @Nullable Object stream) throws JMSException {
        switch (way) {
            case INPUT -> bring(stream);
            case OUTPUT, SAVE -> take(way, stream);
        }
    }

    private void bring(@Nullable Object stream) throws JMSException {
        requireWriteableBody();
        if (stream != null && !(stream instanceof InputStream)) {
            throw notA(InputStream.class, BodyStream.INPUT, stream);
        }
        if (buffer.size() > 0) {
            throw Refusals.format("the body has " + buffer.size() + " bytes already; call clearBody() first");
        }
        source = (InputStream) stream;
        sourceRead = false;
    }

    private void take(BodyStream way, @Nullable Object stream) throws JMSException {
        ReadableBytes bytes = readable();
        if (!(stream instanceof OutputStream output)) {
            throw notA(OutputStream.class, way, stream);
        }
        try {
            bytes.writeTo(output);
        } catch (IOException failed) {
            throw Refusals.streamFailed("the body can't be written to the stream: " + failed.getMessage(), failed);
        }
    }

    private static JMSException notA(Class<?> wanted, BodyStream way, @Nullable Object stream) {
        return Refusals.format(way.property() + " is an " + wanted.getSimpleName() + ", not "
                + (stream == null ? "null" : stream.getClass().getName()));
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
        return apart == null ? content.clone() : BytesInChunks.all(apart);
    }

    private static boolean offeredAs(Class<?> wanted) {
        return wanted == byte[].class || wanted == Object.class;
    }

    private void readFrom(byte[] bytes) {
        content = bytes;
        apart = null;
        input = new BytesInMemory(bytes);
    }

    private void discardWritten() {
        buffer = new ByteArrayOutputStream(0);
        output = new DataOutputStream(buffer);
        source = null;
    }

    private ReadableBytes readable() throws JMSException {
        if (!bodyReadOnly()) {
            throw Refusals.writeOnly();
        }
        return input;
    }

    private void write(Writing writing) throws JMSException {
        requireWriteableBody();
        if (source != null) {
            throw Refusals.format("a stream brings the body; call clearBody() before writing another one");
        }
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
