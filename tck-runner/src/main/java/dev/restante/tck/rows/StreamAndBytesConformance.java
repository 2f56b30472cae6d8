package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of stream and bytes messages, which are written and read value by value. */
@ExtendWith(JmsFixtureExtension.class)
final class StreamAndBytesConformance {

    @Test
    @DisplayName(
            "BDY-17 BDY-18 EXC-11 EXC-12 stream and bytes messages are write-only at first and read-only after reset")
    void shouldSwitchBetweenWritingAndReading(JmsFixture jms) throws Exception {
        Session session = jms.session();
        StreamMessage stream = session.createStreamMessage();
        BytesMessage bytes = session.createBytesMessage();
        stream.writeInt(1);
        bytes.writeInt(1);

        assertThatThrownBy(stream::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(bytes::readInt).isInstanceOf(MessageNotReadableException.class);
        stream.reset();
        bytes.reset();
        assertThat(stream.readInt()).isEqualTo(1);
        assertThat(bytes.readInt()).isEqualTo(1);
        assertThatThrownBy(() -> stream.writeInt(2)).isInstanceOf(MessageNotWriteableException.class);
        assertThatThrownBy(() -> bytes.writeInt(2)).isInstanceOf(MessageNotWriteableException.class);
        stream.clearBody();
        bytes.clearBody();
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageNotReadableException.class);
        assertThatThrownBy(bytes::readInt).isInstanceOf(MessageNotReadableException.class);
    }

    @Test
    @DisplayName("BDY-19 EXC-09 reading past the end throws a MessageEOFException")
    void shouldEnd(JmsFixture jms) throws Exception {
        Session session = jms.session();
        StreamMessage stream = jms.sendAndReceive(session.createStreamMessage());
        BytesMessage bytes = jms.sendAndReceive(session.createBytesMessage());

        assertThatThrownBy(stream::readInt).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(stream::readObject).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(bytes::readByte).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(bytes::readUTF).isInstanceOf(MessageEOFException.class);
    }

    @Test
    @DisplayName("BDY-20 a failed conversion does not change the position")
    void shouldStayAfterAFailedRead(JmsFixture jms) throws Exception {
        StreamMessage sent = jms.session().createStreamMessage();
        sent.writeBoolean(true);
        sent.writeString("abc");
        StreamMessage stream = jms.sendAndReceive(sent);

        assertThatThrownBy(stream::readInt).isInstanceOf(MessageFormatException.class);
        assertThat(stream.readBoolean()).isTrue();
        assertThatThrownBy(stream::readLong).isInstanceOf(NumberFormatException.class);
        assertThat(stream.readString()).isEqualTo("abc");
    }

    @Test
    @DisplayName("BDY-21 BDY-23 readBytes reads one field after another, each to its end")
    void shouldReadBytesOfAStream(JmsFixture jms) throws Exception {
        StreamMessage sent = jms.session().createStreamMessage();
        sent.writeBytes(new byte[] {1, 2, 3});
        sent.writeBytes(new byte[] {4, 5, 6, 7}, 1, 2);
        sent.writeBytes(null);
        sent.writeBytes(new byte[0]);
        StreamMessage stream = jms.sendAndReceive(sent);
        byte[] buffer = new byte[3];

        assertThat(stream.readBytes(buffer)).isEqualTo(3);
        assertThat(stream.readBytes(buffer)).isEqualTo(-1);
        assertThat(stream.readBytes(buffer)).isEqualTo(2);
        assertThat(buffer).startsWith(5, 6);
        assertThat(stream.readBytes(buffer)).isEqualTo(-1);
        assertThat(stream.readBytes(buffer)).isEqualTo(0);
    }

    @Test
    @DisplayName("BDY-22 other reads fail while a field of bytes is partly read")
    void shouldRefuseOtherReadsInsideAField(JmsFixture jms) throws Exception {
        StreamMessage sent = jms.session().createStreamMessage();
        sent.writeBytes(new byte[] {1, 2, 3});
        sent.writeInt(4);
        StreamMessage stream = jms.sendAndReceive(sent);
        byte[] buffer = new byte[2];

        assertThat(stream.readBytes(buffer)).isEqualTo(2);
        assertThatThrownBy(stream::readObject).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(stream::readInt).isInstanceOf(MessageFormatException.class);
        assertThat(stream.readBytes(buffer)).isEqualTo(1);
        assertThat(stream.readInt()).isEqualTo(4);
    }

