package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of message bodies of all kinds, and of text, object and map messages. */
@ExtendWith(JmsFixtureExtension.class)
final class BodyConformance {

    @Test
    @DisplayName("BDY-01 GEN-12 an empty message of each of the six kinds can be sent and keeps its kind")
    void shouldSendEmptyMessagesOfAllKinds(JmsFixture jms) throws Exception {
        Session session = jms.session();
        Message plain = jms.sendAndReceive(session.createMessage());

        assertThat(plain)
                .isNotInstanceOfAny(
                        TextMessage.class,
                        BytesMessage.class,
                        MapMessage.class,
                        StreamMessage.class,
                        ObjectMessage.class);
        assertThat((Message) jms.sendAndReceive(session.createTextMessage())).isInstanceOf(TextMessage.class);
        assertThat((Message) jms.sendAndReceive(session.createBytesMessage())).isInstanceOf(BytesMessage.class);
        assertThat((Message) jms.sendAndReceive(session.createMapMessage())).isInstanceOf(MapMessage.class);
        assertThat((Message) jms.sendAndReceive(session.createStreamMessage())).isInstanceOf(StreamMessage.class);
        assertThat((Message) jms.sendAndReceive(session.createObjectMessage())).isInstanceOf(ObjectMessage.class);
    }

    @Test
    @DisplayName("BDY-02 EXC-12 the body of a received message is read-only")
    void shouldRefuseToWriteReceivedBodies(JmsFixture jms) throws Exception {
        Session session = jms.session();
        TextMessage text = jms.sendAndReceive(session.createTextMessage("x"));
        MapMessage map = jms.sendAndReceive(session.createMapMessage());
        BytesMessage bytes = jms.sendAndReceive(session.createBytesMessage());
        StreamMessage stream = jms.sendAndReceive(session.createStreamMessage());
        ObjectMessage object = jms.sendAndReceive(session.createObjectMessage("x"));

        assertThatThrownBy(() -> text.setText("y")).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> map.setInt("i", 1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> bytes.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> stream.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> object.setObject("y")).isInstanceOf(MessageNotWriteableException.class);
    }

    @Test
    @DisplayName("BDY-03 BDY-07 clearBody makes a received body empty and writeable, and keeps headers and properties")
    void shouldClearBodies(JmsFixture jms) throws Exception {
        Session session = jms.session();
        TextMessage sent = session.createTextMessage("x");
        sent.setIntProperty("p", 1);
        sent.setJMSType("t");
        TextMessage text = jms.sendAndReceive(sent);
        MapMessage sentMap = session.createMapMessage();
        sentMap.setInt("i", 1);
        MapMessage map = jms.sendAndReceive(sentMap);
        BytesMessage bytes = jms.sendAndReceive(session.createBytesMessage());

        text.clearBody();
        map.clearBody();
        bytes.clearBody();

        assertThat(text.getText()).isNull();
        assertThat(text.getIntProperty("p")).isEqualTo(1);
        assertThat(text.getJMSType()).isEqualTo("t");
        text.setText("y");
        assertThat(text.getText()).isEqualTo("y");
        assertThat(map.itemExists("i")).isFalse();
        map.setInt("j", 2);
        assertThatThrownBy(bytes::readByte).isInstanceOf(MessageNotReadableException.class);
        bytes.writeByte((byte) 1);
    }

    @Test
    @DisplayName("BDY-04 BDY-08 setters copy the given value, and getters return a copy")
    void shouldCopyBodies(JmsFixture jms) throws Exception {
        Session session = jms.session();
        ArrayList<String> list = new ArrayList<>(List.of("a"));
        ObjectMessage object = session.createObjectMessage(list);
        byte[] array = {1, 2};
        MapMessage map = session.createMapMessage();
        map.setBytes("b", array);
        list.add("b");
        array[0] = 9;

        assertThat(object.getObject()).isEqualTo(List.of("a"));
        assertThat(map.getBytes("b")).containsExactly(1, 2);
        map.getBytes("b")[0] = 9;
        assertThat(map.getBytes("b")).containsExactly(1, 2);
        ObjectMessage received = jms.sendAndReceive(object);
        ((ArrayList<?>) received.getObject()).clear();
        assertThat(received.getObject()).isEqualTo(List.of("a"));
    }

