package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.DelayedCompletion;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.UnitOfWork;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.model.DestinationName;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.ObservedOperation;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Instrumentation of one connection: reports sends, receives and settlements to the observers.
 *
 * <p>Without an observer, each operation costs one volatile read and allocates nothing. Thread-safe.
 */
public final class ConnectionInstrumentation {

    /** Start time that {@link #startReceive} returns if no observer is registered. */
    private static final long UNOBSERVED = 0;

    private final ObserverRegistry observers;
    private final Broker broker;
    private final SettlementEvents settlements;
    private final DeliverySettler settler;

    public ConnectionInstrumentation(ObserverRegistry observers, Broker broker) {
        this.observers = observers;
        this.broker = broker;
        this.settlements = new SettlementEvents(observers, broker);
        this.settler = new ObservedSettlement(settlements, broker.settler());
    }

    /** Starts the observation of a send; returns null without an observer. */
    public @Nullable SendObservation startSend(DestinationName target, OutgoingMessage snapshot) {
        MessageObserver observer = observers.current();
        return observer == null ? null : SendObservation.begin(observer, target, snapshot);
    }

    /** Returns the start time of a receive call, for {@link #endReceive}. */
    public long startReceive() {
        return observers.current() == null ? UNOBSERVED : System.nanoTime() | 1;
    }

    /** Reports the messages that a receive call is about to return. Calls without messages are not reported. */
    public void endReceive(long startNanos, List<InFlightDelivery> deliveries) {
        MessageObserver observer = observers.current();
        if (observer != null && startNanos != UNOBSERVED && !deliveries.isEmpty()) {
            observer.received(
                    SettlementEvents.toObserved(deliveries, broker), Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    /** Returns whether an observer was registered at the specified start of a receive call. */
    public static boolean isObserved(long startNanos) {
        return startNanos != UNOBSERVED;
    }

    /** Reports that a message listener is about to be called; returns null without an observer. */
    public @Nullable ObservedOperation startProcessing(InFlightDelivery delivery) {
        MessageObserver observer = observers.current();
        return observer == null ? null : observer.processStarted(new ObservedDelivery(delivery, broker));
    }

    /** Returns the settler of the broker, decorated to report each settlement. */
    public DeliverySettler settler() {
        return settler;
    }

    public UnitOfWork unitOfWork() {
        return new ObservedUnitOfWork(settlements, broker.newUnitOfWork());
    }

    /** Delays the completion of a message like {@link Broker#completeLater}, and reports it. */
    public DelayedCompletion delayCompletion(InFlightDelivery delivery, Consumer<@Nullable BrokerException> whenDone) {
        return settlements.isObserved()
                ? ObservedCompletion.of(settlements, broker, delivery, whenDone)
                : broker.completeLater(delivery, whenDone);
    }
}