    @Test
    @DisplayName("BDY-24 readObject returns the wrapper of the written value")
    void shouldReadObjects(JmsFixture jms) throws Exception {
        StreamMessage sent = jms.session().createStreamMessage();
        List<Object> values = List.of(true, (byte) 1, (short) 2, 'c', 3, 4L, 5f, 6d, "s");
        for (Object value : values) {
            sent.writeObject(value);
        }
        sent.writeObject(null);
        sent.writeString(null);
        StreamMessage stream = jms.sendAndReceive(sent);

        for (Object value : values) {
            assertThat(stream.readObject()).isEqualTo(value);
        }
        assertThat(stream.readObject()).isNull();
        assertThat(stream.readString()).isNull();
    }

    @Test
    @DisplayName("BDY-25 BDY-28 bytes have the encoding of a DataOutput")
    void shouldEncodeBytesAsSpecified(JmsFixture jms) throws Exception {
        BytesMessage sent = jms.session().createBytesMessage();
        sent.writeBoolean(true);
        sent.writeShort((short) 0x0102);
        sent.writeUTF("\u0000a");
        sent.writeDouble(1.5);
        BytesMessage bytes = jms.sendAndReceive(sent);

        assertThat(bytes.getBodyLength()).isEqualTo(1 + 2 + 5 + 8);
        assertThat(bytes.getBody(byte[].class)).startsWith(1, 1, 2, 0, 3, 0xC0, 0x80, 'a', 0x3F, 0xF8);
        assertThat(bytes.readBoolean()).isTrue();
        assertThat(bytes.readUnsignedByte()).isEqualTo(1);
        assertThatThrownBy(sent::getBodyLength).isInstanceOf(MessageNotReadableException.class);
    }

    @Test
    @DisplayName("BDY-26 BDY-27 readBytes fills its buffer if possible, returns -1 at the end and checks its length")
    void shouldReadBytes(JmsFixture jms) throws Exception {
        BytesMessage sent = jms.session().createBytesMessage();
        sent.writeBytes(new byte[] {1, 2, 3});
        BytesMessage bytes = jms.sendAndReceive(sent);
        byte[] buffer = new byte[2];

        assertThatThrownBy(() -> bytes.readBytes(buffer, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> bytes.readBytes(buffer, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(bytes.readBytes(buffer)).isEqualTo(2);
        assertThat(bytes.readBytes(buffer)).isEqualTo(1);
        assertThat(bytes.readBytes(buffer)).isEqualTo(-1);
    }

    private interface FieldReader {
        Object read(StreamMessage stream) throws JMSException;
    }

    @Test
    @DisplayName("BDY-14 BDY-15 conversions of stream values follow the matrix")
    void shouldConvertAsTheMatrixSays(JmsFixture jms) throws Exception {
        Map<String, FieldReader> readers = Map.of(
                "boolean", StreamMessage::readBoolean,
                "byte", StreamMessage::readByte,
                "short", StreamMessage::readShort,
                "char", StreamMessage::readChar,
                "int", StreamMessage::readInt,
                "long", StreamMessage::readLong,
                "float", StreamMessage::readFloat,
                "double", StreamMessage::readDouble,
                "string", StreamMessage::readString);
        Map<Object, List<String>> readable = Map.of(
                true,
                List.of("boolean", "string"),
                (byte) 1,
                List.of("byte", "short", "int", "long", "string"),
                (short) 1,
                List.of("short", "int", "long", "string"),
                'c',
                List.of("char", "string"),
                1,
                List.of("int", "long", "string"),
                1L,
                List.of("long", "string"),
                1f,
                List.of("float", "double", "string"),
                1d,
                List.of("double", "string"),
                "1",
                List.of("boolean", "byte", "short", "int", "long", "float", "double", "string"));
        Session session = jms.session();

        for (Map.Entry<Object, List<String>> written : readable.entrySet()) {
            for (Map.Entry<String, FieldReader> reader : readers.entrySet()) {
                StreamMessage stream = session.createStreamMessage();
                stream.writeObject(written.getKey());
                stream.reset();
                String what = written.getKey().getClass() + " as " + reader.getKey();
                if (written.getValue().contains(reader.getKey())) {
                    assertThat(reader.getValue().read(stream)).as(what).isNotNull();
                } else {
                    assertThatThrownBy(() -> reader.getValue().read(stream))
                            .as(what)
                            .isInstanceOf(MessageFormatException.class);
                }
            }
        }
    }
}
