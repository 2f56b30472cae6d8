package dev.restante.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.MessageHeader;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.option.CatchUpPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageHeaderCodecTest {

    private static final long SENT = 1_795_000_000_000L;

    @Test
    @DisplayName("HDR-11 PRP-15 every header is restored, with the classes and the order of its properties")
    void shouldKeepEveryHeader() {
        Random random = new Random(42);
        for (int round = 0; round < 3_000; round++) {
            MessageHeader header = randomHeader(random);
            assertSame(MessageHeaderCodec.decode(MessageHeaderCodec.encode(header)), header);
        }
    }

    @Test
    @DisplayName("TTL-11 an expiry time at the timestamp and the latest expiry time do not become unlimited")
    void shouldKeepExtremeInstants() {
        for (long expiration : new long[] {0, 1, SENT, SENT - 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (long timestamp : new long[] {0, SENT, Long.MAX_VALUE, Long.MIN_VALUE}) {
                MessageHeader header = new MessageHeader(
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
                assertSame(MessageHeaderCodec.decode(MessageHeaderCodec.encode(header)), header);
            }
        }
    }

    @Test
    void shouldEncodeTypicalHeaderUnder80Bytes() {
        MessageHeader header = new MessageHeader(
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

        assertThat(MessageHeaderCodec.encode(header)).hasSizeLessThan(80);
    }

    @Test
    void shouldNameUnknownVersion() {
        byte[] encoded = MessageHeaderCodec.encode(randomHeader(new Random(1)));
        encoded[0] = 9;

        assertThatThrownBy(() -> MessageHeaderCodec.decode(encoded))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("version 9")
                .hasMessageContaining("reads version 1");
    }

    @Test
    @DisplayName("a truncated or overlong header is rejected at every length")
    void shouldRefuseTruncatedAndOverlongBytes() {
        byte[] encoded = MessageHeaderCodec.encode(randomHeader(new Random(2)));
        for (int length = 0; length < encoded.length; length++) {
            byte[] truncated = Arrays.copyOf(encoded, length);
            assertThatThrownBy(() -> MessageHeaderCodec.decode(truncated)).isInstanceOf(CorruptDataException.class);
        }
        assertThatThrownBy(() -> MessageHeaderCodec.decode(Arrays.copyOf(encoded, encoded.length + 1)))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("left over");
    }

    @Test
    @DisplayName("damaged bytes yield a header or a CorruptDataException, and no other failure")
    void shouldSurviveDamagedBytes() {
        Random random = new Random(3);
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] encoded = MessageHeaderCodec.encode(randomHeader(random));
            encoded[random.nextInt(encoded.length)] = (byte) random.nextInt();
            try {
                MessageHeaderCodec.decode(encoded);
            } catch (CorruptDataException expected) {
                refused++;
            } catch (RuntimeException other) {
                fail("damaged bytes cause " + other, other);
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void shouldKeepChangedPropertiesOfDeliveryAnnotations() {
        Random random = new Random(4);
        for (int round = 0; round < 500; round++) {
            Map<String, Object> properties = randomProperties(random);
            Map<String, Object> decoded =
                    DeliveryAnnotationsCodec.decodeProperties(DeliveryAnnotationsCodec.encodeProperties(properties));
            assertThat(entries(decoded)).isEqualTo(entries(properties));
        }
    }

    @Test
    void shouldRefuseWhatIsNoProperty() {
        assertThatThrownBy(() -> DeliveryAnnotationsCodec.encodeProperties(Map.of("a", 'c')))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryAnnotationsCodec.encodeProperties(Map.of("a", new byte[1])))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryAnnotationsCodec.encodeProperties(Map.of("a", List.of())))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> DeliveryAnnotationsCodec.decodeProperties(new byte[] {7}))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("version 7");
        assertThatThrownBy(() -> DeliveryAnnotationsCodec.decodeProperties(new byte[] {1, -1, -1, -1, -1, 7}))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("do not fit");
    }

    private static void assertSame(MessageHeader actual, MessageHeader expected) {
        assertThat(actual)
                .usingRecursiveComparison()
                .ignoringFields("properties")
                .isEqualTo(expected);
        assertThat(entries(actual.properties())).isEqualTo(entries(expected.properties()));
    }

    /** Returns the entries in their order. Equal values also have equal classes. */
    private static List<Object> entries(Map<String, ?> properties) {
        List<Object> entries = new ArrayList<>();
        properties.forEach((name, value) -> {
            entries.add(name);
            entries.add(value);
        });
        return entries;
    }

    private static MessageHeader randomHeader(Random random) {
        Object[] correlations = {null, "order 7", "", new byte[] {1, -1, 0}, new byte[0]};
        DestinationName[] replies = {null, DestinationName.queue("reply"), DestinationName.topic("news")};
        return new MessageHeader(
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
                random.nextInt(3) == 0 ? randomRepeatSchedule(random) : null);
    }

    private static RepeatedSendSchedule randomRepeatSchedule(Random random) {
        CatchUpPolicy[] catchUps = CatchUpPolicy.values();
        String cron = random.nextBoolean() ? "0 9 * * *" : null;
        return new RepeatedSendSchedule(
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
