package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Settlement;

/**
 * What acknowledgement modes work with.
 *
 * @param settlement does it
 * @param translation tells of failures
 * @param problems hears what nobody can be told otherwise
 */
record ModeServices(Settlement settlement, ExceptionTranslation translation, ProblemNotifier problems) {
    ModeServices {
        requireNonNull(settlement, "settlement");
        requireNonNull(translation, "translation");
        requireNonNull(problems, "problems");
    }
}
