package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.Settlement;

/**
 * What acknowledgement modes work with.
 *
 * @param broker does what they ask for
 * @param translation tells of failures
 * @param problems hears what nobody can be told otherwise
 */
record ModeServices(Broker broker, ExceptionTranslation translation, ProblemNotifier problems) {
    ModeServices {
        requireNonNull(broker, "broker");
        requireNonNull(translation, "translation");
        requireNonNull(problems, "problems");
    }

    /** Those of a connection. */
    static ModeServices of(ConnectionServices connection) {
        return new ModeServices(connection.broker(), connection.translation(), connection.problems());
    }

    Settlement settlement() {
        return broker.settlement();
    }
}
