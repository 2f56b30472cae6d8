package dev.restante.jms.message;

import dev.restante.model.ShownText;
import jakarta.jms.JMSException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The rules for names and values of properties (JMS §3.5.1, §3.5.2, §3.5.5). */
public final class PropertyRules {

    /**
     * As the specification spells them. Names are case-sensitive, so {@code true} is none, though no selector can ask
     * for it.
     */
    private static final Set<String> RESERVED_WORDS =
            Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");

    private PropertyRules() {}

    /**
     * Checks a property before it is set.
     *
     * @throws IllegalArgumentException if the name is null or empty (PRP-03)
     * @throws JMSException with error code {@code RESTANTE-MSG-PROPERTY-NAME} if the name is no selector identifier:
     *     not a Java identifier, or a reserved word in capitals (PRP-02; the specification leaves the exception open)
     * @throws jakarta.jms.MessageFormatException if a property cannot hold the value (PRP-04), or if it is not the
     *     String that {@code JMSXGroupID}, the Integer that {@code JMSXGroupSeq} or the String that
     *     {@code JMS_Restante_DuplicateId} has to be
     */
    public static void check(@Nullable String name, @Nullable Object value) throws JMSException {
        checkName(name);
        if (!Conversions.isPropertyValue(value)) {
            throw Conversions.unsupported(value);
        }
        if (value != null) {
            if (VendorProperties.GROUP_ID.equals(name) || VendorProperties.DUPLICATE_ID.equals(name)) {
                expect(String.class, name, value);
            } else if (VendorProperties.GROUP_SEQUENCE.equals(name)) {
                expect(Integer.class, name, value);
            }
        }
    }

    /**
     * Checks a property that somebody else than the sender adds to a message.
     *
     * @throws JMSException as {@link #check} does, or because only the provider sets it
     */
    public static void checkAdded(String name, @Nullable Object value) throws JMSException {
        check(name, value);
        if (VendorProperties.providerOwned(name)) {
            throw Refusals.badPropertyName("the property '" + ShownText.of(name) + "' is set by the provider only");
        }
    }

    private static void checkName(@Nullable String name) throws JMSException {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("a property needs a name");
        }
        if (!isIdentifier(name)) {
            throw Refusals.badPropertyName("the property name '" + ShownText.of(name)
                    + "' is not an identifier: it has to start with a letter, _ or $ and go on with these and digits");
        }
        if (RESERVED_WORDS.contains(name)) {
            throw Refusals.badPropertyName(
                    "the property name '" + ShownText.of(name) + "' is a reserved word of the selector syntax");
        }
    }

    private static boolean isIdentifier(String name) {
        if (!Character.isJavaIdentifierStart(name.charAt(0))) {
            return false;
        }
        for (int index = 1; index < name.length(); index++) {
            if (!Character.isJavaIdentifierPart(name.charAt(index))) {
                return false;
            }
        }
        return true;
    }

    private static void expect(Class<?> type, @Nullable String name, Object value) throws JMSException {
        if (!type.isInstance(value)) {
            throw Refusals.format("the property " + name + " is a " + type.getSimpleName() + ", not a "
                    + value.getClass().getSimpleName());
        }
    }
}
