package dev.restante.jms.message;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DisplayText;
import dev.restante.model.PropertyName;
import dev.restante.option.ForeignProperties;
import jakarta.jms.JMSException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rules for the properties of foreign messages whose names are no identifiers (SND-13).
 *
 * @param treatment the treatment of such properties
 * @param log the log of dropped properties
 */
public record ForeignPropertyRules(ForeignProperties treatment, DroppedPropertyLog log) {

    private static final String OPTION = "foreignProperties";

    public ForeignPropertyRules {
        requireNonNull(treatment, "treatment");
        requireNonNull(log, "log");
    }

    /** Log of dropped properties, with one line for each of the first 100 names. Thread-safe. */
    public static final class DroppedPropertyLog {

        private static final Logger LOG = LoggerFactory.getLogger(DroppedPropertyLog.class);
        private static final int MAX_NAMES = 100;

        private final Set<String> logged = ConcurrentHashMap.newKeySet();

        private void add(String name) {
            if (logged.size() < MAX_NAMES && logged.add(name)) {
                LOG.warn(
                        "A message of another provider was sent without its property '{}', because this name is not"
                                + " valid in Jakarta Messaging and {} is DROP. Each name is logged once{}.",
                        DisplayText.shorten(name),
                        OPTION,
                        logged.size() < MAX_NAMES ? "" : ", and further names are not logged");
            }
        }
    }

    /**
     * Returns the name under which a property of a foreign message is sent, or null to drop the property.
     *
     * @param all the names of all properties of the message
     * @throws IllegalArgumentException if the name is null or empty
     * @throws JMSException with error code {@code RESTANTE-INVALID-PROPERTY-NAME} if the property is refused, or its
     *     encoded name is the name of another property
     */
    @Nullable
    String nameToSend(@Nullable String name, Collection<String> all) throws JMSException {
        String given = PropertyRules.requireName(name);
        if (PropertyName.isValid(given)) {
            return given;
        }
        return switch (treatment) {
            case REFUSE ->
                throw MessageExceptions.invalidPropertyName("The message of another provider has a property '"
                        + DisplayText.shorten(given) + "', which is not a valid name in Jakarta Messaging. Rename it,"
                        + " or set the factory option " + OPTION + " to ENCODE or DROP.");
            case ENCODE -> encoded(given, all);
            case DROP -> {
                log.add(given);
                yield null;
            }
        };
    }

    private static String encoded(String name, Collection<String> all) throws JMSException {
        String encoded = PropertyName.encode(name);
        if (all.contains(encoded)) {
            throw MessageExceptions.invalidPropertyName("The properties '" + DisplayText.shorten(name) + "' and '"
                    + DisplayText.shorten(encoded) + "' of the message would both be sent as '"
                    + DisplayText.shorten(encoded) + "'. Rename one of them, or set the factory option " + OPTION
                    + " to DROP.");
        }
        return encoded;
    }
}
