package dev.restante.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Texts of provoked errors by error code and case name. */
final class ErrorTexts {

    /** Parts of a text that differ from run to run, and their replacements. */
    private enum VariablePart {
        TRACKING_ID("tracking id [0-9a-f]+", "tracking id {id}"),
        UUID("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "{uuid}"),
        TEMPORARY_NAME("(?<=\\$Temporary/\\{uuid}/)[0-9a-f]+", "{number}"),
        MESSAGE_ID("ID:restante-[0-9a-f]+", "{message id}"),
        INSTANT("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "{instant}"),
        ADDRESS("\\b(localhost|127\\.0\\.0\\.1):\\d+", "$1:{port}"),
        DATABASE("\\btest_\\d+", "{database}"),
        URL_PARAMETERS("(jdbc:postgresql://[^ ?]+)\\?[^ :;,]+", "$1"),
        OUTCOME_TOKEN("\\bbatch(-\\d+){3}", "{token}"),
        BATCH("\\bbatch \\d+ of pipeline \\d+ of incarnation \\d+", "{batch}"),
        AGE("\\breceived \\d+ s ago", "received {age} s ago"),
        SEQUENCE_NUMBER("\\b\\d{12,}", "{number}");

        private final Pattern pattern;
        private final String replacement;

        VariablePart(String pattern, String replacement) {
            this.pattern = Pattern.compile(pattern);
            this.replacement = replacement;
        }

        private String replacedIn(String text) {
            return pattern.matcher(text).replaceAll(replacement);
        }
    }

    /** Texts by code and case name, as the golden file shows them. */
    private final SortedMap<String, String> texts = new TreeMap<>();

    private final Set<String> codes = new TreeSet<>();

    /** Makes a call that must fail with an error code, and adds the text of the failure. */
    void expect(String code, String name, ThrowingCallable call) {
        add(code, name, catchThrowable(call));
    }

    /** Adds the text of a failure that must have an error code. */
    void add(String code, String name, @Nullable Throwable failure) {
        assertThat(codeOf(failure))
                .as("error code of '%s', which failed with %s", name, failure)
                .isEqualTo(code);
        String text = String.valueOf(failure.getMessage());
        for (VariablePart part : VariablePart.values()) {
            text = part.replacedIn(text);
        }
        assertThat(texts.put(code + "  " + name, text))
                .as("earlier case '%s' of %s", name, code)
                .isNull();
        codes.add(code);
    }

    private static @Nullable String codeOf(@Nullable Throwable failure) {
        if (failure instanceof JMSException checked) {
            return checked.getErrorCode();
        }
        return failure instanceof JMSRuntimeException unchecked ? unchecked.getErrorCode() : null;
    }

    /** Returns the error codes of the cases. */
    Set<String> codes() {
        return codes;
    }

    /** Returns all cases in the order of their codes and names, each with the text below it. */
    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder();
        texts.forEach(
                (name, text) -> lines.append(name).append("\n    ").append(text).append('\n'));
        return lines.toString();
    }
}
