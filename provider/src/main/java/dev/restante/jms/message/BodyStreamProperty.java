package dev.restante.jms.message;

import org.jspecify.annotations.Nullable;

/**
 * Object properties by which applications stream the body of a bytes message in or out (LRG-01). Each has a name of
 * Restante and a name of Artemis.
 */
enum BodyStreamProperty {
    /** The body is read from an {@code InputStream} when the message is sent. */
    INPUT("InputStream"),
    /** The body of a received message is written to an {@code OutputStream}, before the call returns. */
    OUTPUT("OutputStream"),
    /** The body is written as for {@link #OUTPUT}. In Artemis, only this property waits for the whole body. */
    SAVE("SaveStream");

    private static final String ARTEMIS_PREFIX = "JMS_AMQ_";

    private final String name;
    private final String artemisName;

    BodyStreamProperty(String ending) {
        this.name = VendorProperties.PREFIX + ending;
        this.artemisName = ARTEMIS_PREFIX + ending;
    }

    /** Returns the constant for a property name, or null for any other name. */
    static @Nullable BodyStreamProperty named(@Nullable String name) {
        if (name == null || !name.endsWith("Stream")) {
            return null;
        }
        for (BodyStreamProperty property : values()) {
            if (name.equals(property.name) || name.equals(property.artemisName)) {
                return property;
            }
        }
        return null;
    }

    String property() {
        return name;
    }
}
