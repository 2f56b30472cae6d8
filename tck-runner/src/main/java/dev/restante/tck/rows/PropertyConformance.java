package dev.restante.tck.rows;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of message properties: names, types, conversions and the properties that the provider sets. */
@ExtendWith(JmsFixtureExtension.class)
final class PropertyConformance {

    private interface PropertyGetter {
        Object get(Message message, String name) throws JMSException;
    }

    /** Getters by type, in the column order of the conversion matrix. */
    private static final Map<String, PropertyGetter> GETTERS = getters();

    private static Map<String, PropertyGetter> getters() {
        Map<String, PropertyGetter> getters = new LinkedHashMap<>();
        getters.put("boolean", Message::getBooleanProperty);
        getters.put("byte", Message::getByteProperty);
        getters.put("short", Message::getShortProperty);
        getters.put("int", Message::getIntProperty);
        getters.put("long", Message::getLongProperty);
        getters.put("float", Message::getFloatProperty);
        getters.put("double", Message::getDoubleProperty);
        getters.put("string", Message::getStringProperty);
        return getters;
    }

    private static PropertyGetter getter(String type) {
        return requireNonNull(GETTERS.get(type), type);
    }

    private static Message ofEachType(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setBooleanProperty("aBoolean", true);
        message.setByteProperty("aByte", (byte) 1);
        message.setShortProperty("aShort", (short) 1);
        message.setIntProperty("anInt", 1);
        message.setLongProperty("aLong", 1L);
        message.setFloatProperty("aFloat", 1f);
        message.setDoubleProperty("aDouble", 1d);
        message.setStringProperty("aString", "1");
        return message;
    }

    @Test
    @DisplayName("PRP-01 values of all types, and null, arrive unchanged")
    void shouldCarryAllTypes(JmsFixture jms) throws Exception {
        Message message = ofEachType(jms);
        message.setStringProperty("noString", null);
        message.setObjectProperty("noObject", null);

        Message received = jms.sendAndReceive(message);

        assertThat(received.getStringProperty("noString")).isNull();
        assertThat(received.getObjectProperty("noObject")).isNull();
        assertThat(received.getStringProperty("aString")).isEqualTo("1");
    }

    @Test
    @DisplayName("PRP-02 a name that is no identifier is rejected")
    void shouldRefuseNamesThatAreNoIdentifiers(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();

        for (String name : List.of("1st", "with space", "a-b")) {
            expectRefusal(message, name);
        }
    }

    /** Expects any of several exceptions, because the specification does not name one. */
    private static void expectRefusal(Message message, String name) {
        assertThatThrownBy(() -> message.setIntProperty(name, 1))
                .as(name)
                .isInstanceOfAny(JMSException.class, JMSRuntimeException.class, IllegalArgumentException.class);
    }

    @Test
    @DisplayName("PRP-02 a reserved word in the spelling of the specification is rejected as a name")
    void shouldRefuseReservedWordsAsNames(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();

        for (String name :
                List.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE")) {
            expectRefusal(message, name);
        }
    }

