package dev.restante.option;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Option value that names the header, property or content from which duplicate detection takes the duplicate id of a
 * message (SND-07). Immutable.
 *
 * @param kind the kind of the source
 * @param property the name of the property for {@link DuplicateIdSourceKind#PROPERTY}, otherwise null
 */
public record DuplicateIdSource(DuplicateIdSourceKind kind, @Nullable String property) {

    /** Kind of a source of duplicate ids. */
    public enum DuplicateIdSourceKind {
        /** The string property {@code JMS_Restante_DuplicateId}, or the corresponding property of another provider. */
        DUPLICATE_ID,
        /** The header {@code JMSCorrelationID}. */
        CORRELATION_ID,
        /** A property of any type that the application chooses. */
        PROPERTY,
        /** A digest of the body and its type, unless the sender set a duplicate id. */
        BODY,
        /** A digest of the body and the properties, unless the sender set a duplicate id. */
        CONTENT
    }

    /** Default source {@link DuplicateIdSourceKind#DUPLICATE_ID}. */
    public static final DuplicateIdSource DUPLICATE_ID =
            new DuplicateIdSource(DuplicateIdSourceKind.DUPLICATE_ID, null);

    /** Source {@link DuplicateIdSourceKind#CORRELATION_ID}. */
    public static final DuplicateIdSource CORRELATION_ID =
            new DuplicateIdSource(DuplicateIdSourceKind.CORRELATION_ID, null);

    /** Source {@link DuplicateIdSourceKind#BODY}. */
    public static final DuplicateIdSource BODY = new DuplicateIdSource(DuplicateIdSourceKind.BODY, null);

    /** Source {@link DuplicateIdSourceKind#CONTENT}. */
    public static final DuplicateIdSource CONTENT = new DuplicateIdSource(DuplicateIdSourceKind.CONTENT, null);

    private static final String PROPERTY_PREFIX = DuplicateIdSourceKind.PROPERTY + ":";

    static final TextFormat<DuplicateIdSource> TEXT_FORMAT =
            new TextFormat<>(DuplicateIdSource::parse, DuplicateIdSource::toString);

    /**
     * Creates a source.
     *
     * @throws IllegalArgumentException if a property name is missing for {@link DuplicateIdSourceKind#PROPERTY} or
     *     given for another kind
     */
    public DuplicateIdSource {
        requireNonNull(kind, "kind");
        if ((kind == DuplicateIdSourceKind.PROPERTY) != (property != null && !property.isEmpty())) {
            throw new IllegalArgumentException(
                    kind == DuplicateIdSourceKind.PROPERTY
                            ? "PROPERTY needs the name of a property, as in PROPERTY:name"
                            : kind + " cannot have a property name");
        }
    }

    /**
     * Returns the source that reads the property of a name.
     *
     * @throws IllegalArgumentException if the name is empty
     */
    public static DuplicateIdSource property(String name) {
        return new DuplicateIdSource(DuplicateIdSourceKind.PROPERTY, requireNonNull(name, "name"));
    }

    private static DuplicateIdSource parse(String text) {
        if (text.regionMatches(true, 0, PROPERTY_PREFIX, 0, PROPERTY_PREFIX.length())) {
            return property(text.substring(PROPERTY_PREFIX.length()));
        }
        for (DuplicateIdSource source : Arrays.asList(DUPLICATE_ID, CORRELATION_ID, BODY, CONTENT)) {
            if (source.kind.name().equals(text.toUpperCase(Locale.ROOT))) {
                return source;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not one of DUPLICATE_ID, CORRELATION_ID, PROPERTY:name, BODY, CONTENT");
    }

    /** Returns the text of the source as an option value: the kind, followed for a property by a colon and its name. */
    @Override
    public String toString() {
        return kind == DuplicateIdSourceKind.PROPERTY ? PROPERTY_PREFIX + property : kind.name();
    }
}
