package dev.restante.jms.core;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallBound;
import jakarta.jms.JMSException;
import org.jspecify.annotations.Nullable;

/**
 * Calls of an application that may wait for the store. One bound holds for everything that a call does, and the
 * application gets Jakarta Messaging exceptions only (RCV-19). A call within a call ends with the outer one at the
 * latest. Thread-safe.
 */
public final class BoundedCalls {

    private final Broker broker;
    private final ExceptionTranslation translation;

    BoundedCalls(Broker broker, ExceptionTranslation translation) {
        this.broker = broker;
        this.translation = translation;
    }

    /** Call that returns a result. */
    @FunctionalInterface
    public interface Call<T> {
        /**
         * Makes the call.
         *
         * @throws BrokerException if the broker refuses it
         */
        T make() throws JMSException;
    }

    /** Call that returns a result or null. */
    @FunctionalInterface
    public interface Search<T> {
        /**
         * Makes the call.
         *
         * @throws BrokerException if the broker refuses it
         */
        @Nullable
        T make() throws JMSException;
    }

    /** Call without a result. */
    @FunctionalInterface
    public interface Action {
        /**
         * Makes the call.
         *
         * @throws BrokerException if the broker refuses it
         */
        void run() throws JMSException;
    }

    /** Makes a call and returns its result. */
    public <T> T make(Call<T> call) throws JMSException {
        return requireNonNull(makeOrNull(call::make));
    }

    /** Makes a call and returns its result, which may be null. */
    public <T> @Nullable T makeOrNull(Search<T> call) throws JMSException {
        try (CallBound unused = broker.bounded()) {
            return call.make();
        } catch (BrokerException refused) {
            throw translation.of(refused);
        } catch (RuntimeException failure) {
            BrokerException ofStore = broker.refusalOf(failure);
            if (ofStore != null) {
                throw translation.of(ofStore);
            }
            throw failure;
        }
    }

    /** Makes a call that has no result. */
    public void run(Action action) throws JMSException {
        Object unused = makeOrNull(() -> {
            action.run();
            return null;
        });
    }
}
