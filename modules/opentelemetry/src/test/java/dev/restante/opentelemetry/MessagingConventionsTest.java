package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.semconv.incubating.MessagingIncubatingAttributes;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Names of OpenTelemetry's messaging conventions")
class MessagingConventionsTest {

    private static List<AttributeKey<?>> keys(Class<?> type) throws IllegalAccessException {
        List<AttributeKey<?>> keys = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers()) && AttributeKey.class.isAssignableFrom(field.getType())) {
                field.setAccessible(true);
                keys.add((AttributeKey<?>) field.get(null));
            }
        }
        return keys;
    }

    @Test
    @DisplayName("names and types of attributes and operations match the declared version of the conventions")
    void shouldBeOfTheVersion() throws Exception {
        List<AttributeKey<?>> ours = keys(MessagingConventions.class);
        assertThat(ours).hasSizeGreaterThan(8);
        assertThat(keys(MessagingIncubatingAttributes.class))
                .containsAll(ours.stream()
                        .filter(key -> key.getKey().startsWith("messaging."))
                        .toList());
        String jar = MessagingIncubatingAttributes.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString();
        assertThat(jar).contains("-" + MessagingConventions.VERSION);
        for (MessagingOperation operation : MessagingOperation.values()) {
            assertThat(MessagingIncubatingAttributes.MessagingOperationTypeIncubatingValues.class.getDeclaredFields())
                    .anyMatch(field -> field.getName().equals(operation.name()));
        }
    }
}
