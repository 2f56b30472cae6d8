package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.InFlightDelivery;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reporter that notifies observers of one connection when its messages are settled (completed, abandoned, deferred or
 * dead-lettered), and when locks are extended or lost.
 */
record SettlementEvents(ObserverRegistry observers, Broker broker) {

    boolean isObserved() {
        return observers.current() != null;
    }

    /** Starts the observation of a settlement; returns null without an observer. */
    @Nullable
    ObservedOperation start(SettlementKind kind, Collection<InFlightDelivery> deliveries) {
        MessageObserver observer = observers.current();
        return observer == null || deliveries.isEmpty()
                ? null
                : observer.settleStarted(kind, toObserved(deliveries, broker));
    }

    /** Reports that a lock was extended or its end was moved. */
    void locked(InFlightDelivery delivery, Instant until) {
        MessageObserver observer = observers.current();
        if (observer != null) {
            observer.lockExtended(new ObservedDelivery(delivery, broker), until);
        }
    }

    /** Reports the locks that were lost among the deliveries of a failed call. */
    void failed(BrokerException failure, Collection<InFlightDelivery> deliveries) {
        MessageObserver observer = observers.current();
        if (observer != null && failure.reason() == BrokerException.BrokerErrorReason.LOCK_LOST) {
            deliveries.stream()
                    .filter(each -> each.state() == InFlightDelivery.InFlightState.LOST)
                    .forEach(lost -> observer.lockLost(new ObservedDelivery(lost, broker)));
        }
    }

    /** Reports the result of an asynchronous completion. */
    void end(@Nullable ObservedOperation operation, InFlightDelivery delivery, @Nullable BrokerException failure) {
        if (failure != null) {
            failed(failure, List.of(delivery));
        }
        if (operation != null) {
            operation.ended(failure);
        }
    }

    /** Runs a settlement and reports it, including locks that were lost. */
    void runObserved(SettlementKind kind, Collection<InFlightDelivery> deliveries, Runnable work) {
        end(start(kind, deliveries), () -> {
            try {
                work.run();
            } catch (BrokerException failure) {
                failed(failure, deliveries);
                throw failure;
            }
        });
    }

    /** Runs the work and reports its result to the observed operation. */
    private static void end(@Nullable ObservedOperation operation, Runnable work) {
        if (operation == null) {
            work.run();
            return;
        }
        Throwable thrown = null;
        try {
            work.run();
        } catch (RuntimeException | Error failure) {
            thrown = failure;
            throw failure;
        } finally {
            operation.callReturned();
            operation.ended(thrown);
        }
    }

    static List<DeliveredMessage> toObserved(Collection<InFlightDelivery> deliveries, Broker broker) {
        return deliveries.stream()
                .<DeliveredMessage>map(each -> new ObservedDelivery(each, broker))
                .toList();
    }
}
