package dev.restante.jms.message;

import org.jspecify.annotations.Nullable;

/**
 * The ways of a body in or out as a stream, which applications ask for by an object property of a bytes message
 * (LRG-01): by our name, or by that of Artemis.
 */
enum BodyStream {
    /** The body is read from an {@code InputStream} when the message is sent. */
    INPUT("InputStream"),
    /** The body of a received message is written to an {@code OutputStream}, before the call returns. */
    OUTPUT("OutputStream"),
    /** The same: with Artemis this one alone waits. */
    SAVE("SaveStream");

    private static final String ARTEMIS_PREFIX = "JMS_AMQ_";

    private final String name;
    private final String artemisName;

    BodyStream(String ending) {
        this.name = VendorProperties.PREFIX + ending;
        this.artemisName = ARTEMIS_PREFIX + ending;
    }

    /** That of a property; null for any other property. */
    static @Nullable BodyStream named(@Nullable String property) {
        if (property == null || !property.endsWith("Stream")) {
            return null;
        }
        for (BodyStream way : values()) {
            if (property.equals(way.name) || property.equals(way.artemisName)) {
                return way;
            }
        }
        return null;
    }

    /** The property's name. */
    String property() {
        return name;
    }
}
