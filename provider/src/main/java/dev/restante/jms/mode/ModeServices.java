package dev.restante.jms.mode;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.DeliverySettler;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.error.ExceptionListenerNotifier;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.observe.ConnectionInstrumentation;

/**
 * Parameter object with the broker and helpers that acknowledgement modes use to settle messages and report failures.
 *
 * @param exceptionListener the notifier of failures that no call can report
 * @param instrumentation the broker calls that observers are notified of
 */
public record ModeServices(
        Broker broker,
        ExceptionTranslation translation,
        ExceptionListenerNotifier exceptionListener,
        ConnectionInstrumentation instrumentation) {
    public ModeServices {
        requireNonNull(broker, "broker");
        requireNonNull(translation, "translation");
        requireNonNull(exceptionListener, "exceptionListener");
        requireNonNull(instrumentation, "instrumentation");
    }

    public static ModeServices of(ConnectionServices connection) {
        return new ModeServices(
                connection.broker(),
                connection.translation(),
                connection.exceptionListener(),
                connection.instrumentation());
    }

    DeliverySettler settlement() {
        return instrumentation.settler();
    }
}
