package dev.restante.cli.migrate;

import dev.restante.option.TextFormat;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Values that result if Artemis merges address settings: for each element that of the most specific match. */
final class MergedSettings {

    private final List<AddressSetting> mostSpecificFirst;

    MergedSettings(List<AddressSetting> settings) {
        this.mostSpecificFirst = settings.stream()
                .sorted(Comparator.comparing(AddressSetting::match, AddressMatch.ARTEMIS_ORDER))
                .toList();
    }

    private @Nullable XmlElement element(String name) {
        return mostSpecificFirst.stream()
                .map(setting -> setting.values().get(name))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the text of an element, or null if it is missing or empty. */
    @Nullable
    String text(String name) {
        XmlElement element = element(name);
        return element == null || element.text().isEmpty() ? null : element.text();
    }

    boolean flag(String name) {
        return "true".equalsIgnoreCase(text(name));
    }

    long number(String name, long usual) {
        return parse(name, TextFormat.LONG, usual, "an integer");
    }

    double decimal(String name, double usual) {
        return parse(name, TextFormat.DOUBLE, usual, "a finite number");
    }

    @SuppressWarnings("UnusedException") // the message names the value and the line
    private <T> T parse(String name, TextFormat<T> format, T usual, String expected) {
        String text = text(name);
        try {
            return text == null ? usual : format.parse().apply(text);
        } catch (IllegalArgumentException e) {
            throw invalid(name, expected);
        }
    }

    private InvalidBrokerXmlException invalid(String name, String expected) {
        XmlElement element = Objects.requireNonNull(element(name));
        return InvalidBrokerXmlException.at(
                element.line(), name + " is '" + element.text() + "', which is not " + expected + ". Correct it.");
    }
}
