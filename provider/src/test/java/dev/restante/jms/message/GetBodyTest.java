package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotWriteableException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GetBodyTest {

    private static final List<Class<?>> CLASSES = List.of(
            Object.class,
            String.class,
            CharSequence.class,
            Comparable.class,
            Serializable.class,
            Integer.class,
            int.class,
            Map.class,
            HashMap.class,
            LinkedHashMap.class,
            byte[].class,
            Collection.class,
            ArrayList.class);

    static List<Arguments> cells() throws JMSException {
        RestanteMapMessage map = new RestanteMapMessage();
        map.setInt("a", 1);
        RestanteBytesMessage bytes = new RestanteBytesMessage();
        bytes.writeInt(1);
        RestanteStreamMessage stream = new RestanteStreamMessage();
        stream.writeInt(1);
        List<Arguments> cells = new ArrayList<>();
        add(cells, "plain", new RestanteMessage(), CLASSES);
        add(cells, "null text", new RestanteTextMessage(), CLASSES);
        add(cells, "null object", new RestanteObjectMessage(), CLASSES);
        add(
                cells,
                "text",
                new RestanteTextMessage("hello"),
                List.of(Object.class, String.class, CharSequence.class, Comparable.class, Serializable.class));
        add(
                cells,
                "object",
                new RestanteObjectMessage(new ArrayList<>(List.of(1))),
                List.of(Object.class, Serializable.class, Collection.class, ArrayList.class));
        add(cells, "map", map, List.of(Object.class, Map.class));
        add(cells, "empty map", new RestanteMapMessage(), List.of(Object.class, Map.class));
        add(cells, "bytes", bytes, List.of(Object.class, byte[].class));
        add(cells, "empty bytes", new RestanteBytesMessage(), List.of(Object.class, byte[].class));
        add(cells, "stream", stream, List.of());
        add(cells, "empty stream", new RestanteStreamMessage(), List.of());
        add(cells, "undeserialisable object", new RestanteObjectMessage(new ObjectMessageTest.Order("x")), List.of());
        return cells;
    }

    private static void add(List<Arguments> cells, String label, Message message, List<Class<?>> assignable)
            throws JMSException {
        for (Class<?> wanted : CLASSES) {
            cells.add(
                    Arguments.of(label, MessageFixtures.sendAndReceive(message), wanted, assignable.contains(wanted)));
        }
    }

    @ParameterizedTest(name = "BDY-29 BDY-30 BDY-31 BDY-33 BDY-34 getBody of {0} as {2} succeeds: {3}")
    @MethodSource("cells")
    void shouldPredictAndGiveBody(String label, Message message, Class<?> wanted, boolean assignable)
            throws JMSException {
        assertThat(message.isBodyAssignableTo(wanted)).isEqualTo(assignable);
        if (!assignable) {
            assertThatThrownBy(() -> message.getBody(wanted)).isInstanceOf(MessageFormatException.class);
        } else if (label.equals("plain") || label.startsWith("null")) {
            assertThat((Object) message.getBody(wanted)).isNull();
        } else {
            assertThat((Object) message.getBody(wanted)).isInstanceOf(wanted);
        }
    }

    @ParameterizedTest
    @MethodSource("cells")
    @DisplayName("BDY-30 getBody rejects the class null for every message")
    void shouldRefuseNoClass(String label, Message message, Class<?> wanted, boolean assignable) throws JMSException {
        assertThat(message.isBodyAssignableTo(null)).isFalse();
        assertThatThrownBy(() -> message.getBody(null)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("BDY-33 getBody returns empty bytes and empty maps instead of null")
    void shouldGiveEmptyBodies() throws JMSException {
        assertThat(MessageFixtures.sendAndReceive(new RestanteBytesMessage()).getBody(byte[].class))
                .isEmpty();
        assertThat((Map<?, ?>)
                        MessageFixtures.sendAndReceive(new RestanteMapMessage()).getBody(Map.class))
                .isEmpty();
        assertThat(MessageFixtures.sendAndReceive(new RestanteTextMessage("")).getText())
                .isEmpty();
    }

    @Test
    @DisplayName("BDY-02 BDY-07 a received text is read-only; after clearing, it is null and writable")
    void shouldClearText() throws JMSException {
        RestanteTextMessage received = MessageFixtures.sendAndReceive(new RestanteTextMessage("a\ud83d\u20ac"));
        assertThatThrownBy(() -> received.setText("x")).isInstanceOf(MessageNotWriteableException.class);
        assertThat(received.getText()).isEqualTo("a\ud83d\u20ac");

        received.clearBody();

        assertThat(received.getText()).isNull();
        received.setText("new");
        assertThat(received.getText()).isEqualTo("new");
        assertThat(MessageFixtures.sendAndReceive(received).getText()).isEqualTo("new");
        received.setText(null);
        assertThat(MessageFixtures.sendAndReceive(received).getText()).isNull();
    }
}
