package dev.restante.cli.migrate;

import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Treatment of a setting of another provider: translated into a command, without effect for Restante, or without
 * equivalent. The value can decide.
 *
 * @param translated true if other code translates the setting
 * @param isLost returns whether a value has no equivalent
 * @param remedy what to do instead of a lost value
 * @param reason why other values need nothing
 */
record Treatment(boolean translated, Predicate<String> isLost, String remedy, String reason) {

    private static final String NO_EFFECT = "these values change nothing in Restante";

    static Treatment translate() {
        return new Treatment(true, value -> false, "", "");
    }

    static Treatment notNeeded(String reason) {
        return new Treatment(false, value -> false, "", reason);
    }

    /** Returns the treatment of a setting whose other values than the given ones have no equivalent. */
    static Treatment lostUnless(Set<String> harmless, String remedy) {
        return new Treatment(false, value -> !harmless.contains(value), remedy, NO_EFFECT);
    }

    static Treatment lostIfTrue(String remedy) {
        return new Treatment(false, "true"::equalsIgnoreCase, remedy, NO_EFFECT);
    }

    static Treatment lostIfFalse(String remedy) {
        return new Treatment(false, value -> !"true".equalsIgnoreCase(value), remedy, NO_EFFECT);
    }

    /** Returns the treatment of a setting that has no equivalent unless it is empty. */
    static Treatment lost(String remedy) {
        return new Treatment(false, value -> !value.isEmpty(), remedy, NO_EFFECT);
    }

    /** Gives several elements the same treatment. */
    static void putAll(Map<String, Treatment> treatments, Treatment treatment, String... elements) {
        for (String element : elements) {
            treatments.put(element, treatment);
        }
    }

    boolean hasRemedy() {
        return !remedy.isEmpty();
    }

    /** Returns whether a value of an element has no equivalent. A value that matters must be known. */
    boolean isLost(String value, XmlElement element) {
        return hasRemedy() && isLost.test(element.checked(value));
    }

    /** Returns a treatment that other code translates, in addition to this one. */
    Treatment partlyTranslated() {
        return new Treatment(true, isLost, remedy, reason);
    }
}
