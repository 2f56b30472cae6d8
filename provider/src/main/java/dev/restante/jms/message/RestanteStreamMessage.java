package dev.restante.jms.message;

import dev.restante.model.BodyKind;
import jakarta.jms.JMSException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of the JMS stream message, which holds a sequence of typed fields. A new message is write-only, and
 * {@link #reset} makes it read-only. Reads convert values as {@link ValueConverter} describes. A failed read leaves the
 * position unchanged, so that the field can be read as another type (BDY-20).
 */
public final class RestanteStreamMessage extends RestanteMessage implements StreamMessage {

    /** Value of {@link #bytesRead} while no byte[] field is being read in pieces. */
    private static final int NO_FIELD_OPEN = -1;

    private @Nullable List<@Nullable Object> fields;
    private byte @Nullable [] encoded;
    private int position;
    private int bytesRead = NO_FIELD_OPEN;

    public RestanteStreamMessage() {}

    static RestanteStreamMessage received(byte @Nullable [] body) {
        RestanteStreamMessage message = new RestanteStreamMessage();
        message.encoded = body;
        return message;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(ValueConverter::toBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(ValueConverter::toByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(ValueConverter::toShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(ValueConverter::toChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(ValueConverter::toInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(ValueConverter::toLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(ValueConverter::toFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(ValueConverter::toDouble);
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String value = ValueConverter.toStringValue(position, wholeField());
        position++;
        return value;
    }

    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = ValueConverter.toBodyValue(position, wholeField());
        position++;
        return value;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A field ends when a call returns less than the buffer's length. If a field ends exactly with the buffer, the
     * next call returns -1. A null field returns -1 immediately, an empty field 0 (BDY-21).
     */
    @Override
    public int readBytes(byte[] buffer) throws JMSException {
        requireReadableBody();
        Objects.requireNonNull(buffer, "buffer");
        byte[] field = ValueConverter.toBytes(position, field());
        if (field == null) {
            position++;
            return -1;
        }
        boolean continued = bytesRead != NO_FIELD_OPEN;
        int from = Math.max(bytesRead, 0);
        if (continued && from == field.length) {
            finishField();
            return -1;
        }
        int count = Math.min(buffer.length, field.length - from);
        System.arraycopy(field, from, buffer, 0, count);
        if (count < buffer.length) {
            finishField();
        } else {
            bytesRead = from + count;
        }
        return count;
    }

    @Override
    public void writeBoolean(boolean value) throws JMSException {
        write(value);
    }

    @Override
    public void writeByte(byte value) throws JMSException {
        write(value);
    }

    @Override
    public void writeShort(short value) throws JMSException {
        write(value);
    }

    @Override
    public void writeChar(char value) throws JMSException {
        write(value);
    }

    @Override
    public void writeInt(int value) throws JMSException {
        write(value);
    }

    @Override
    public void writeLong(long value) throws JMSException {
        write(value);
    }

    @Override
    public void writeFloat(float value) throws JMSException {
        write(value);
    }

    @Override
    public void writeDouble(double value) throws JMSException {
        write(value);
    }

    @Override
    public void writeString(@Nullable String value) throws JMSException {
        write(value);
    }

    @Override
    public void writeBytes(byte @Nullable [] value) throws JMSException {
        write(value);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IndexOutOfBoundsException if the range is not within the array
     */
    @Override
    public void writeBytes(byte[] value, int offset, int length) throws JMSException {
        Objects.checkFromIndexSize(offset, length, value.length);
        write(Arrays.copyOfRange(value, offset, offset + length));
    }

    @Override
    public void writeObject(@Nullable Object value) throws JMSException {
        write(value);
    }

    @Override
    public void reset() {
        makeBodyReadOnly();
        position = 0;
        bytesRead = NO_FIELD_OPEN;
    }

    @Override
    BodyKind bodyKind() {
        return BodyKind.STREAM;
    }

    @Override
    byte[] encodedBody() {
        if (encoded == null) {
            encoded = StoredBodyCodec.ofStream(fields == null ? List.of() : fields);
        }
        return encoded;
    }

    @Override
    void clearBodyContent() {
        fields = null;
        encoded = null;
        position = 0;
        bytesRead = NO_FIELD_OPEN;
    }

    @Override
    Object bodyAs(Class<?> type) throws JMSException {
        throw notAssignable(type);
    }

    private <T> T read(FieldConversion<T> conversion) throws JMSException {
        T value = conversion.convert(position, wholeField());
        position++;
        return value;
    }

    private @Nullable Object wholeField() throws JMSException {
        requireReadableBody();
        if (bytesRead != NO_FIELD_OPEN) {
            throw MessageExceptions.format(
                    "Field " + position + " is a byte[] that has been read in part. Continue with readBytes().");
        }
        return field();
    }

    private @Nullable Object field() throws JMSException {
        List<@Nullable Object> all = fields();
        if (position >= all.size()) {
            throw MessageExceptions.endOfBody("All " + all.size() + " fields of the stream have been read");
        }
        return all.get(position);
    }

    private void finishField() {
        position++;
        bytesRead = NO_FIELD_OPEN;
    }

    private void write(@Nullable Object value) throws JMSException {
        requireWriteableBody();
        fields().add(ValueConverter.toBodyValue(fields().size(), value));
        encoded = null;
    }

    private void requireReadableBody() throws JMSException {
        if (!bodyReadOnly()) {
            throw MessageExceptions.writeOnly();
        }
    }

    private List<@Nullable Object> fields() throws JMSException {
        List<@Nullable Object> decoded = fields;
        if (decoded == null) {
            decoded = encoded == null ? new ArrayList<>() : StoredBodyCodec.toStream(encoded);
            fields = decoded;
        }
        return decoded;
    }

    private interface FieldConversion<T> {
        T convert(Object place, @Nullable Object value) throws JMSException;
    }
}
