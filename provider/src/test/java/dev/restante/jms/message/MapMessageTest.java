package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.BodyKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class MapMessageTest {

    private final RestanteMapMessage message = new RestanteMapMessage();

    static List<Arguments> cells() {
        return ConversionMatrix.cells(ConversionMatrix.BODY_TYPES);
    }

    static List<String> types() {
        return ConversionMatrix.BODY_TYPES;
    }

    @ParameterizedTest(name = "BDY-14 a map entry set as {0} is read as {2} by the conversion matrix")
    @MethodSource("cells")
    void shouldConvertByMatrix(String written, Object value, String read, Object expected) throws JMSException {
        set(written, value);
        MapMessage received = MessageFixtures.sendAndReceive(message);

        ConversionMatrix.assertCell(() -> read(message, read, "e"), expected);
        ConversionMatrix.assertCell(() -> read(received, read, "e"), expected);
        assertThat(received.getObject("e")).isEqualTo(value).hasSameClassAs(value);
    }

    @ParameterizedTest(name = "BDY-12 BDY-16 an absent or null map entry is read as {0} like valueOf(null)")
    @MethodSource("types")
    void shouldReadNullAsValueOfDoes(String type) throws JMSException {
        message.setObject("nothing", null);

        ConversionMatrix.assertNullRead(type, () -> read(message, type, "nothing"));
        ConversionMatrix.assertNullRead(type, () -> read(message, type, "missing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"byte", "short", "int", "long", "float", "double"})
    @DisplayName("BDY-15 EXC-16 a read of a String that is not a number causes a NumberFormatException")
    void shouldRefuseTextThatIsNoNumber(String type) throws JMSException {
        message.setString("e", "twelve");

        assertThatThrownBy(() -> read(message, type, "e")).isExactlyInstanceOf(NumberFormatException.class);
    }

    @ParameterizedTest
    @NullAndEmptySource
    @DisplayName("BDY-10 every setter rejects null and empty names")
    void shouldRefuseMissingNames(String name) {
        assertThatThrownBy(() -> message.setBoolean(name, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setByte(name, (byte) 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setShort(name, (short) 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setChar(name, 'c')).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setInt(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setLong(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setFloat(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setDouble(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setString(name, "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setBytes(name, new byte[1])).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setBytes(name, new byte[1], 0, 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setObject(name, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("BDY-11 setObject accepts only wrappers, String and byte[]")
    void shouldRefuseOtherObjects() {
        for (Object value : new Object[] {new Object(), new int[1], new Byte[] {1}, List.of(), Map.of()}) {
            assertThatThrownBy(() -> message.setObject("e", value)).isInstanceOf(MessageFormatException.class);
        }
    }

    @Test
    @DisplayName("BDY-04 bytes are copied when they are set and when they are read")
    void shouldCopyBytes() throws JMSException {
        byte[] bytes = {1, 2, 3};
        message.setBytes("all", bytes);
        message.setBytes("part", bytes, 1, 2);
        bytes[1] = 9;
        message.getBytes("all")[0] = 9;
        ((byte[]) message.getObject("all"))[0] = 9;
        ((byte[]) ((Map<?, ?>) message.getBody(Map.class)).get("all"))[0] = 9;

        assertThat(message.getBytes("all")).containsExactly(1, 2, 3);
        assertThat(message.getBytes("part")).containsExactly(2, 3);
    }

    @Test
    @DisplayName("BDY-02 BDY-03 BDY-13 a received map is read-only until its body is cleared")
    void shouldBeReadOnlyWhenReceived() throws JMSException {
        message.setInt("a", 1);
        message.setString("b", null);
        message.setIntProperty("p", 1);
        MapMessage received = MessageFixtures.sendAndReceive(message);
        assertThat(MessageFixtures.names(received.getMapNames())).containsExactly("a", "b");
        assertThat(received.itemExists("b")).isTrue();
        assertThat(received.itemExists("c")).isFalse();
        assertThatThrownBy(() -> received.setInt("a", 2)).isInstanceOf(MessageNotWriteableException.class);

        received.clearBody();

        assertThat(MessageFixtures.names(received.getMapNames())).isEmpty();
        received.setInt("c", 3);
        assertThat(received.getInt("c")).isEqualTo(3);
        assertThat(received.getIntProperty("p")).isEqualTo(1);
    }

    @Test
    @DisplayName("BDY-13 any entries are received with their classes")
    void shouldKeepAnyEntries() throws JMSException {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            message.clearBody();
            for (int count = random.nextInt(10); count > 0; count--) {
                message.setObject("e-" + random.nextInt(), BodyValues.random(random));
            }
            MapMessage received = MessageFixtures.sendAndReceive(message);
            for (String name : MessageFixtures.names(message.getMapNames())) {
                assertThat(received.getObject(name)).isEqualTo(message.getObject(name));
            }
            assertThat(MessageFixtures.names(received.getMapNames()))
                    .isEqualTo(MessageFixtures.names(message.getMapNames()));
        }
    }

    @Test
    @DisplayName("a read of a damaged map body throws MessageFormatException with the cause")
    void shouldReportDamagedBody() throws JMSException {
        MessageHeader header = MessageFixtures.store(message).header();
        assertThat(header.bodyKind()).isEqualTo(BodyKind.MAP);
        MapMessage received = (MapMessage) MessageFixtures.receive(
                new StoredMessage(1, header, new byte[] {1, 5, 0}), MessageFixtures.metadata(1, null));

        assertThatThrownBy(() -> received.getInt("a"))
                .isInstanceOf(MessageFormatException.class)
                .hasMessageContaining("damaged")
                .hasRootCauseInstanceOf(dev.restante.model.codec.CorruptDataException.class);
    }

    private void set(String type, Object value) throws JMSException {
        switch (type) {
            case "boolean" -> message.setBoolean("e", (Boolean) value);
            case "byte" -> message.setByte("e", (Byte) value);
            case "short" -> message.setShort("e", (Short) value);
            case "char" -> message.setChar("e", (Character) value);
            case "int" -> message.setInt("e", (Integer) value);
            case "long" -> message.setLong("e", (Long) value);
            case "float" -> message.setFloat("e", (Float) value);
            case "double" -> message.setDouble("e", (Double) value);
            case "String" -> message.setString("e", (String) value);
            case "byte[]" -> message.setBytes("e", (byte[]) value);
            default -> throw new IllegalArgumentException(type);
        }
    }

    private static Object read(MapMessage message, String type, String name) throws JMSException {
        return switch (type) {
            case "boolean" -> message.getBoolean(name);
            case "byte" -> message.getByte(name);
            case "short" -> message.getShort(name);
            case "char" -> message.getChar(name);
            case "int" -> message.getInt(name);
            case "long" -> message.getLong(name);
            case "float" -> message.getFloat(name);
            case "double" -> message.getDouble(name);
            case "String" -> message.getString(name);
            case "byte[]" -> message.getBytes(name);
            default -> throw new IllegalArgumentException(type);
        };
    }
}
