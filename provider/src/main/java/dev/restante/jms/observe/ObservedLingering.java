package dev.restante.jms.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Lingering;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A message that is completed once the application goes on, and whose completion observers hear of. It begins when the
 * session completes it, or, where the node has done so, at its end.
 */
final class ObservedLingering implements Lingering {

    private final SettlementEvents events;
    private final Lingering lingering;
    private final HeldDelivery held;
    private final Consumer<@Nullable BrokerException> whenDone;

    @GuardedBy("this")
    private boolean begun;

    @GuardedBy("this")
    private @Nullable ObservedOperation operation;

    private ObservedLingering(
            SettlementEvents events, Broker broker, HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        this.events = events;
        this.held = held;
        this.whenDone = whenDone;
        this.lingering = broker.linger(held, this::done);
    }

    static Lingering of(
            SettlementEvents events, Broker broker, HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        return new ObservedLingering(events, broker, held, whenDone);
    }

    /** Begins to observe it; null where somebody has before. */
    private synchronized @Nullable ObservedOperation start() {
        if (begun) {
            return null;
        }
        begun = true;
        operation = events.settling(SettlementKind.COMPLETE, List.of(held));
        return operation;
    }

    private synchronized @Nullable ObservedOperation operation() {
        return operation;
    }

    private void done(@Nullable BrokerException failure) {
        ObservedOperation here = start();
        if (here != null) {
            here.leave();
        }
        events.ended(operation(), held, failure);
        whenDone.accept(failure);
    }

    @Override
    public void complete() {
        leaving(lingering::complete);
    }

    @Override
    public void begin() {
        leaving(lingering::begin);
    }

    private void leaving(Runnable completion) {
        ObservedOperation here = start();
        try {
            completion.run();
        } finally {
            if (here != null) {
                here.leave();
            }
        }
    }
}
