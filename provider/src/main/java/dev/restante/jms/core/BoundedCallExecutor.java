package dev.restante.jms.core;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.error.UncheckedCalls.CheckedAction;
import dev.restante.jms.error.UncheckedCalls.CheckedCall;
import dev.restante.jms.error.UncheckedCalls.NullableCheckedCall;
import dev.restante.model.CallTimeBudget;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Executor of application calls with a time limit and exception translation (RCV-19). One time budget covers all waits
 * of a call. A nested call ends with the outer call at the latest. Failures of the broker and the store become Jakarta
 * Messaging exceptions. Thread-safe.
 */
public final class BoundedCallExecutor {

    private final Broker broker;

    BoundedCallExecutor(Broker broker) {
        this.broker = broker;
    }

    /** Makes a call and returns its result. */
    public <T> T call(CheckedCall<T> call) throws JMSException {
        return requireNonNull(callNullable(call::call));
    }

    /** Makes a call and returns its result, which may be null. */
    public <T> @Nullable T callNullable(NullableCheckedCall<T> call) throws JMSException {
        try (CallTimeBudget unused = broker.beginCall()) {
            return call.call();
        } catch (BrokerException refused) {
            throw ExceptionTranslation.translate(refused);
        } catch (RuntimeException failure) {
            BrokerException ofStore = broker.toBrokerException(failure);
            if (ofStore != null) {
                throw ExceptionTranslation.translate(ofStore);
            }
            throw failure;
        }
    }

    /** Makes a call that has no result. */
    public void run(CheckedAction action) throws JMSException {
        Object unused = callNullable(() -> {
            action.run();
            return null;
        });
    }
}
