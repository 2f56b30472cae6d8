package dev.restante.jms.observe;

import dev.restante.broker.BrokerException;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
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
 * Settlement decorator that reports settlements and locks to observers.
 *
 * <p>The return of undelivered messages is not reported. Completions allocate nothing if no observer is registered,
 * because nearly every message needs one.
 */
final class ObservedSettlement implements DeliverySettler {

    private final SettlementEvents events;
    private final DeliverySettler settler;

    ObservedSettlement(SettlementEvents events, DeliverySettler settler) {
        this.events = events;
        this.settler = settler;
    }

    @Override
    public void complete(Collection<InFlightDelivery> deliveries) {
        if (events.isObserved()) {
            events.runObserved(SettlementKind.COMPLETE, deliveries, () -> settler.complete(deliveries));
        } else {
            settler.complete(deliveries);
        }
    }

    @Override
    public void completeAsync(InFlightDelivery delivery, Consumer<@Nullable BrokerException> whenDone) {
        if (!events.isObserved()) {
            settler.completeAsync(delivery, whenDone);
            return;
        }
        ObservedOperation operation = events.start(SettlementKind.COMPLETE, List.of(delivery));
        try {
            settler.completeAsync(delivery, failure -> {
                events.end(operation, delivery, failure);
                whenDone.accept(failure);
            });
        } finally {
            if (operation != null) {
                operation.callReturned();
            }
        }
    }

    @Override
    public void release(Collection<InFlightDelivery> deliveries) {
        List<InFlightDelivery> locked =
                deliveries.stream().filter(InFlightDelivery::locked).toList();
        events.runObserved(SettlementKind.RELEASE, locked, () -> settler.release(deliveries));
    }

    @Override
    public void returnUndelivered(Collection<InFlightDelivery> deliveries) {
        settler.returnUndelivered(deliveries);
    }

    @Override
    public void abandon(InFlightDelivery delivery, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        events.runObserved(
                SettlementKind.ABANDON, List.of(delivery), () -> settler.abandon(delivery, properties, delay));
    }

    @Override
    public void deadLetter(
            InFlightDelivery delivery,
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> properties) {
        events.runObserved(
                SettlementKind.DEAD_LETTER,
                List.of(delivery),
                () -> settler.deadLetter(delivery, reason, description, properties));
    }

    @Override
    public void deadLetterUnreadable(InFlightDelivery delivery) {
        events.runObserved(SettlementKind.DEAD_LETTER, List.of(delivery), () -> settler.deadLetterUnreadable(delivery));
    }

    @Override
    public void defer(InFlightDelivery delivery, Map<String, @Nullable Object> properties) {
        events.runObserved(SettlementKind.DEFER, List.of(delivery), () -> settler.defer(delivery, properties));
    }

    @Override
    public void undefer(InFlightDelivery delivery) {
        events.runObserved(SettlementKind.UNDEFER, List.of(delivery), () -> settler.undefer(delivery));
    }

    @Override
    public Instant renew(InFlightDelivery delivery) {
        return locking(delivery, () -> settler.renew(delivery));
    }

    @Override
    public @Nullable Instant renewAutomatically(InFlightDelivery delivery, boolean evenIfChosen) {
        Instant until = settler.renewAutomatically(delivery, evenIfChosen);
        if (until != null) {
            events.locked(delivery, until);
        }
        return until;
    }

    @Override
    public Instant changeVisibility(InFlightDelivery delivery, Duration duration) {
        return locking(delivery, () -> settler.changeVisibility(delivery, duration));
    }

    private Instant locking(InFlightDelivery delivery, Supplier<Instant> lock) {
        try {
            Instant until = lock.get();
            events.locked(delivery, until);
            return until;
        } catch (BrokerException failure) {
            events.failed(failure, List.of(delivery));
            throw failure;
        }
    }
}
