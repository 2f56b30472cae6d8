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

    @Override
    public void complete(Collection<HeldDelivery> held) {
        if (events.observed()) {
            events.observe(SettlementKind.COMPLETE, held, () -> settlement.complete(held));
        } else {
            settlement.complete(held);
        }
    }

    @Override
    public void completeLazily(HeldDelivery held, Consumer<@Nullable BrokerException> whenDone) {
        if (!events.observed()) {
            settlement.completeLazily(held, whenDone);
            return;
        }
        ObservedOperation operation = events.settling(SettlementKind.COMPLETE, List.of(held));
        try {
            settlement.completeLazily(held, failure -> {
                events.ended(operation, held, failure);
                whenDone.accept(failure);
            });
        } finally {
            if (operation != null) {
                operation.leave();
            }
        }
    }

    /** Those that are not locked any more are passed over. */
    @Override
    public void release(Collection<HeldDelivery> held) {
        List<HeldDelivery> locked = held.stream().filter(HeldDelivery::locked).toList();
        events.observe(SettlementKind.RELEASE, locked, () -> settlement.release(held));
    }

    @Override
    public void giveBack(Collection<HeldDelivery> held) {
        settlement.giveBack(held);
    }

    @Override
    public void abandon(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        events.observe(SettlementKind.ABANDON, List.of(held), () -> settlement.abandon(held, properties, delay));
    }

    @Override
    public void deadLetter(
            HeldDelivery held,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        events.observe(
                SettlementKind.DEAD_LETTER,
                List.of(held),
                () -> settlement.deadLetter(held, reason, description, properties));
    }

    @Override
    public void deadLetterUnreadable(HeldDelivery held) {
        events.observe(SettlementKind.DEAD_LETTER, List.of(held), () -> settlement.deadLetterUnreadable(held));
    }

    @Override
    public void defer(HeldDelivery held, Map<String, @Nullable Object> properties) {
        events.observe(SettlementKind.DEFER, List.of(held), () -> settlement.defer(held, properties));
    }

    @Override
    public void undefer(HeldDelivery held) {
        events.observe(SettlementKind.UNDEFER, List.of(held), () -> settlement.undefer(held));
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
