package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.option.CatchUp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageHeadCodecTest {

    private static final long SENT = 1_795_000_000_000L;

    @Test
    @DisplayName("HDR-11 PRP-15 every head comes back as it was, with the classes and order of its properties")
    void shouldKeepEveryHead() {
        Random random = new Random(42);
        for (int round = 0; round < 3_000; round++) {
            MessageHead head = randomHead(random);
            assertSame(MessageHeadCodec.decode(MessageHeadCodec.encode(head)), head);
        }
    }

    @Test
    @DisplayName("TTL-11 an expiry at the timestamp and the latest one are no 'never'")
    void shouldKeepExtremeInstants() {
        for (long expiration : new long[] {0, 1, SENT, SENT - 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (long timestamp : new long[] {0, SENT, Long.MAX_VALUE, Long.MIN_VALUE}) {
                MessageHead head = new MessageHead(
                        null,
                        DestinationName.queue("q"),
                        BodyKind.NONE,
                        null,
                        null,
                        null,
                        timestamp,
                        Long.MAX_VALUE,
                        expiration,
                        9,
                        false,
                        Map.of());
                assertSame(MessageHeadCodec.decode(MessageHeadCodec.encode(head)), head);
            }
        }
    }

    @Test
    void shouldEncodeTypicalHeadUnder80Bytes() {
        MessageHead head = new MessageHead(
                "ID:8f14e45f-ceea-467f-a8f1-2b3c4d5e6f70",
                DestinationName.queue("orders.incoming"),
                BodyKind.TEXT,
                null,
                null,
                null,
                SENT,
                SENT,
                0,
                4,
                true,
                Map.of());

        assertThat(MessageHeadCodec.encode(head)).hasSizeLessThan(80);
    }

    @Test
    void shouldNameUnknownVersion() {
        byte[] encoded = MessageHeadCodec.encode(randomHead(new Random(1)));
        encoded[0] = 9;

        assertThatThrownBy(() -> MessageHeadCodec.decode(encoded))
                .isInstanceOf(CorruptMessageException.class)
                .hasMessageContaining("version 9")
                .hasMessageContaining("reads version 1");
    }

    @Test
    @DisplayName("a truncated or overlong head is refused, whichever byte is cut")
    void shouldRefuseTruncatedAndOverlongBytes() {
        byte[] encoded = MessageHeadCodec.encode(randomHead(new Random(2)));
        for (int length = 0; length < encoded.length; length++) {
            byte[] truncated = Arrays.copyOf(encoded, length);
            assertThatThrownBy(() -> MessageHeadCodec.decode(truncated)).isInstanceOf(CorruptMessageException.class);
        }
        assertThatThrownBy(() -> MessageHeadCodec.decode(Arrays.copyOf(encoded, encoded.length + 1)))
                .isInstanceOf(CorruptMessageException.class)
                .hasMessageContaining("left over");
    }

    @Test
    @DisplayName("damaged bytes give a head or a CorruptMessageException, nothing else")
    void shouldSurviveDamagedBytes() {
        Random random = new Random(3);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] encoded = MessageHeadCodec.encode(randomHead(random));
            encoded[random.nextInt(encoded.length)] = (byte) random.nextInt();
            try {
                MessageHeadCodec.decode(encoded);
            } catch (CorruptMessageException expected) {
                refused++;
            } catch (RuntimeException other) {
                fail("damaged bytes raised " + other, other);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void shouldKeepChangedPropertiesOfNotes() {
        Random random = new Random(4);
        for (int round = 0; round < 500; round++) {
            Map<String, Object> properties = randomProperties(random);
            Map<String, Object> decoded =
                    DeliveryNoteCodec.decodeProperties(DeliveryNoteCodec.encodeProperties(properties));
            assertThat(entries(decoded)).isEqualTo(entries(properties));
        }
    }

    @Test
    void shouldRefuseWhatIsNoProperty() {
        assertThatThrownBy(() -> DeliveryNoteCodec.encodeProperties(Map.of("a", 'c')))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryNoteCodec.encodeProperties(Map.of("a", new byte[1])))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryNoteCodec.encodeProperties(Map.of("a", List.of())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryNoteCodec.decodeProperties(new byte[] {7}))
                .isInstanceOf(CorruptMessageException.class)
                .hasMessageContaining("version 7");
        assertThatThrownBy(() -> DeliveryNoteCodec.decodeProperties(new byte[] {1, -1, -1, -1, -1, 7}))
                .isInstanceOf(CorruptMessageException.class)
                .hasMessageContaining("do not fit");
    }

    private static void assertSame(MessageHead actual, MessageHead expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .ignoringFields("properties")
                .isEqualTo(expected);
        assertThat(entries(actual.properties())).isEqualTo(entries(expected.properties()));
    }

    /** Entries in their order; equality of the values includes their classes. */
    private static List<Object> entries(Map<String, ?> properties) {
        List<Object> entries = new ArrayList<>();
        properties.forEach((name, value) -> {
            entries.add(name);
            entries.add(value);
        });
        return entries;
    }

    private static MessageHead randomHead(Random random) {
        Object[] correlations = {null, "order 7", "", new byte[] {1, -1, 0}, new byte[0]};
        DestinationName[] replies = {null, DestinationName.queue("reply"), DestinationName.topic("news")};
        return new MessageHead(
                random.nextBoolean() ? null : "ID:" + random.nextLong(),
                random.nextBoolean() ? DestinationName.queue("caf\u00e9") : DestinationName.topic("t".repeat(200)),
                BodyKind.ofCode(random.nextInt(6)),
                correlations[random.nextInt(correlations.length)],
                replies[random.nextInt(replies.length)],
                random.nextBoolean() ? null : "type " + random.nextInt(),
                random.nextBoolean() ? SENT : random.nextLong(),
                random.nextBoolean() ? SENT + random.nextInt() : random.nextLong(),
                random.nextBoolean() ? 0 : random.nextLong(),
                random.nextInt(10),
                random.nextBoolean(),
                randomProperties(random),
                random.nextInt(3) == 0 ? randomRepetition(random) : null);
    }

    private static Repetition randomRepetition(Random random) {
        CatchUp[] catchUps = CatchUp.values();
        String cron = random.nextBoolean() ? "0 9 * * *" : null;
        return new Repetition(
                random.nextLong(),
                random.nextLong(),
                random.nextLong(),
                random.nextInt(),
                cron,
                cron == null ? null : "Europe/Berlin",
                catchUps[random.nextInt(catchUps.length)]);
    }

    private static Map<String, Object> randomProperties(Random random) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (int count = random.nextInt(12); count > 0; count--) {
            properties.put("p" + random.nextInt(1000), randomValue(random));
        }
        return properties;
    }

    private static Object randomValue(Random random) {
        return switch (random.nextInt(10)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> random.nextInt() >> random.nextInt(32);
            case 5 -> random.nextLong() >> random.nextInt(64);
            case 6 -> Float.intBitsToFloat(random.nextInt());
            case 7 -> Double.longBitsToDouble(random.nextLong());
            case 8 -> "\ud83d\ude00 " + (char) random.nextInt(0x10000);
            default -> "x".repeat(random.nextInt(300));
        };
    }
}
