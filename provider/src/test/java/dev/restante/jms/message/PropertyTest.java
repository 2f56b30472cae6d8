package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyTest {

    private final RestanteMessage message = new RestanteMessage();

    static List<Arguments> cells() {
        return ConversionMatrix.cells(ConversionMatrix.PROPERTY_TYPES);
    }

    static List<String> types() {
        return ConversionMatrix.PROPERTY_TYPES;
    }

    @ParameterizedTest(name = "PRP-06 a property set as {0} is read as {2} by the conversion matrix")
    @MethodSource("cells")
    void shouldConvertByMatrix(String set, Object value, String read, Object expected) throws JMSException {
        set(message, set, value);

        ConversionMatrix.assertCell(() -> read(message, read, "p"), expected);
    }

    @ParameterizedTest(name = "PRP-06 a received property set as {0} is read as {2} by the conversion matrix")
    @MethodSource("cells")
    void shouldConvertByMatrixWhenReceived(String set, Object value, String read, Object expected) throws JMSException {
        set(message, set, value);
        Message received = MessageFixtures.sendAndReceive(message);

        ConversionMatrix.assertCell(() -> read(received, read, "p"), expected);
        assertThat(received.getObjectProperty("p")).isEqualTo(value).hasSameClassAs(value);
    }

    @ParameterizedTest(name = "PRP-08 PRP-09 a missing or null property is read as {0} like valueOf(null)")
    @MethodSource("types")
    void shouldReadNullAsValueOfDoes(String type) throws JMSException {
        message.setObjectProperty("nothing", null);

        ConversionMatrix.assertNullRead(type, () -> read(message, type, "nothing"));
        ConversionMatrix.assertNullRead(type, () -> read(message, type, "missing"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"byte", "short", "int", "long", "float", "double"})
    @DisplayName("PRP-07 EXC-16 a read of a String that is not a number causes a NumberFormatException")
    void shouldRefuseTextThatIsNoNumber(String type) throws JMSException {
        message.setStringProperty("p", "twelve");

        assertThatThrownBy(() -> read(message, type, "p")).isExactlyInstanceOf(NumberFormatException.class);
    }

    @Test
    @DisplayName("PRP-06 a String is read as the boolean true only if it is the word true, in any case")
    void shouldReadTextAsBoolean() throws JMSException {
        message.setStringProperty("yes", "TrUe");
        message.setStringProperty("no", "yes");

        assertThat(message.getBooleanProperty("yes")).isTrue();
        assertThat(message.getBooleanProperty("no")).isFalse();
    }

    @ParameterizedTest
    @NullAndEmptySource
    @DisplayName("PRP-03 every setter rejects null and empty names")
    void shouldRefuseMissingNames(String name) {
        assertThatThrownBy(() -> message.setBooleanProperty(name, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setByteProperty(name, (byte) 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setShortProperty(name, (short) 1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setIntProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setLongProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setFloatProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setDoubleProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setStringProperty(name, "")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> message.setObjectProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1a", "a-b", "a.b", "a b", "#", "NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN",
                "IS", "ESCAPE"
            })
    @DisplayName("PRP-02 names that are reserved or not identifiers are rejected")
    void shouldRefuseBadNames(String name) {
        assertThatThrownBy(() -> message.setIntProperty(name, 1))
                .isInstanceOf(JMSException.class)
                .hasMessageContaining("'" + name + "'")
                .extracting(thrown -> ((JMSException) thrown).getErrorCode())
                .isEqualTo("RESTANTE-INVALID-PROPERTY-NAME");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a", "_", "$1", "caf\u00e9", "nulls", "JMS_Other_X", "Insight", "null", "true", "False", "In"})
    @DisplayName("PRP-02 Java identifiers are accepted, including reserved words that are not in capitals")
    void shouldAcceptIdentifiers(String name) throws JMSException {
        message.setIntProperty(name, 1);

        assertThat(message.getIntProperty(name)).isEqualTo(1);
    }

    @Test
    @DisplayName("PRP-04 setObjectProperty accepts only wrappers, String and null")
    void shouldRefuseOtherObjects() {
        for (Object value : new Object[] {'c', new byte[0], new Object(), List.of(), new java.math.BigDecimal("1")}) {
            assertThatThrownBy(() -> message.setObjectProperty("p", value)).isInstanceOf(MessageFormatException.class);
        }
        assertThat(message.propertyExists("p")).isFalse();
    }

    @Test
    @DisplayName("PRP-10 a property that is set to null exists")
    void shouldCountNullAsExisting() throws JMSException {
        message.setStringProperty("p", null);

        assertThat(message.propertyExists("p")).isTrue();
        assertThat(message.propertyExists("q")).isFalse();
        assertThat(MessageFixtures.sendAndReceive(message).propertyExists("p")).isTrue();
    }

    @Test
    @DisplayName("PRP-11 PRP-13 received properties are read-only until they are cleared, which keeps body and headers")
    void shouldBeReadOnlyWhenReceived() throws JMSException {
        RestanteTextMessage sent = new RestanteTextMessage("body");
        sent.setIntProperty("p", 1);
        RestanteTextMessage received = MessageFixtures.sendAndReceive(sent);
        assertThatThrownBy(() -> received.setIntProperty("p", 2)).isInstanceOf(MessageNotWriteableException.class);
        assertThat(received.getIntProperty("p")).isEqualTo(1);

        received.clearProperties();
        received.setIntProperty("q", 3);

        assertThat(MessageFixtures.names(received.getPropertyNames())).containsExactly("q");
        assertThat(received.getText()).isEqualTo("body");
        assertThat(received.getJMSMessageID()).isEqualTo("ID:1");
        assertThatThrownBy(() -> received.setText("x")).isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    @DisplayName("PRP-12 the message of the sender stays writable after a send")
    void shouldStayWritableAfterSend() throws JMSException {
        message.setIntProperty("p", 1);
        MessageFixtures.store(message);

        message.setIntProperty("p", 2);

        assertThat(message.getIntProperty("p")).isEqualTo(2);
    }

    @Test
    @DisplayName("PRP-18 JMSXGroupID and JMSXGroupSeq are transmitted, and must be a String and an int")
    void shouldCarryGroup() throws JMSException {
        message.setStringProperty("JMSXGroupID", "g");
        message.setIntProperty("JMSXGroupSeq", 3);

        Message received = MessageFixtures.sendAndReceive(message);

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(3);
        assertThatThrownBy(() -> message.setIntProperty("JMSXGroupID", 3)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> message.setStringProperty("JMSXGroupSeq", "3"))
                .isInstanceOf(MessageFormatException.class);
    }

    private static void set(Message message, String type, Object value) throws JMSException {
        switch (type) {
            case "boolean" -> message.setBooleanProperty("p", (Boolean) value);
            case "byte" -> message.setByteProperty("p", (Byte) value);
            case "short" -> message.setShortProperty("p", (Short) value);
            case "int" -> message.setIntProperty("p", (Integer) value);
            case "long" -> message.setLongProperty("p", (Long) value);
            case "float" -> message.setFloatProperty("p", (Float) value);
            case "double" -> message.setDoubleProperty("p", (Double) value);
            case "String" -> message.setStringProperty("p", (String) value);
            default -> throw new IllegalArgumentException(type);
        }
    }

    private static Object read(Message message, String type, String name) throws JMSException {
        return switch (type) {
            case "boolean" -> message.getBooleanProperty(name);
            case "byte" -> message.getByteProperty(name);
            case "short" -> message.getShortProperty(name);
            case "int" -> message.getIntProperty(name);
            case "long" -> message.getLongProperty(name);
            case "float" -> message.getFloatProperty(name);
            case "double" -> message.getDoubleProperty(name);
            case "String" -> message.getStringProperty(name);
            default -> throw new IllegalArgumentException(type);
        };
    }
}
