package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.StreamMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamMessageTest {

    private final RestanteStreamMessage message = new RestanteStreamMessage();

    static List<Arguments> cells() {
        return ConversionMatrix.cells(ConversionMatrix.BODY_TYPES);
    }

    static List<String> types() {
        return ConversionMatrix.BODY_TYPES;
    }

    @ParameterizedTest(name = "BDY-14 BDY-20 a stream value written as {0} is read as {2} by the conversion matrix")
    @MethodSource("cells")
    void shouldConvertByMatrix(String written, Object value, String read, Object expected) throws JMSException {
        write(written, value);
        StreamMessage received = MessageFixtures.sendAndReceive(message);

        ConversionMatrix.assertCell(() -> read(received, read), expected);
        if (expected == null) {
            assertThat(received.readObject()).isEqualTo(value).hasSameClassAs(value);
        }
    }

    @ParameterizedTest(name = "BDY-16 a null stream value is read as {0} like valueOf(null)")
    @MethodSource("types")
    void shouldReadNullAsValueOfDoes(String type) throws JMSException {
        message.writeObject(null);
        message.reset();

        ConversionMatrix.assertNullRead(type, () -> read(message, type));
    }

    @ParameterizedTest
    @ValueSource(strings = {"byte", "short", "int", "long", "float", "double"})
    @DisplayName("BDY-15 BDY-20 a text that is not a number causes a NumberFormatException and can be read again")
    void shouldStayAtFieldThatIsNoNumber(String type) throws JMSException {
        message.writeString("twelve");
        message.reset();

        assertThatThrownBy(() -> read(message, type)).isExactlyInstanceOf(NumberFormatException.class);
        assertThat(message.readString()).isEqualTo("twelve");
    }

    @Test
    @DisplayName("BDY-17 a new or cleared stream is write-only")
    void shouldBeWriteOnlyAtFirst() throws JMSException {
        message.writeInt(1);
        assertThatThrownBy(message::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(message::readObject).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(() -> message.readBytes(new byte[1])).isInstanceOf(MessageNotReadableException.class);

        message.reset();
        message.clearBody();

        assertThatThrownBy(message::readString).isInstanceOf(MessageNotReadableException.class);
        message.reset();
        assertThatThrownBy(message::readString).isInstanceOf(MessageEOFException.class);
    }

    @Test
    @DisplayName("BDY-02 BDY-18 BDY-19 a reset or received stream is read-only and at its beginning")
    void shouldBeReadOnlyAfterReset() throws JMSException {
        message.writeInt(1);
        message.writeInt(2);
        StreamMessage received = MessageFixtures.sendAndReceive(message);
        message.reset();
        for (StreamMessage readable : List.of(message, received)) {
            assertThat(readable.readInt()).isEqualTo(1);
            assertThat(readable.readInt()).isEqualTo(2);
            assertThatThrownBy(readable::readInt).isInstanceOf(MessageEOFException.class);
            assertThatThrownBy(() -> readable.readBytes(new byte[1])).isInstanceOf(MessageEOFException.class);
            assertThatThrownBy(() -> readable.writeInt(3)).isInstanceOf(MessageNotWriteableException.class);
            readable.reset();
            assertThat(readable.readLong()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("BDY-21 a short readBytes ends the field, and an exact fill needs one more call")
    void shouldReadBytesInPieces() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3, 4, 5});
        message.writeBytes(new byte[] {1, 2, 3, 4});
        message.writeBytes(new byte[0]);
        message.writeBytes(null);
        message.writeInt(7);
        message.reset();
        byte[] buffer = new byte[2];

        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(buffer).containsExactly(3, 4);
        assertThat(message.readBytes(buffer)).isEqualTo(1);
        assertThat(buffer[0]).isEqualTo((byte) 5);
        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(2);
        assertThat(message.readBytes(buffer)).isEqualTo(-1);
        assertThat(message.readBytes(buffer)).isZero();
        assertThat(message.readBytes(buffer)).isEqualTo(-1);
        assertThatThrownBy(() -> message.readBytes(buffer)).isInstanceOf(MessageFormatException.class);
        assertThat(message.readInt()).isEqualTo(7);
    }

    @Test
    @DisplayName("BDY-22 a partly read byte[] field makes all reads fail except readBytes")
    void shouldRefuseOtherReadsMidField() throws JMSException {
        message.writeBytes(new byte[] {1, 2, 3});
        message.writeString("next");
        message.reset();
        byte[] buffer = new byte[2];
        assertThat(message.readBytes(buffer)).isEqualTo(2);

        for (String type : List.of("boolean", "byte", "short", "char", "int", "long", "float", "double", "String")) {
            assertThatThrownBy(() -> read(message, type)).isInstanceOf(MessageFormatException.class);
        }
        assertThatThrownBy(message::readObject).isInstanceOf(MessageFormatException.class);
        assertThat(message.readBytes(buffer)).isEqualTo(1);
        assertThat(message.readString()).isEqualTo("next");
    }

    @Test
    @DisplayName("BDY-22 an exactly filled field stays open until a call returns -1")
    void shouldKeepExactlyFilledFieldOpen() throws JMSException {
        message.writeBytes(new byte[] {1, 2});
        message.writeString("next");
        message.reset();
        assertThat(message.readBytes(new byte[2])).isEqualTo(2);

        assertThatThrownBy(message::readString).isInstanceOf(MessageFormatException.class);
        assertThat(message.readBytes(new byte[2])).isEqualTo(-1);
        assertThat(message.readString()).isEqualTo("next");
    }

    @Test
    @DisplayName("BDY-23 BDY-04 each writeBytes writes a separate field with a copy of the bytes")
    void shouldWriteSeparateFields() throws JMSException {
        byte[] bytes = {1, 2, 3};
        message.writeBytes(bytes);
        message.writeBytes(bytes, 1, 1);
        bytes[1] = 9;
        message.reset();

        assertThat(message.readObject()).isEqualTo(new byte[] {1, 2, 3});
        assertThat(message.readObject()).isEqualTo(new byte[] {2});
        message.reset();
        ((byte[]) message.readObject())[0] = 9;
        message.reset();
        assertThat(message.readObject()).isEqualTo(new byte[] {1, 2, 3});
    }

    @Test
    @DisplayName("BDY-11 writeObject accepts only wrappers, String and byte[]")
    void shouldRefuseOtherObjects() {
        for (Object value : new Object[] {new Object(), new int[1], List.of()}) {
            assertThatThrownBy(() -> message.writeObject(value)).isInstanceOf(MessageFormatException.class);
        }
    }

    @Test
    @DisplayName("PRD-15 a send does not change a stream that the sender is writing or reading")
    void shouldLeaveSendersMessageAlone() throws JMSException {
        message.writeInt(1);
        MessageFixtures.store(message);
        message.writeInt(2);
        StreamMessage received = MessageFixtures.sendAndReceive(message);
        assertThat(received.readInt()).isEqualTo(1);

        StreamMessage again = MessageFixtures.sendAndReceive(received);

        assertThat(received.readInt()).isEqualTo(2);
        assertThat(again.readInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("BDY-24 any fields are received in order with their classes")
    void shouldKeepAnyFields() throws JMSException {
        Random random = new Random(6);
        for (int round = 0; round < 300; round++) {
            message.clearBody();
            List<Object> written = new ArrayList<>();
            for (int count = random.nextInt(10); count > 0; count--) {
                Object value = BodyValues.random(random);
                written.add(value);
                message.writeObject(value);
            }
            StreamMessage received = MessageFixtures.sendAndReceive(message);
            for (Object value : written) {
                assertThat(received.readObject()).isEqualTo(value);
            }
            assertThatThrownBy(received::readObject).isInstanceOf(MessageEOFException.class);
        }
    }

    private void write(String type, Object value) throws JMSException {
        switch (type) {
            case "boolean" -> message.writeBoolean((Boolean) value);
            case "byte" -> message.writeByte((Byte) value);
            case "short" -> message.writeShort((Short) value);
            case "char" -> message.writeChar((Character) value);
            case "int" -> message.writeInt((Integer) value);
            case "long" -> message.writeLong((Long) value);
            case "float" -> message.writeFloat((Float) value);
            case "double" -> message.writeDouble((Double) value);
            case "String" -> message.writeString((String) value);
            case "byte[]" -> message.writeBytes((byte[]) value);
            default -> throw new IllegalArgumentException(type);
        }
    }

    private static Object read(StreamMessage message, String type) throws JMSException {
        return switch (type) {
            case "boolean" -> message.readBoolean();
            case "byte" -> message.readByte();
            case "short" -> message.readShort();
            case "char" -> message.readChar();
            case "int" -> message.readInt();
            case "long" -> message.readLong();
            case "float" -> message.readFloat();
            case "double" -> message.readDouble();
            case "String" -> message.readString();
            case "byte[]" -> readBytes(message);
            default -> throw new IllegalArgumentException(type);
        };
    }

    private static byte[] readBytes(StreamMessage message) throws JMSException {
        byte[] buffer = new byte[100];
        int count = message.readBytes(buffer);
        return count < 0 ? null : java.util.Arrays.copyOf(buffer, count);
    }
}