    @Test
    @DisplayName("PRP-03 each setter rejects a null or empty name")
    void shouldRefuseNoName(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();

        for (String name : new String[] {null, ""}) {
            assertThatThrownBy(() -> message.setBooleanProperty(name, true))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setByteProperty(name, (byte) 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setShortProperty(name, (short) 1))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setIntProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setLongProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setFloatProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setDoubleProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setStringProperty(name, "")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> message.setObjectProperty(name, 1)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("PRP-04 setObjectProperty rejects other classes")
    void shouldRefuseOtherClasses(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();

        for (Object value : new Object[] {'c', new byte[1], List.of(), new Object()}) {
            assertThatThrownBy(() -> message.setObjectProperty("p", value)).isInstanceOf(MessageFormatException.class);
        }
    }

    @Test
    @DisplayName("PRP-05 PRP-15 getObjectProperty returns the wrapper of the original type, even at the receiver")
    void shouldKeepTypes(JmsFixture jms) throws Exception {
        Message received = jms.sendAndReceive(ofEachType(jms));

        assertThat(received.getObjectProperty("aBoolean")).isEqualTo(true);
        assertThat(received.getObjectProperty("aByte")).isEqualTo((byte) 1);
        assertThat(received.getObjectProperty("aShort")).isEqualTo((short) 1);
        assertThat(received.getObjectProperty("anInt")).isEqualTo(1);
        assertThat(received.getObjectProperty("aLong")).isEqualTo(1L);
        assertThat(received.getObjectProperty("aFloat")).isEqualTo(1f);
        assertThat(received.getObjectProperty("aDouble")).isEqualTo(1d);
        assertThat(received.getObjectProperty("aString")).isEqualTo("1");
        assertThat(received.getObjectProperty("absent")).isNull();
    }

    @Test
    @DisplayName("PRP-06 conversions of properties follow the matrix")
    void shouldConvertAsTheMatrixSays(JmsFixture jms) throws Exception {
        Map<String, Set<String>> readable = new LinkedHashMap<>();
        readable.put("aBoolean", Set.of("boolean", "string"));
        readable.put("aByte", Set.of("byte", "short", "int", "long", "string"));
        readable.put("aShort", Set.of("short", "int", "long", "string"));
        readable.put("anInt", Set.of("int", "long", "string"));
        readable.put("aLong", Set.of("long", "string"));
        readable.put("aFloat", Set.of("float", "double", "string"));
        readable.put("aDouble", Set.of("double", "string"));
        readable.put("aString", GETTERS.keySet());
        Message message = jms.sendAndReceive(ofEachType(jms));

        readable.forEach((property, types) -> GETTERS.forEach((type, getter) -> {
            if (types.contains(type)) {
                assertThat(catching(getter, message, property))
                        .as(property + " as " + type)
                        .isNull();
            } else {
                assertThat(catching(getter, message, property))
                        .as(property + " as " + type)
                        .isInstanceOf(MessageFormatException.class);
            }
        }));
    }

    private static @Nullable Exception catching(PropertyGetter getter, Message message, String property) {
        try {
            getter.get(message, property);
            return null;
        } catch (JMSException | RuntimeException thrown) {
            return thrown;
        }
    }

    @Test
    @DisplayName("PRP-07 a string that is no number causes a NumberFormatException")
    void shouldThrowNumberFormatExceptionForOtherStrings(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setStringProperty("s", "abc");

        for (String type : List.of("byte", "short", "int", "long", "float", "double")) {
            assertThat(catching(getter(type), message, "s")).as(type).isInstanceOf(NumberFormatException.class);
        }
        assertThat(message.getBooleanProperty("s")).isFalse();
    }

    @Test
    @DisplayName("PRP-08 a missing or null property has the result of valueOf(null)")
    void shouldReadMissingPropertiesAsValueOfNull(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setObjectProperty("isNull", null);

        for (String name : List.of("isNull", "absent")) {
            assertThat(message.getBooleanProperty(name)).isFalse();
            for (String type : List.of("byte", "short", "int", "long")) {
                assertThat(catching(getter(type), message, name)).isInstanceOf(NumberFormatException.class);
            }
            for (String type : List.of("float", "double")) {
                assertThat(catching(getter(type), message, name)).isInstanceOf(NullPointerException.class);
            }
        }
    }

    @Test
    @DisplayName("PRP-09 a missing property does not exist, and is null as a string or object")
    void shouldShowThatAPropertyIsMissing(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();

        assertThat(message.getStringProperty("absent")).isNull();
        assertThat(message.getObjectProperty("absent")).isNull();
        assertThat(message.propertyExists("absent")).isFalse();
    }

    @Test
    @DisplayName("PRP-11 properties of a received message are read-only")
    void shouldRefuseToChangeReceivedProperties(JmsFixture jms) throws Exception {
        Message received = jms.sendAndReceive(ofEachType(jms));

        assertThatThrownBy(() -> received.setIntProperty("anInt", 2)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setStringProperty("more", "x"))
                .isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> received.setObjectProperty("more", "x"))
                .isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    @DisplayName("PRP-12 the sender's message keeps its properties writeable")
    void shouldLeaveTheSendersPropertiesWriteable(JmsFixture jms) throws Exception {
        Message message = ofEachType(jms);
        jms.sendAndReceive(message);

        message.setIntProperty("anInt", 2);

        assertThat(message.getIntProperty("anInt")).isEqualTo(2);
    }

    @Test
    @DisplayName("PRP-13 clearProperties deletes the properties and makes them writeable, and keeps body and headers")
    void shouldClearProperties(JmsFixture jms) throws Exception {
        TextMessage message = jms.session().createTextMessage("body");
        message.setStringProperty("p", "v");
        message.setJMSType("t");
        TextMessage received = jms.sendAndReceive(message);

        received.clearProperties();
        received.setIntProperty("n", 3);

        assertThat(received.propertyExists("p")).isFalse();
        assertThat(received.getIntProperty("n")).isEqualTo(3);
        assertThat(received.getText()).isEqualTo("body");
        assertThat(received.getJMSType()).isEqualTo("t");
    }

    @Test
    @DisplayName("PRP-14 getPropertyNames lists properties and JMSXDeliveryCount, but no headers")
    void shouldListPropertyNames(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setIntProperty("p", 1);

        List<Object> names = JmsFixture.toList(jms.sendAndReceive(message).getPropertyNames());

        assertThat(names)
                .contains("p", "JMSXDeliveryCount")
                .doesNotContain("JMSMessageID", "JMSPriority", "JMSTimestamp", "JMSDestination");
    }

    @Test
    @DisplayName("PRP-17 DLV-11 JMSXDeliveryCount is 1 at the first delivery")
    void shouldCountTheFirstDelivery(JmsFixture jms) throws Exception {
        assertThat(jms.sendAndReceive(jms.session().createMessage()).getIntProperty("JMSXDeliveryCount"))
                .isEqualTo(1);
    }

    @Test
    @DisplayName("PRP-18 JMSXGroupID and JMSXGroupSeq arrive unchanged")
    void shouldCarryGroups(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setStringProperty("JMSXGroupID", "g");
        message.setIntProperty("JMSXGroupSeq", 5);

        Message received = jms.sendAndReceive(message);

        assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo("g");
        assertThat(received.getIntProperty("JMSXGroupSeq")).isEqualTo(5);
    }

    @Test
    @DisplayName("PRP-20 the meta data name the JMSX properties")
    void shouldNameTheJmsxProperties(JmsFixture jms) throws Exception {
        List<Object> names =
                JmsFixture.toList(jms.stoppedConnection().getMetaData().getJMSXPropertyNames());

        assertThat(names).contains("JMSXGroupID", "JMSXGroupSeq", "JMSXDeliveryCount");
    }

    @Test
    @DisplayName("PRP-21 a delivery count does not survive forwarding")
    void shouldCountForwardedMessagesAnew(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "x");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        jakarta.jms.MessageConsumer consumer = session.createConsumer(queue);
        JmsFixture.next(consumer);
        session.rollback();
        Message again = JmsFixture.next(consumer);
        Queue other = jms.queue();

        session.createProducer(other).send(again);
        session.commit();

        Message forwarded = JmsFixture.next(session.createConsumer(other));
        assertThat(forwarded.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        assertThat(forwarded.getJMSRedelivered()).isFalse();
    }
}
