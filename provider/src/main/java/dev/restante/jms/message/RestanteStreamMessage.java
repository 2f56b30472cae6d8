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
 * A message whose body is a sequence of typed fields: first write-only, after {@link #reset} read-only. Reads convert
 * as {@link Conversions} says. A read that fails leaves the position where it was, so the field can be read as another
 * type (BDY-20). A received body is decoded when it is first read.
 */
public final class RestanteStreamMessage extends RestanteMessage implements StreamMessage {

    /** What {@link #bytesRead} is unless a byte[] field is being read in pieces. */
    private static final int NO_FIELD_OPEN = -1;

    private @Nullable List<@Nullable Object> fields;
    private byte @Nullable [] encoded;
    private int position;
    private int bytesRead = NO_FIELD_OPEN;

    /** A message without fields, to be written. */
    public RestanteStreamMessage() {}

    static RestanteStreamMessage received(byte @Nullable [] body) {
        RestanteStreamMessage message = new RestanteStreamMessage();
        message.encoded = body;
        return message;
    }

    @Override
    public boolean readBoolean() throws JMSException {
        return read(Conversions::toBoolean);
    }

    @Override
    public byte readByte() throws JMSException {
        return read(Conversions::toByte);
    }

    @Override
    public short readShort() throws JMSException {
        return read(Conversions::toShort);
    }

    @Override
    public char readChar() throws JMSException {
        return read(Conversions::toChar);
    }

    @Override
    public int readInt() throws JMSException {
        return read(Conversions::toInt);
    }

    @Override
    public long readLong() throws JMSException {
        return read(Conversions::toLong);
    }

    @Override
    public float readFloat() throws JMSException {
        return read(Conversions::toFloat);
    }

    @Override
    public double readDouble() throws JMSException {
        return read(Conversions::toDouble);
    }

    @Override
    public @Nullable String readString() throws JMSException {
        String value = Conversions.toText(wholeField());
        position++;
        return value;
    }

    @Override
    public @Nullable Object readObject() throws JMSException {
        Object value = Conversions.bodyValue(wholeField());
        position++;
        return value;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A field is finished when a call returns less than the buffer's length; a field that ends exactly with the
     * buffer needs one more call, which returns -1. A null field gives -1 at once, an empty one 0 (BDY-21).
     */
    @Override
    public int readBytes(byte[] buffer) throws JMSException {
        requireReadableBody();
        Objects.requireNonNull(buffer, "buffer");
        byte[] field = Conversions.toBytes(field());
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
            encoded = BodyEncoding.ofStream(fields == null ? List.of() : fields);
        }
        return encoded;
    }

    @Override
    void emptyBody() {
        fields = null;
        encoded = null;
        position = 0;
        bytesRead = NO_FIELD_OPEN;
    }

    @Override
    Object bodyAs(Class<?> wanted) throws JMSException {
        throw notAssignable(wanted);
    }

    private <T> T read(Conversion<T> conversion) throws JMSException {
        T value = conversion.convert(wholeField());
        position++;
        return value;
    }

    private @Nullable Object wholeField() throws JMSException {
        requireReadableBody();
        if (bytesRead != NO_FIELD_OPEN) {
            throw Refusals.format(
                    "field " + position + " is a byte[] that has been read in part; go on with readBytes");
        }
        return field();
    }

    private @Nullable Object field() throws JMSException {
        List<@Nullable Object> all = fields();
        if (position >= all.size()) {
            throw Refusals.endOfBody("all " + all.size() + " fields of the stream have been read");
        }
        return all.get(position);
    }

    private void finishField() {
        position++;
        bytesRead = NO_FIELD_OPEN;
    }

    private void write(@Nullable Object value) throws JMSException {
        requireWriteableBody();
        fields().add(Conversions.bodyValue(value));
        encoded = null;
    }

    private void requireReadableBody() throws JMSException {
        if (!bodyReadOnly()) {
            throw Refusals.writeOnly();
        }
    }

    private List<@Nullable Object> fields() throws JMSException {
        List<@Nullable Object> decoded = fields;
        if (decoded == null) {
            decoded = encoded == null ? new ArrayList<>() : BodyEncoding.toStream(encoded);
            fields = decoded;
        }
        return decoded;
    }

    /** One column of the conversion matrix. */
    private interface Conversion<T> {
        T convert(@Nullable Object value) throws JMSException;
    }
}
