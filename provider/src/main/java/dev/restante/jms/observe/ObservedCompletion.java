package dev.restante.jms.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.InFlightDelivery;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * {@link DelayedCompletion} decorator that reports the acknowledgement of a message, delayed until the application
 * continues, to observers.
 *
 * <p>The observation starts when the session completes the message. If the node completes the message first, the
 * observation starts and ends together.
 */
final class ObservedCompletion implements DelayedCompletion {

    private final SettlementEvents events;
    private final DelayedCompletion acknowledgement;
    private final InFlightDelivery delivery;
    private final Consumer<@Nullable BrokerException> whenDone;

    @GuardedBy("this")
    private boolean started;

    @GuardedBy("this")
    private @Nullable ObservedOperation operation;

    private ObservedCompletion(
            SettlementEvents events,
            Broker broker,
            InFlightDelivery delivery,
            Consumer<@Nullable BrokerException> whenDone) {
        this.events = events;
        this.delivery = delivery;
        this.whenDone = whenDone;
        this.acknowledgement = broker.completeLater(delivery, this::onCompleted);
    }

    static DelayedCompletion of(
            SettlementEvents events,
            Broker broker,
            InFlightDelivery delivery,
            Consumer<@Nullable BrokerException> whenDone) {
        return new ObservedCompletion(events, broker, delivery, whenDone);
    }

    /** Starts the observation; returns null if another thread started it before. */
    private synchronized @Nullable ObservedOperation start() {
        if (started) {
            return null;
        }
        started = true;
        operation = events.start(SettlementKind.COMPLETE, List.of(delivery));
        return operation;
    }

    private synchronized @Nullable ObservedOperation operation() {
        return operation;
    }

    private void onCompleted(@Nullable BrokerException failure) {
        ObservedOperation here = start();
        if (here != null) {
            here.callReturned();
        }
        events.end(operation(), delivery, failure);
        whenDone.accept(failure);
    }

    @Override
    public void complete() {
        runAndLeave(acknowledgement::complete);
    }

    @Override
    public void completeAsync() {
        runAndLeave(acknowledgement::completeAsync);
    }

    private void runAndLeave(Runnable completion) {
        ObservedOperation here = start();
        try {
            completion.run();
        } finally {
            if (here != null) {
                here.callReturned();
            }
        }
    }
}
