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

@DisplayName("Each option of the table of queue options")
class QueueOptionTableTest {

    private static final QueueOptions BASE = QueueOptions.defaults().withDeadLetterOnExpiry(true);

    static List<QueueOption<?>> all() {
        return QueueOption.all();
    }

    static List<QueueOption<?>> ofTopics() {
        return QueueOption.ofTopics();
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("is written as the text that is read")
    <T> void shouldReadWhatItWrites(QueueOption<T> option) {
        T value = option.parse(OptionSamples.text(option));
        assertThat(value).isNotEqualTo(option.defaultValue());
        assertThat(option.parse(option.format(value))).isEqualTo(value);
        assertThat(option.parse(option.format(option.defaultValue()))).isEqualTo(option.defaultValue());
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("is set by its name, and has a method of its own")
    <T> void shouldBeInTheApi(QueueOption<T> option) throws ReflectiveOperationException {
        QueueOptions changed = BASE.configured(Map.of(option.name(), OptionSamples.text(option)));
        T value = option.parse(OptionSamples.text(option));
        assertThat(changed.get(option)).isEqualTo(value);
        assertThat(changed).isEqualTo(BASE.with(option, value));
        assertThat(getter(option).invoke(changed)).isEqualTo(value);
        assertThat(changed.toString()).contains(option.name() + "=" + value);
    }

    /** {@code redeliveryBackOff.initial} is {@code redeliveryBackOffInitial}. */
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
    @DisplayName("is null only where it can be, and says its name where it can't")
    void shouldSayItsName(QueueOption<?> option) {
        if (option.nullable()) {
            assertThat(BASE.configured(Map.of(option.name(), ""))).isEqualTo(BASE.with(option, null));
        } else {
            assertThatExceptionOfType(NullPointerException.class)
                    .isThrownBy(() -> BASE.with(option, null))
                    .withMessage(option.name());
        }
        if (option.type() != String.class) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> BASE.configured(Map.of(option.name(), "-1")))
                    .withMessageStartingWith(option.name());
        }
    }

    @ParameterizedTest
    @MethodSource("ofTopics")
    @DisplayName("is in the API of topics where they have it")
    <T> void shouldBeInTheApiOfTopics(QueueOption<T> option) throws ReflectiveOperationException {
        TopicOptions changed = TopicOptions.defaults().configured(Map.of(option.name(), OptionSamples.text(option)));
        T value = option.parse(OptionSamples.text(option));
        assertThat(changed.get(option)).isEqualTo(value);
        assertThat(TopicOptions.class.getMethod(option.name()).invoke(changed)).isEqualTo(value);
        assertThat(changed).hasToString(changed.toString()).isNotEqualTo(TopicOptions.defaults());
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("describes itself, can be taken back to its default, and reads its choices")
    <T> void shouldDescribeItself(QueueOption<T> option) {
        assertThat(option.description())
                .startsWith(option.effect())
                .contains(option.range())
                .endsWith("default " + option.defaultText() + ")");
        assertThat(BASE.configured(Map.of(option.name(), OptionSamples.text(option)))
                        .configured(Map.of(option.name(), option.resetText()))
                        .get(option))
                .isEqualTo(QueueOptions.defaults().get(option));
        assertThat(option.choices()).hasSameSizeAs(Set.copyOf(option.choices()));
        for (String choice : option.choices()) {
            assertThat(option.format(option.parse(choice))).isEqualTo(choice);
        }
        assertThat(option.choices().isEmpty()).isEqualTo(!option.type().isEnum() && option.type() != Boolean.class);
        assertThat(option.name()).startsWith(option.group());
    }

    @Test
    @DisplayName("FWD-01 takes the place of the one that it excludes, and several are one change")
    void shouldFitTogether() {
        QueueOptions toTopic = QueueOptions.defaults().withForwardTo("q").withForwardToTopic("t");
        assertThat(toTopic.forwardTo()).isNull();
        assertThat(toTopic.withForwardTo("q").forwardToTopic()).isNull();
        QueueOptions expiring =
                QueueOptions.defaults().configured(Map.of("expiredTo", "q", "deadLetterOnExpiry", "true"));
        assertThat(expiring.configured(Map.of("expiredTo", "", "deadLetterOnExpiry", "false")))
                .isEqualTo(QueueOptions.defaults());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expiring.configured(Map.of("deadLetterOnExpiry", "false")))
                .withMessageContaining("expiredTo");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> expiring.configured(Map.of("colour", "green")))
                .withMessageContaining("'colour'")
                .withMessageContaining("lockDuration");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopicOptions.defaults().configured(Map.of("lockDuration", "1s")))
                .withMessageContaining("'lockDuration'");
    }
}
