package dev.restante.jms.mode;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.Settlement;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.ProblemNotifier;
import dev.restante.jms.observe.Operations;

/**
 * The services that acknowledgement modes use.
 *
 * @param broker does what they ask for
 * @param translation tells of failures
 * @param problems hears what nobody can be told otherwise
 * @param operations what observers hear of
 */
public record ModeServices(
        Broker broker, ExceptionTranslation translation, ProblemNotifier problems, Operations operations) {
    public ModeServices {
        requireNonNull(broker, "broker");
        requireNonNull(translation, "translation");
        requireNonNull(problems, "problems");
        requireNonNull(operations, "operations");
    }

    /** Those of a connection. */
    public static ModeServices of(ConnectionServices connection) {
        return new ModeServices(
                connection.broker(), connection.translation(), connection.problems(), connection.operations());
    }

    Settlement settlement() {
        return operations.settlement();
    }
}
