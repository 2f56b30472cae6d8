package dev.restante.jms.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.model.codec.StoredMessageCodec;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test with headers and bodies of random bytes and with correct checksums, as a bug or a tool may write them. */
class RandomStoredBytesTest {

    private static final int ROUNDS = 200_000;

    private static final List<BodyKind> KINDS = List.of(BodyKind.values());
    private static final List<String> NAMES = List.of("", " ", "q", "$temporary", "\0", "ID:1");

    private final Random random = new Random(40);

    @Test
    @DisplayName("SND-08 any stored bytes that can be decoded yield a message whose reads throw only JMS exceptions")
    void shouldMakeAMessageOfWhateverDecodes() {
        int made = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] body = body();
            byte[] head = head(body);
            MessageHeader decoded;
            try {
                decoded = StoredMessageCodec.decodeHeader(head, body);
            } catch (CorruptDataException unreadable) {
                continue;
            }
            made++;
            try {
                RestanteMessage message =
                        MessageFixtures.receive(new StoredMessage(1, decoded, body), MessageFixtures.metadata(1, null));
                read(headReadings(message));
                // This test has no store for large bodies.
                if (decoded.bodyKind() != BodyKind.LARGE_BYTES) {
                    read(bodyReadings(message));
                }
            } catch (RuntimeException | Error escaped) {
                throw new AssertionError("head " + Arrays.toString(head) + ", body " + Arrays.toString(body), escaped);
            }
        }
        assertThat(made).as("number of decoded messages").isGreaterThan(ROUNDS / 20);
    }

    private static List<Reading> headReadings(RestanteMessage message) {
        return List.of(
                message::getJMSDestination,
                message::getJMSReplyTo,
                message::getJMSCorrelationID,
                message::getJMSCorrelationIDAsBytes,
                () -> Collections.list(message.getPropertyNames()),
                message::toString);
    }

    private static List<Reading> bodyReadings(RestanteMessage message) {
        return List.of(
                () -> message.getBody(Object.class),
                () -> message.isBodyAssignableTo(byte[].class),
                () -> message instanceof TextMessage text ? text.getText() : null,
                () -> message instanceof MapMessage map ? Collections.list((Enumeration<?>) map.getMapNames()) : null,
                () -> message instanceof ObjectMessage object ? object.getObject() : null,
                () -> message instanceof StreamMessage stream ? stream.readObject() : null,
                () -> message instanceof BytesMessage bytes ? bytes.readUTF() : null,
                () -> MessageFixtures.snapshot(message));
    }

    private static void read(List<Reading> readings) {
        for (Reading reading : readings) {
            try {
                reading.read();
            } catch (JMSException refused) {
                assertThat(refused.getErrorCode()).startsWith("RESTANTE-");
            }
        }
    }

    private interface Reading {
        Object read() throws JMSException;
    }

    private byte[] body() {
        return switch (random.nextInt(5)) {
            case 0 -> null;
            case 1 ->
                LargeBodyCodec.encode(new LargeBody(
                        random.nextLong(),
                        random.nextBoolean() ? random.nextInt() : random.nextLong(),
                        new byte[random.nextBoolean() ? 32 : random.nextInt(40)]));
            case 2 -> new byte[0];
            default -> bytes(random.nextInt(20));
        };
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Returns a header with some random bytes, and with the correct checksums of the result. */
    private byte[] head(byte[] body) {
        BodyKind kind = KINDS.get(random.nextInt(KINDS.size()));
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            properties.put(name(), random.nextBoolean() ? name() : Integer.valueOf(random.nextInt()));
        }
        MessageHeader whole = new MessageHeader(
                random.nextBoolean() ? name() : null,
                destination(),
                kind,
                random.nextBoolean() ? name() : null,
                random.nextBoolean() ? destination() : null,
                random.nextBoolean() ? name() : null,
                random.nextLong(),
                random.nextLong(),
                random.nextInt(3),
                random.nextInt(10),
                random.nextBoolean(),
                properties);
        byte[] head = StoredMessageCodec.encodeHeader(new StoredMessage(1, whole, body));
        for (int i = random.nextInt(4); i > 0; i--) {
            head[1 + random.nextInt(head.length - 9)] = (byte) random.nextInt();
        }
        ByteBuffer.wrap(head).putInt(head.length - 4, sum(head));
        return head;
    }

    private static int sum(byte[] head) {
        CRC32C sum = new CRC32C();
        sum.update(head, 0, head.length - 4);
        return (int) sum.getValue();
    }

    private DestinationName destination() {
        return random.nextBoolean() ? DestinationName.queue(name()) : DestinationName.topic(name());
    }

    private String name() {
        return NAMES.get(random.nextInt(NAMES.size()));
    }
}
