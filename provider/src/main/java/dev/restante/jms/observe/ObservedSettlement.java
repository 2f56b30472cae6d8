package dev.restante.jms.observe;

import dev.restante.broker.BrokerException;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A settlement that observers hear of. What never reached the application goes back without them. The two calls that
 * are made for nearly every message make nothing where there is no observer.
 */
final class ObservedSettlement implements Settlement {

    private final SettlementEvents events;
    private final Settlement settlement;

    ObservedSettlement(SettlementEvents events, Settlement settlement) {
        this.events = events;
        this.settlement = settlement;
    }

    private void observed(SettlementKind kind, Collection<HeldDelivery> held, Runnable work) {
        SettlementEvents.ended(events.settling(kind, held), () -> {
            try {
                work.run();
            } catch (BrokerException failure) {
                events.failed(failure, held);
                throw failure;
            }
        });
    }

    @Override
    public void complete(Collection<HeldDelivery> held) {
        if (events.observed()) {
            observed(SettlementKind.COMPLETE, held, () -> settlement.complete(held));
        } else {
            settlement.complete(held);
        }
    }

    @Override
    public void completeLazily(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        ObservedOperation operation =
                events.observed() ? events.settling(SettlementKind.COMPLETE, List.of(held)) : null;
        if (operation == null) {
            settlement.completeLazily(held, whenDone);
            return;
        }
        try {
            settlement.completeLazily(held, failure -> {
                operation.end(failure);
                whenDone.accept(failure);
            });
        } finally {
            operation.leave();
        }
    }

    /** Those that are not locked any more are passed over. */
    @Override
    public void release(Collection<HeldDelivery> held) {
        List<HeldDelivery> locked = held.stream().filter(HeldDelivery::locked).toList();
        observed(SettlementKind.RELEASE, locked, () -> settlement.release(held));
    }

    @Override
    public void giveBack(Collection<HeldDelivery> held) {
        settlement.giveBack(held);
    }

    @Override
    public void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        observed(SettlementKind.ABANDON, List.of(held), () -> settlement.abandon(held, properties, delay));
    }

    @Override
    public void deadLetter(
            HeldDelivery held,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        observed(
                SettlementKind.DEAD_LETTER,
                List.of(held),
                () -> settlement.deadLetter(held, reason, description, properties));
    }

    @Override
    public void defer(HeldDelivery held, Map<String, @Nullable Object> properties) {
        observed(SettlementKind.DEFER, List.of(held), () -> settlement.defer(held, properties));
    }

    @Override
    public void undefer(HeldDelivery held) {
        observed(SettlementKind.UNDEFER, List.of(held), () -> settlement.undefer(held));
    }

    @Override
    public Instant renew(HeldDelivery held) {
        return locking(held, () -> settlement.renew(held));
    }

    @Override
    public Instant changeVisibility(HeldDelivery held, Duration duration) {
        return locking(held, () -> settlement.changeVisibility(held, duration));
    }

    private Instant locking(HeldDelivery held, Supplier<Instant> lock) {
        try {
            Instant until = lock.get();
            events.locked(held, until);
            return until;
        } catch (BrokerException failure) {
            events.failed(failure, List.of(held));
            throw failure;
        }
    }
}
