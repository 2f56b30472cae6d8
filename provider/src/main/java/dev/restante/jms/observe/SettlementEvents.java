package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The settlements of one connection, as its observers hear of them. */
record SettlementEvents(Observers observers, Broker broker) {

    /** Whether there is an observer now. */
    boolean observed() {
        return observers.current() != null;
    }

    /** Begins a settlement; null where nobody observes it. */
    @Nullable
    ObservedOperation settling(SettlementKind kind, Collection<HeldDelivery> held) {
        MessageObserver observer = observers.current();
        return observer == null || held.isEmpty() ? null : observer.settling(kind, seen(held, broker));
    }

    /** A lock lasts until another instant. */
    void locked(HeldDelivery held, Instant until) {
        MessageObserver observer = observers.current();
        if (observer != null) {
            observer.locked(new HeldMessage(held, broker), until);
        }
    }

    /** Something failed; tells of the locks among these that are lost. */
    void failed(BrokerException failure, Collection<HeldDelivery> held) {
        MessageObserver observer = observers.current();
        if (observer != null && failure.reason() == BrokerException.Reason.LOCK_LOST) {
            held.stream()
                    .filter(each -> each.state() == HeldDelivery.State.LOST)
                    .forEach(lost -> observer.lockLost(new HeldMessage(lost, broker)));
        }
    }

    /** A message was completed, or could not be; nobody waited for that. */
    void ended(@Nullable ObservedOperation operation, HeldDelivery held, @Nullable BrokerException failure) {
        if (failure != null) {
            failed(failure, List.of(held));
        }
        if (operation != null) {
            operation.end(failure);
        }
    }

    /** Settles, and tells of that and of locks that were lost. */
    void observe(SettlementKind kind, Collection<HeldDelivery> held, Runnable work) {
        ended(settling(kind, held), () -> {
            try {
                work.run();
            } catch (BrokerException failure) {
                failed(failure, held);
                throw failure;
            }
        });
    }

    /** Does the work, and tells who began to observe it how it ended. */
    private static void ended(@Nullable ObservedOperation operation, Runnable work) {
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
            operation.leave();
            operation.end(thrown);
        }
    }

    /** Messages in the hands of the application, as observers see them. */
    static List<DeliveredMessage> seen(Collection<HeldDelivery> held, Broker broker) {
        return held.stream()
                .<DeliveredMessage>map(each -> new HeldMessage(each, broker))
                .toList();
    }
}
