package dev.restante.console.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter.Inclusion;
import dev.restante.admin.MessageBody;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.RequestParameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Search criterion for message bodies: a text, or a value at a JSON pointer.
 *
 * <p>The search for a text ignores case, but a value at a pointer must be equal. Objects are never deserialized, and
 * large bodies are not searched.
 *
 * @param text the text to find. With a pointer, the complete value, or empty if any value matches
 * @param pointer the JSON pointer (RFC 6901), for example {@code /customer/id}; null if the whole body is searched
 */
record BodyCriterion(String text, @Nullable String pointer) {

    private static final JsonFactory JSON = new JsonFactory();

    /** Returns the criterion from the parameters, or null if they contain none. */
    @SuppressWarnings("UnusedException") // adds no information
    static @Nullable BodyCriterion of(RequestParameters parameters) {
        String pointer = parameters.textOrNull("jsonPointer");
        String text = parameters.text("bodyText");
        if (pointer == null) {
            return text.isEmpty() ? null : new BodyCriterion(text, null);
        }
        try {
            JsonPointer.compile(pointer);
        } catch (IllegalArgumentException e) {
            throw RequestRejectedException.badRequest("'" + pointer + "' is not a JSON pointer such as /customer/id.");
        }
        return new BodyCriterion(text, pointer);
    }

    boolean matches(@Nullable MessageBody body) {
        if (body instanceof MessageBody.Text found) {
            return containsIn(found.text());
        }
        if (body instanceof MessageBody.Bytes found) {
            return containsIn(new String(found.bytes(), StandardCharsets.UTF_8));
        }
        if (body instanceof MessageBody.Entries found) {
            return pointer == null && containsIn(found.entries().values());
        }
        return body instanceof MessageBody.Values found && pointer == null && containsIn(found.values());
    }

    private boolean containsIn(Collection<? extends @Nullable Object> values) {
        return values.stream().anyMatch(value -> value instanceof String found && contains(found));
    }

    private boolean containsIn(String found) {
        return pointer == null
                ? contains(found)
                : valueAt(pointer, found).filter(this::equalsValue).isPresent();
    }

    private boolean contains(String found) {
        return found.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    private boolean equalsValue(String value) {
        return text.isEmpty() || value.equals(text);
    }

    /** Returns the scalar value at a pointer, or empty if the text is no JSON or has no scalar there. */
    @SuppressWarnings("UnusedException") // then no value
    private static Optional<String> valueAt(String pointer, String json) {
        try (JsonParser parser = new FilteringParserDelegate(
                JSON.createParser(json), new JsonPointerBasedFilter(pointer), Inclusion.ONLY_INCLUDE_ALL, false)) {
            JsonToken token = parser.nextToken();
            return token == null || !token.isScalarValue() ? Optional.empty() : Optional.of(parser.getText());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    LocalUrl addTo(LocalUrl url) {
        LocalUrl with = text.isEmpty() ? url : url.with("bodyText", text);
        return pointer == null ? with : with.with("jsonPointer", pointer);
    }
}
