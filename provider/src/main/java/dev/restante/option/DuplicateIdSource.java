package dev.restante.option;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The source of the id by which duplicates are told apart (SND-07). Immutable.
 *
 * @param kind where it comes from
 * @param property its name for {@link Kind#PROPERTY}, else null
 */
public record DuplicateIdSource(Kind kind, @Nullable String property) {

    /** The kinds of sources. */
    public enum Kind {
        /** The string property {@code JMS_Restante_DuplicateId}, or that of another provider. */
        DUPLICATE_ID,
        /** The header {@code JMSCorrelationID}. */
        CORRELATION_ID,
        /** A property of the application's choice, of any type. */
        PROPERTY,
        /** A digest of the body and its kind; a duplicate id that the sender set goes first. */
        BODY,
        /** A digest of body and properties; a duplicate id that the sender set goes first. */
        CONTENT
    }

    /** The default. */
    public static final DuplicateIdSource DUPLICATE_ID = new DuplicateIdSource(Kind.DUPLICATE_ID, null);

    /** See {@link Kind#CORRELATION_ID}. */
    public static final DuplicateIdSource CORRELATION_ID = new DuplicateIdSource(Kind.CORRELATION_ID, null);

    /** See {@link Kind#BODY}. */
    public static final DuplicateIdSource BODY = new DuplicateIdSource(Kind.BODY, null);

    /** See {@link Kind#CONTENT}. */
    public static final DuplicateIdSource CONTENT = new DuplicateIdSource(Kind.CONTENT, null);

    private static final String NAMED = Kind.PROPERTY + ":";

    static final OptionText<DuplicateIdSource> TEXT =
            new OptionText<>(DuplicateIdSource::parse, DuplicateIdSource::toString);

    /**
     * A source.
     *
     * @throws IllegalArgumentException if there is a property name where none belongs, or none where one does
     */
    public DuplicateIdSource {
        requireNonNull(kind, "kind");
        if ((kind == Kind.PROPERTY) != (property != null && !property.isEmpty())) {
            throw new IllegalArgumentException(
                    kind == Kind.PROPERTY ? "the property has no name" : kind + " has no property name");
        }
    }

    /**
     * A property by its name.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public static DuplicateIdSource property(String name) {
        return new DuplicateIdSource(Kind.PROPERTY, requireNonNull(name, "name"));
    }

    private static DuplicateIdSource parse(String text) {
        if (text.regionMatches(true, 0, NAMED, 0, NAMED.length())) {
            return property(text.substring(NAMED.length()));
        }
        for (DuplicateIdSource source : Arrays.asList(DUPLICATE_ID, CORRELATION_ID, BODY, CONTENT)) {
            if (source.kind.name().equals(text.toUpperCase(Locale.ROOT))) {
                return source;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is none of DUPLICATE_ID, CORRELATION_ID, PROPERTY:name, BODY, CONTENT");
    }

    /** As an option's text has it: the kind, and for a property its name after a colon. */
    @Override
    public String toString() {
        return kind == Kind.PROPERTY ? NAMED + property : kind.name();
    }
}
