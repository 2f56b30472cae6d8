package dev.restante.jms.message;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of properties with which other providers mark dead letters (BEY-12). A received message answers to them from
 * its own marks, but does not list them, so that a copy of its properties contains no marks.
 */
final class ForeignPropertyNames {

    /** Own names by the names of ActiveMQ Artemis, ActiveMQ Classic and OpenMQ. */
    private static final Map<String, String> OWN_NAMES = Map.of(
            "_AMQ_ORIG_ADDRESS", VendorProperties.DEAD_LETTER_SOURCE,
            "_AMQ_ORIG_QUEUE", VendorProperties.DEAD_LETTER_SOURCE,
            "dlqDeliveryFailureCause", VendorProperties.DEAD_LETTER_REASON,
            "JMS_SUN_DMQ_UNDELIVERED_REASON", VendorProperties.DEAD_LETTER_REASON,
            "JMS_SUN_DMQ_UNDELIVERED_COMMENT", VendorProperties.DEAD_LETTER_ERROR_DESCRIPTION);

    private ForeignPropertyNames() {}

    /** Returns the value of a property of another provider; null if the message has no such mark. */
    static @Nullable Object value(String name, Map<String, @Nullable Object> properties) {
        String ownName = OWN_NAMES.get(name);
        Object value = ownName == null ? null : properties.get(ownName);
        return value != null && name.equals("JMS_SUN_DMQ_UNDELIVERED_REASON") ? reasonOfOpenMq(value) : value;
    }

    private static String reasonOfOpenMq(Object reason) {
        return reason.equals("TTLExpiredException") ? "EXPIRED" : "UNDELIVERABLE";
    }
}
