package dev.restante.store.jdbc.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.model.DestinationName;
import dev.restante.model.EntityOptions;
import dev.restante.model.InheritedOptions;
import dev.restante.model.InheritedOptions.InheritedValue;
import dev.restante.model.RedeliveryBackOff;
import dev.restante.option.GroupExpiry;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import dev.restante.testing.OptionSamples;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsCodecTest {

    private static EntityOptions decode(String own) {
        return OptionsCodec.decode(own, "");
    }

    @Test
    void shouldKeepWhatANewerVersionWrote() {
        String stored = OptionsCodec.encode(EntityOptions.DEFAULT, "maxDeliveryCount=3\ncolour=green\n");
        assertThat(stored).isEqualTo("colour=green\n");
        assertThat(decode(stored)).isEqualTo(EntityOptions.DEFAULT);
    }

    @Test
    void shouldReadMissingKeysAsDefaults() {
        assertThat(decode("")).isEqualTo(EntityOptions.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PAUSED",
                "lockDuration",
                "=x",
                "\n",
                "status=ACTIVE\nmaxDeliv",
                "status=ACTIVE\n\nmaxDeliveryCount=3\n"
            })
    @DisplayName("a line without an option makes the whole text unreadable, and an alteration repairs the text")
    void shouldRefuseLinesWithoutAnOption(String stored) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode(stored))
                .withMessageContaining("The options contain the line '");
        assertThat(decode(OptionsCodec.encode(EntityOptions.DEFAULT, stored))).isEqualTo(EntityOptions.DEFAULT);
    }

    @Test
    void shouldKeepWhereMessagesGoAndWhenTheEntityDoes() {
        for (QueueOption<String> target : List.of(QueueOption.FORWARD_TO, QueueOption.FORWARD_TO_TOPIC)) {
            EntityOptions options =
                    EntityOptions.DEFAULT.with(target, "a=b").with(QueueOption.AUTO_DELETE_ON_IDLE, Duration.ofDays(3));
            String text = OptionsCodec.encode(options, "forwardTo=former\nforwardToTopic=former\n");
            assertThat(decode(text)).isEqualTo(options);
        }
    }

    @Test
    void shouldKeepWhatGoesWithAnExpiredMessage() {
        EntityOptions required = EntityOptions.DEFAULT.with(QueueOption.GROUPS_REQUIRED, true);
        assertThat(OptionsCodec.encode(required, "")).doesNotContain("groupExpiry");
        assertThat(decode(OptionsCodec.encode(required, "groupExpiry=MESSAGE\n")))
                .isEqualTo(required);
        for (GroupExpiry expiry : GroupExpiry.values()) {
            EntityOptions options = required.with(QueueOption.GROUP_EXPIRY, expiry);
            assertThat(decode(OptionsCodec.encode(options, ""))).isEqualTo(options);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.restante.option.QueueOption#all")
    @DisplayName("each option is stored and read back")
    void shouldStore(QueueOption<?> option) {
        EntityOptions options = OptionSamples.with(option);
        String text = OptionsCodec.encode(options, OptionsCodec.encode(EntityOptions.DEFAULT, ""));
        assertThat(decode(text)).isEqualTo(options);
        assertThat(options.ownValue(option)).isNotEqualTo(option.defaultValue());
    }

    @Test
    @DisplayName("a stored text keeps its values when it is read and written")
    void shouldReadAStoredText() {
        String stored =
                """
                lockDuration=PT1M30S
                maxDeliveryCount=3
                defaultTimeToLive=PT2H
                deadLetterOnExpiry=true
                expireOnlyWithConsumer=true
                redeliveryBackOff.initial=PT1S
                redeliveryBackOff.multiplier=2.5
                redeliveryBackOff.maximum=PT1M
                redeliveryBackOff.jitter=0.5
                duplicateDetectionWindow=PT10M
                deadLetterTo=a\\\\b\\nc=d
                expiredTo=other
                forwardToTopic=news
                autoDeleteOnIdle=PT24H
                groupsRequired=true
                lateSettlement=ALLOW_IF_UNCLAIMED
                maxInFlight=7
                groupExpiry=MESSAGE
                """;
        EntityOptions options = decode(stored);
        assertThat(options.deadLetterTo()).isEqualTo("a\\b\nc=d");
        assertThat(options.expireOnlyWithConsumer()).isTrue();
        assertThat(options.groupsRequired()).isTrue();
        assertThat(options.forwardTo()).isEqualTo(DestinationName.topic("news"));
        assertThat(options.redeliveryBackOff())
                .isEqualTo(new RedeliveryBackOff(Duration.ofSeconds(1), 2.5, Duration.ofMinutes(1), 0.5));
        assertThat(OptionsCodec.encode(options, "").lines())
                .containsExactlyInAnyOrderElementsOf(stored.lines().toList());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode("groupsRequired=NEVER\n"))
                .withMessage("The value of option groupsRequired cannot be read: 'NEVER'");
    }

    @Test
    @DisplayName("POL-02 a value that the entity sets to nothing differs from a value that it does not set")
    void shouldStoreNoValue() {
        EntityOptions none = EntityOptions.DEFAULT.with(QueueOption.DEAD_LETTER_TO, null);
        assertThat(none).isNotEqualTo(EntityOptions.DEFAULT);
        assertThat(OptionsCodec.encode(none, "")).isEqualTo("deadLetterTo=\n");
        assertThat(decode("deadLetterTo=\n")).isEqualTo(none);
    }

    @Test
    @DisplayName("POL-04 inherited values are stored with the pattern of their policy")
    void shouldStoreInheritedValues() {
        InheritedOptions inherited = new InheritedOptions(Map.of(
                QueueOption.MAX_DELIVERY_COUNT, new InheritedValue(3, "orders.#"),
                QueueOption.DEAD_LETTER_TO, new InheritedValue(null, "a=b\n*")));
        EntityOptions options = EntityOptions.of(Map.of(QueueOption.MAX_IN_FLIGHT, 7), inherited);
        assertThat(OptionsCodec.encode(options, "")).isEqualTo("maxInFlight=7\n");
        String text = OptionsCodec.encode(inherited);
        assertThat(text.lines()).contains("maxDeliveryCount@policy=orders.#", "maxDeliveryCount=3");
        assertThat(OptionsCodec.decode("maxInFlight=7\n", text)).isEqualTo(options);
        assertThat(options.origin(QueueOption.MAX_DELIVERY_COUNT)).isEqualTo(OptionOrigin.policy("orders.#"));
    }
}