    @Test
    @DisplayName("BDY-05 null values arrive as null")
    void shouldCarryNull(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MapMessage map = session.createMapMessage();
        map.setString("s", null);
        map.setObject("o", null);
        map.setBytes("b", null);
        MapMessage received = jms.sendAndReceive(map);

        assertThat(received.getString("s")).isNull();
        assertThat(received.getObject("o")).isNull();
        assertThat(received.getBytes("b")).isNull();
        assertThat(jms.<TextMessage>sendAndReceive(session.createTextMessage(null))
                        .getText())
                .isNull();
        assertThat(jms.<ObjectMessage>sendAndReceive(session.createObjectMessage(null))
                        .getObject())
                .isNull();
        BytesMessage bytes = session.createBytesMessage();
        assertThatThrownBy(() -> bytes.writeObject(null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    @DisplayName("BDY-07 a text with all kinds of characters arrives unchanged, and the default text is null")
    void shouldCarryText(JmsFixture jms) throws Exception {
        Session session = jms.session();
        String text = "a\u0000\u00e4\u20ac\ud83d\ude00\n";

        assertThat(session.createTextMessage().getText()).isNull();
        assertThat(jms.<TextMessage>sendAndReceive(session.createTextMessage(text))
                        .getText())
                .isEqualTo(text);
    }

    private static final class UnserializableObject implements Serializable {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("unused") // must fail to serialize
        private final Object inside = new Object();
    }

    @Test
    @DisplayName("BDY-09 an object that cannot be serialized is rejected")
    void shouldRefuseObjectsThatCannotBeSerialized(JmsFixture jms) throws Exception {
        ObjectMessage message = jms.session().createObjectMessage();

        assertThatThrownBy(() -> message.setObject(new UnserializableObject()))
                .isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-10 a null or empty entry name is rejected")
    void shouldRefuseEntriesWithoutName(JmsFixture jms) throws Exception {
        MapMessage map = jms.session().createMapMessage();

        for (String name : new String[] {null, ""}) {
            assertThatThrownBy(() -> map.setBoolean(name, true)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setChar(name, 'c')).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setInt(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setString(name, "")).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setObject(name, 1)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setBytes(name, new byte[1])).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> map.setBytes(name, new byte[1], 0, 1))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("BDY-11 setObject and writeObject accept only wrappers, strings and byte arrays")
    void shouldRefuseOtherClasses(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MapMessage map = session.createMapMessage();
        StreamMessage stream = session.createStreamMessage();
        BytesMessage bytes = session.createBytesMessage();

        map.setObject("c", 'c');
        stream.writeObject('c');
        bytes.writeObject('c');
        assertThatThrownBy(() -> map.setObject("o", Instant.EPOCH)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> stream.writeObject(Instant.EPOCH)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> bytes.writeObject(Instant.EPOCH)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-12 BDY-16 an absent or null entry has the result of valueOf(null)")
    void shouldReadAbsentEntriesAsNull(JmsFixture jms) throws Exception {
        MapMessage map = jms.session().createMapMessage();
        map.setString("isNull", null);

        for (String name : List.of("isNull", "absent")) {
            assertThat(map.getObject(name)).isNull();
            assertThat(map.getString(name)).isNull();
            assertThat(map.getBytes(name)).isNull();
            assertThat(map.getBoolean(name)).isFalse();
            assertThatThrownBy(() -> map.getByte(name)).isInstanceOf(NumberFormatException.class);
            assertThatThrownBy(() -> map.getShort(name)).isInstanceOf(NumberFormatException.class);
            assertThatThrownBy(() -> map.getInt(name)).isInstanceOf(NumberFormatException.class);
            assertThatThrownBy(() -> map.getLong(name)).isInstanceOf(NumberFormatException.class);
            assertThatThrownBy(() -> map.getFloat(name)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> map.getDouble(name)).isInstanceOf(NullPointerException.class);
            assertThatThrownBy(() -> map.getChar(name)).isInstanceOf(NullPointerException.class);
        }
    }

    @Test
    @DisplayName("BDY-13 a received map has the names, values and types of the sent map")
    void shouldKeepMapEntries(JmsFixture jms) throws Exception {
        MapMessage map = jms.session().createMapMessage();
        map.setInt("i", 1);
        map.setChar("c", 'x');
        map.setBytes("b", new byte[] {7});

        MapMessage received = jms.sendAndReceive(map);

        assertThat(JmsFixture.toList(received.getMapNames())).containsExactlyInAnyOrder("i", "c", "b");
        assertThat(received.itemExists("i")).isTrue();
        assertThat(received.itemExists("x")).isFalse();
        assertThat(received.getObject("i")).isEqualTo(1);
        assertThat(received.getObject("c")).isEqualTo('x');
        assertThat(received.getObject("b")).isEqualTo(new byte[] {7});
    }

    @Test
    @DisplayName("BDY-29 getBody returns the body as its class or a supertype, or throws MessageFormatException")
    void shouldGetBodies(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MapMessage sentMap = session.createMapMessage();
        sentMap.setInt("i", 1);
        BytesMessage sentBytes = session.createBytesMessage();
        sentBytes.writeByte((byte) 1);
        Message text = jms.sendAndReceive(session.createTextMessage("x"));
        Message object = jms.sendAndReceive(session.createObjectMessage(Instant.ofEpochMilli(5)));
        Message map = jms.sendAndReceive(sentMap);
        Message bytes = jms.sendAndReceive(sentBytes);

        assertThat(text.getBody(CharSequence.class)).isEqualTo("x");
        assertThat(object.getBody(Instant.class)).isEqualTo(Instant.ofEpochMilli(5));
        assertThat(object.getBody(Serializable.class)).isEqualTo(Instant.ofEpochMilli(5));
        assertThat((Object) map.getBody(Map.class)).isEqualTo(Map.of("i", 1));
        assertThat(bytes.getBody(byte[].class)).containsExactly(1);
        assertThatThrownBy(() -> text.getBody(Integer.class)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> object.getBody(String.class)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> map.getBody(HashMap.class)).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> bytes.getBody(String.class)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-30 getBody of a stream message always fails")
    void shouldHaveNoBodyOfAStream(JmsFixture jms) throws Exception {
        StreamMessage stream = jms.session().createStreamMessage();
        stream.writeInt(1);

        assertThatThrownBy(() -> jms.sendAndReceive(stream).getBody(Object.class))
                .isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-31 getBody of a message without a body returns null for any class")
    void shouldReturnNullWithoutBody(JmsFixture jms) throws Exception {
        Session session = jms.session();

        assertThat(jms.sendAndReceive(session.createMessage()).getBody(Instant.class))
                .isNull();
        assertThat(jms.sendAndReceive(session.createTextMessage()).getBody(Instant.class))
                .isNull();
        assertThat(jms.sendAndReceive(session.createObjectMessage()).getBody(String.class))
                .isNull();
    }

    @Test
    @DisplayName("BDY-32 getBody resets a bytes message before and after")
    void shouldResetBytesForGetBody(JmsFixture jms) throws Exception {
        BytesMessage bytes = jms.session().createBytesMessage();
        bytes.writeInt(5);

        assertThatThrownBy(() -> bytes.getBody(String.class)).isInstanceOf(MessageFormatException.class);
        assertThat(bytes.getBody(byte[].class)).containsExactly(0, 0, 0, 5);
        assertThat(bytes.readInt()).isEqualTo(5);
        assertThat(bytes.getBody(byte[].class)).hasSize(4);
        assertThat(jms.<BytesMessage>sendAndReceive(bytes).readInt()).isEqualTo(5);
    }

    @Test
    @DisplayName("BDY-34 isBodyAssignableTo predicts getBody")
    void shouldPredictGetBody(JmsFixture jms) throws Exception {
        Session session = jms.session();
        TextMessage text = session.createTextMessage("x");
        MapMessage map = session.createMapMessage();
        map.setInt("i", 1);
        StreamMessage stream = session.createStreamMessage();

        assertThat(text.isBodyAssignableTo(String.class)).isTrue();
        assertThat(text.isBodyAssignableTo(Integer.class)).isFalse();
        assertThat(map.isBodyAssignableTo(Map.class)).isTrue();
        assertThat(map.isBodyAssignableTo(HashMap.class)).isFalse();
        assertThat(stream.isBodyAssignableTo(Object.class)).isFalse();
        assertThat(session.createMessage().isBodyAssignableTo(Instant.class)).isTrue();
    }
}
