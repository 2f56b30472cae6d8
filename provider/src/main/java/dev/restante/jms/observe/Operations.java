package dev.restante.jms.observe;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import dev.restante.broker.Settlement;
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
 * The operations of one connection, as its observers hear of them. Where there are none, each costs the look for them
 * and nothing is made. Thread-safe.
 */
public final class Operations {

    /** What {@link #receiving} returns where nobody wants to know. */
    private static final long UNOBSERVED = 0;

    private final Observers observers;
    private final Broker broker;
    private final SettlementEvents settlements;
    private final Settlement settlement;

    public Operations(Observers observers, Broker broker) {
        this.observers = observers;
        this.broker = broker;
        this.settlements = new SettlementEvents(observers, broker);
        this.settlement = new ObservedSettlement(settlements, broker.settlement());
    }

    /** Begins a send; null where nobody observes it. */
    public @Nullable SendObservation sending(DestinationName target, OutgoingMessage snapshot) {
        MessageObserver observer = observers.current();
        return observer == null ? null : SendObservation.begin(observer, target, snapshot);
    }

    /** A receive call begins; what this returns goes into {@link #received}. */
    public long receiving() {
        return observers.current() == null ? UNOBSERVED : System.nanoTime() | 1;
    }

    /** A receive call is about to return these. */
    public void received(long startNanos, List<HeldDelivery> held) {
        MessageObserver observer = observers.current();
        if (observer != null && startNanos != UNOBSERVED && !held.isEmpty()) {
            observer.received(SettlementEvents.seen(held, broker), Duration.ofNanos(System.nanoTime() - startNanos));
        }
    }

    /** Whether somebody wants to know what the call that began so has received. */
    public static boolean observed(long startNanos) {
        return startNanos != UNOBSERVED;
    }

    /** A listener is about to be called; null where nobody observes it. */
    public @Nullable ObservedOperation processing(HeldDelivery held) {
        MessageObserver observer = observers.current();
        return observer == null ? null : observer.processing(new HeldMessage(held, broker));
    }

    /** Settles, and tells. */
    public Settlement settlement() {
        return settlement;
    }

    /** A unit of work whose end is told. */
    public UnitOfWork unitOfWork() {
        return new ObservedUnit(settlements, broker.newUnitOfWork());
    }

    /** As {@link Broker#linger}; its completion is told. */
    public Lingering linger(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        return settlements.observed()
                ? ObservedLingering.of(settlements, broker, held, whenDone)
                : broker.linger(held, whenDone);
    }
}
