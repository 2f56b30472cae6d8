package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MessageEOFException;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageNotReadableException;
import jakarta.jms.MessageNotWriteableException;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BytesMessageTest {

    private final RestanteBytesMessage message = new RestanteBytesMessage();

    @Test
    @DisplayName("BDY-25 values are written in the format of DataOutput, and can be read again")
    void shouldEncodeAsDataOutput() throws JMSException, IOException {
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(expected);
        data.writeBoolean(true);
        data.writeByte(-2);
        data.writeShort(-3);
        data.writeChar('\u20ac');
        data.writeInt(-4);
        data.writeLong(-5);
        data.writeFloat(1.5f);
        data.writeDouble(-2.5);
        data.writeUTF("a\u0000\u20ac\ud83d\ude00");
        data.write(new byte[] {7, 8});
        for (Object value : new Object[] {
            true, (byte) -2, (short) -3, '\u20ac', -4, -5L, 1.5f, -2.5d, "a\u0000\u20ac\ud83d\ude00", new byte[] {7, 8}
        }) {
            message.writeObject(value);
        }
        BytesMessage received = MessageFixtures.sendAndReceive(message);

        assertThat(received.getBody(byte[].class)).isEqualTo(expected.toByteArray());
        assertThat(received.getBodyLength()).isEqualTo(expected.size());
        assertThat(received.readBoolean()).isTrue();
        assertThat(received.readByte()).isEqualTo((byte) -2);
        assertThat(received.readShort()).isEqualTo((short) -3);
        assertThat(received.readChar()).isEqualTo('\u20ac');
        assertThat(received.readInt()).isEqualTo(-4);
        assertThat(received.readLong()).isEqualTo(-5);
        assertThat(received.readFloat()).isEqualTo(1.5f);
        assertThat(received.readDouble()).isEqualTo(-2.5);
        assertThat(received.readUTF()).isEqualTo("a\u0000\u20ac\ud83d\ude00");
        received.reset();
        received.readBoolean();
        assertThat(received.readUnsignedByte()).isEqualTo(254);
        assertThat(received.readUnsignedShort()).isEqualTo(65533);
    }

    @Test
    @DisplayName("BDY-17 BDY-28 a new or cleared message is write-only, and its length is unknown")
    void shouldBeWriteOnlyAtFirst() throws JMSException {
        for (int round = 0; round < 2; round++) {
            assertThatThrownBy(message::getBodyLength).isInstanceOf(MessageNotReadableException.class);
            assertThatThrownBy(message::readBoolean).isInstanceOf(MessageNotReadableException.class);
            assertThatThrownBy(message::readUnsignedByte).isInstanceOf(MessageNotReadableException.class);
            assertThatThrownBy(message::readUTF).isInstanceOf(MessageNotReadableException.class);
            assertThatThrownBy(() -> message.readBytes(new byte[1])).isInstanceOf(MessageNotReadableException.class);
            message.writeInt(1);
            message.reset();
            assertThat(message.getBodyLength()).isEqualTo(4);
            message.clearBody();
        }
        message.reset();
        assertThat(message.getBodyLength()).isZero();
    }

    @Test
    @DisplayName("BDY-02 BDY-18 writes fail after a reset and in a received message")
    void shouldBeReadOnlyAfterReset() throws JMSException {
        message.writeInt(1);
        BytesMessage received = MessageFixtures.sendAndReceive(message);
        message.reset();
        for (BytesMessage readable : List.of(message, received)) {
            assertThatThrownBy(() -> readable.writeInt(1)).isInstanceOf(MessageNotWriteableException.class);
            assertThatThrownBy(() -> readable.writeObject(1)).isInstanceOf(MessageNotWriteableException.class);
            assertThatThrownBy(() -> readable.writeBytes(new byte[1])).isInstanceOf(MessageNotWriteableException.class);
            assertThatThrownBy(() -> readable.writeUTF("")).isInstanceOf(MessageNotWriteableException.class);
        }
    }

    @Test
    @DisplayName("BDY-19 a read past the end throws MessageEOFException and consumes nothing")
    void shouldReportEnd() throws JMSException {
        message.writeBytes(new byte[] {0, 9, 1});
        message.reset();

        assertThatThrownBy(message::readInt).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readLong).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readDouble).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readUTF).isInstanceOf(MessageEOFException.class);
        assertThat(message.readUnsignedShort()).isEqualTo(9);
        assertThatThrownBy(message::readChar).isInstanceOf(MessageEOFException.class);
        assertThat(message.readBoolean()).isTrue();
        assertThatThrownBy(message::readBoolean).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readUnsignedByte).isInstanceOf(MessageEOFException.class);
        assertThatThrownBy(message::readUTF).isInstanceOf(MessageEOFException.class);
    }

    @Test
    @DisplayName("BDY-20 malformed UTF causes a MessageFormatException and consumes nothing")
    void shouldStayAtMalformedUtf() throws JMSException {
        message.writeBytes(new byte[] {0, 1, (byte) 0xFF});
        message.reset();

        assertThatThrownBy(message::readUTF).isInstanceOf(MessageFormatException.class);
        assertThat(message.readUnsignedShort()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "BDY-26 BDY-27 readBytes reads as much as possible, returns -1 at the end, and rejects invalid lengths")
    void shouldReadBytes() throws JMSException {
        message.writeBytes(new byte[] {0, 1, 2, 3, 4}, 1, 4);
        message.reset();
        byte[] buffer = new byte[3];

        assertThatThrownBy(() -> message.readBytes(buffer, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> message.readBytes(buffer, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(message.readBytes(buffer)).isEqualTo(3);
        assertThat(buffer).containsExactly(1, 2, 3);
        assertThat(message.readBytes(buffer, 2)).isEqualTo(1);
        assertThat(buffer).containsExactly(4, 2, 3);
        assertThat(message.readBytes(buffer)).isEqualTo(-1);
        assertThat(message.readBytes(buffer, 1)).isEqualTo(-1);
    }

    @Test
    @DisplayName("BDY-05 BDY-11 EXC-16 null causes a NullPointerException, and other classes a MessageFormatException")
    void shouldRefuseNullAndOtherObjects() {
        assertThatThrownBy(() -> message.writeObject(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> message.writeUTF(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> message.writeBytes(null)).isExactlyInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> message.writeObject(List.of())).isInstanceOf(MessageFormatException.class);
        assertThatThrownBy(() -> message.writeUTF("x".repeat(70_000))).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("PRD-15 a send does not change a message that the sender is writing or reading")
    void shouldLeaveSendersMessageAlone() throws JMSException {
        message.writeByte((byte) 1);
        MessageFixtures.store(message);
        message.writeByte((byte) 2);
        BytesMessage received = MessageFixtures.sendAndReceive(message);
        assertThat(received.getBodyLength()).isEqualTo(2);
        assertThat(received.readByte()).isEqualTo((byte) 1);

        BytesMessage again = MessageFixtures.sendAndReceive(received);

        assertThat(received.readByte()).isEqualTo((byte) 2);
        assertThat(again.readByte()).isEqualTo((byte) 1);
    }

    @Test
    @DisplayName("BDY-32 getBody resets the message before and after, also when it rejects the class")
    void shouldResetAroundGetBody() throws JMSException {
        message.writeInt(1);

        assertThatThrownBy(() -> message.getBody(String.class)).isInstanceOf(MessageFormatException.class);
        assertThat(message.readInt()).isEqualTo(1);
        byte[] body = message.getBody(byte[].class);
        body[0] = 9;
        assertThat(message.readInt()).isEqualTo(1);
        assertThat(MessageFixtures.sendAndReceive(message).readInt()).isEqualTo(1);
    }

    @Test
    @DisplayName("BDY-34 isBodyAssignableTo changes neither the mode nor the position")
    void shouldNotResetOnIsBodyAssignableTo() throws JMSException {
        assertThat(message.isBodyAssignableTo(byte[].class)).isTrue();
        message.writeInt(1);
        assertThat(message.isBodyAssignableTo(String.class)).isFalse();
        message.writeInt(2);
        message.reset();
        message.readInt();
        assertThat(message.isBodyAssignableTo(Object.class)).isTrue();
        assertThat(message.readInt()).isEqualTo(2);
    }
}
