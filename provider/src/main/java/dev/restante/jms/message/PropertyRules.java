package dev.restante.jms.message;

import dev.restante.model.DisplayText;
import dev.restante.model.PropertyName;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/** Rules for names and values of message properties (JMS §3.5.1, §3.5.2, §3.5.5). */
public final class PropertyRules {

    private PropertyRules() {}

    /**
     * Checks a property before it is set.
     *
     * @throws IllegalArgumentException if the name is null or empty (PRP-03)
     * @throws JMSException with error code {@code RESTANTE-INVALID-PROPERTY-NAME} if the name is no Java identifier, or
     *     is a reserved word in capitals (PRP-02; the specification does not name the exception)
     * @throws jakarta.jms.MessageFormatException if a property cannot hold the value (PRP-04). {@code JMSXGroupID} and
     *     {@code JMS_Restante_DuplicateId} must be a String, {@code JMSXGroupSeq} an Integer
     */
    public static void check(@Nullable String name, @Nullable Object value) throws JMSException {
        checkName(name);
        if (!ValueConverter.isPropertyValue(value)) {
            throw ValueConverter.unsupportedType(String.valueOf(name), value, ValueConverter.PROPERTY_TYPES);
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
     * Checks a property that a component other than the sender adds to a message.
     *
     * @throws JMSException as {@link #check} does, or because only the provider sets the property
     */
    public static void checkNotProviderOwned(String name, @Nullable Object value) throws JMSException {
        check(name, value);
        if (VendorProperties.isProviderOwned(name)) {
            throw MessageExceptions.invalidPropertyName(
                    "The property '" + DisplayText.shorten(name) + "' can be set only by the provider. Leave it out.");
        }
    }

    /**
     * Returns a name that is neither null nor empty.
     *
     * @throws IllegalArgumentException if the name is null or empty (PRP-03)
     */
    static String requireName(@Nullable String name) {
        if (name == null || name.isEmpty()) {
            throw new IllegalArgumentException("A property needs a name");
        }
        return name;
    }

    private static void checkName(@Nullable String given) throws JMSException {
        String name = requireName(given);
        if (!PropertyName.isIdentifier(name)) {
            throw MessageExceptions.invalidPropertyName("The property name '" + DisplayText.shorten(name)
                    + "' is not an identifier. It must begin with a letter, _ or $ and contain only these"
                    + " characters and digits.");
        }
        if (PropertyName.isReservedWord(name)) {
            throw MessageExceptions.invalidPropertyName("The property name '" + DisplayText.shorten(name)
                    + "' is a reserved word of the selector syntax. Choose another name.");
        }
    }

    private static void expect(Class<?> type, @Nullable String name, Object value) throws JMSException {
        if (!type.isInstance(value)) {
            throw MessageExceptions.format("The property " + name + " requires a value of" + " type "
                    + type.getSimpleName() + ", not " + value.getClass().getSimpleName());
        }
    }
}
