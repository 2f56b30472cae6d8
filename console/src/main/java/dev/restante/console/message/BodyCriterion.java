package dev.restante.console.message;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.filter.FilteringParserDelegate;
import com.fasterxml.jackson.core.filter.JsonPointerBasedFilter;
import com.fasterxml.jackson.core.filter.TokenFilter.Inclusion;
import dev.restante.admin.MessageBody;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Url;
import dev.restante.console.page.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A criterion of what is in a body: a text, in whatever case; or with a pointer, the value at that place of JSON.
 * Objects are never deserialised, and what is stored apart is not read.
 *
 * @param text what is looked for; with a pointer, the whole value, or empty for any
 * @param pointer of RFC 6901, as {@code /customer/id}; null to look everywhere
 */
record BodyCriterion(String text, @Nullable String pointer) {

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * The criterion that parameters mean; null for none.
     *
     * @throws Refusal for a pointer that is none
     */
    @SuppressWarnings("UnusedException") // which says no more
    static @Nullable BodyCriterion of(Parameters parameters) {
        String pointer = parameters.textOrNull("pointer");
        String text = parameters.text("text");
        if (pointer == null) {
            return text.isEmpty() ? null : new BodyCriterion(text, null);
        }
        try {
            JsonPointer.compile(pointer);
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("'" + pointer + "' is no JSON pointer, as /customer/id is.");
        }
        return new BodyCriterion(text, pointer);
    }

    /** True if a body meets it. */
    boolean meets(@Nullable MessageBody body) {
        if (body instanceof MessageBody.Text found) {
            return in(found.text());
        }
        if (body instanceof MessageBody.Bytes found) {
            return in(new String(found.bytes(), StandardCharsets.UTF_8));
        }
        if (body instanceof MessageBody.Entries found) {
            return pointer == null && in(found.entries().values());
        }
        return body instanceof MessageBody.Values found && pointer == null && in(found.values());
    }

    private boolean in(Collection<? extends @Nullable Object> values) {
        return values.stream().anyMatch(value -> value instanceof String found && contains(found));
    }

    private boolean in(String found) {
        return pointer == null
                ? contains(found)
                : at(pointer, found).filter(this::is).isPresent();
    }

    private boolean contains(String found) {
        return found.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    private boolean is(String value) {
        return text.isEmpty() || value.equals(text);
    }

    /** The value at a place, empty for what is no JSON, and for objects and arrays. */
    @SuppressWarnings("UnusedException") // what is no JSON has no such place
    private static Optional<String> at(String pointer, String json) {
        try (JsonParser parser = new FilteringParserDelegate(
                JSON.createParser(json), new JsonPointerBasedFilter(pointer), Inclusion.ONLY_INCLUDE_ALL, false)) {
            JsonToken token = parser.nextToken();
            return token == null || !token.isScalarValue() ? Optional.empty() : Optional.of(parser.getText());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** An address with this criterion. */
    Url in(Url url) {
        Url with = text.isEmpty() ? url : url.with("text", text);
        return pointer == null ? with : with.with("pointer", pointer);
    }
}
