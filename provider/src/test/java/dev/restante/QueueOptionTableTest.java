package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.TopicOptions;
import dev.restante.option.QueueOption;
import dev.restante.testing.OptionSamples;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("the options in the table of queue options")
class QueueOptionTableTest {

    private static final QueueOptions BASE = QueueOptions.defaults().withDeadLetterOnExpiry(true);

    static List<QueueOption<?>> all() {
        return QueueOption.all();
    }

    static List<QueueOption<?>> ofTopics() {
        return QueueOption.topicOptions();
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("an option is formatted as a text that can be parsed again")
    <T> void shouldReadWhatItWrites(QueueOption<T> option) {
        T value = option.parse(OptionSamples.text(option));
        assertThat(value).isNotEqualTo(option.defaultValue());
        assertThat(option.parse(option.format(value))).isEqualTo(value);
        assertThat(option.parse(option.format(option.defaultValue()))).isEqualTo(option.defaultValue());
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("an option can be set by its name, and has its own getter")
    <T> void shouldBeInTheApi(QueueOption<T> option) throws ReflectiveOperationException {
        QueueOptions changed = BASE.withTexts(Map.of(option.name(), OptionSamples.text(option)));
        T value = option.parse(OptionSamples.text(option));
        assertThat(changed.get(option)).isEqualTo(value);
        assertThat(changed).isEqualTo(BASE.with(option, value));
        assertThat(getter(option).invoke(changed)).isEqualTo(value);
        assertThat(changed.toString()).contains(option.name() + "=" + value);
    }

    /** Returns the getter of an option: {@code redeliveryBackOff.initial} has {@code redeliveryBackOffInitial}. */
    private static Method getter(QueueOption<?> option) throws NoSuchMethodException {
        int dot = option.name().indexOf('.') + 1;
        String name = dot == 0
                ? option.name()
                : option.name().substring(0, dot - 1)
                        + Character.toUpperCase(option.name().charAt(dot))
                        + option.name().substring(dot + 1);
        return QueueOptions.class.getMethod(name);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("an option is null only if it may be, and its errors begin with its name")
    void shouldSayItsName(QueueOption<?> option) {
        if (option.nullable()) {
            assertThat(BASE.withTexts(Map.of(option.name(), ""))).isEqualTo(BASE.with(option, null));
        } else {
            assertThatExceptionOfType(NullPointerException.class)
                    .isThrownBy(() -> BASE.with(option, null))
                    .withMessage(option.name());
        }
        if (option.type() != String.class) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BASE.withTexts(Map.of(option.name(), "-1")))
                    .withMessageStartingWith(option.name());
        }
    }

    @ParameterizedTest
    @MethodSource("ofTopics")
    @DisplayName("a topic option is in the API of topics")
    <T> void shouldBeInTheApiOfTopics(QueueOption<T> option) throws ReflectiveOperationException {
        TopicOptions changed = TopicOptions.defaults().withTexts(Map.of(option.name(), OptionSamples.text(option)));
        T value = option.parse(OptionSamples.text(option));
        assertThat(changed.get(option)).isEqualTo(value);
        assertThat(TopicOptions.class.getMethod(option.name()).invoke(changed)).isEqualTo(value);
        assertThat(changed).hasToString(changed.toString()).isNotEqualTo(TopicOptions.defaults());
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("an option has a description, can be reset to its default, and parses its choices")
    <T> void shouldDescribeItself(QueueOption<T> option) {
        assertThat(option.description())
                .startsWith(option.summary())
                .contains(option.rangeText())
                .endsWith("default " + option.defaultText() + ")");
        assertThat(BASE.withTexts(Map.of(option.name(), OptionSamples.text(option)))
                        .withTexts(Map.of(option.name(), option.defaultAsText()))
                        .get(option))
                .isEqualTo(QueueOptions.defaults().get(option));
        assertThat(option.choices()).hasSameSizeAs(Set.copyOf(option.choices()));
        for (String choice : option.choices()) {
            assertThat(option.format(option.parse(choice))).isEqualTo(choice);
        }
        assertThat(option.choices().isEmpty()).isEqualTo(!option.type().isEnum() && option.type() != Boolean.class);
        assertThat(option.name()).startsWith(option.prefix());
    }

    @Test
    @DisplayName("FWD-01 an option replaces the option that it excludes, and several options can change together")
    void shouldFitTogether() {
        QueueOptions toTopic = QueueOptions.defaults().withForwardTo("q").withForwardToTopic("t");
        assertThat(toTopic.forwardTo()).isNull();
        assertThat(toTopic.withForwardTo("q").forwardToTopic()).isNull();
        QueueOptions expiring =
                QueueOptions.defaults().withTexts(Map.of("expiredTo", "q", "deadLetterOnExpiry", "true"));
        QueueOptions dropping = expiring.withTexts(Map.of("expiredTo", "", "deadLetterOnExpiry", "false"));
        assertThat(dropping.expiredTo()).isNull();
        assertThat(dropping.without(QueueOption.EXPIRED_TO, QueueOption.DEAD_LETTER_ON_EXPIRY))
                .isEqualTo(QueueOptions.defaults());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expiring.withTexts(Map.of("deadLetterOnExpiry", "false")))
                .withMessageContaining("expiredTo");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expiring.withTexts(Map.of("colour", "green")))
                .withMessageContaining("'colour'")
                .withMessageContaining("lockDuration");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicOptions.defaults().withTexts(Map.of("lockDuration", "1s")))
                .withMessageContaining("'lockDuration'");
    }
}
