package dev.restante.cli.migrate;

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

    @SuppressWarnings("UnusedException") // the message names the value and the line
    long number(String name, long usual) {
        String text = text(name);
        try {
            return text == null ? usual : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw invalid(name, "an integer");
        }
    }

    @SuppressWarnings("UnusedException") // the message names the value and the line
    double decimal(String name, double usual) {
        String text = text(name);
        try {
            double value = text == null ? usual : Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
            throw invalid(name, "a finite number");
        } catch (NumberFormatException e) {
            throw invalid(name, "a number");
        }
    }

    private InvalidBrokerXmlException invalid(String name, String expected) {
        XmlElement element = Objects.requireNonNull(element(name));
        return InvalidBrokerXmlException.at(
                element.line(), name + " is '" + element.text() + "', which is not " + expected + ". Correct it.");
    }
}
