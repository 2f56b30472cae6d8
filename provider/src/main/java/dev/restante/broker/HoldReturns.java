package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.expiry.ExpiryRule;
import dev.restante.broker.expiry.Fate;
import dev.restante.broker.lock.HeldDelivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Decides what becomes of holds that end unsettled; what has no row in the store goes back into memory here if somebody listens. */
final class HoldReturns {

    /** What a hold turns into; no work where it went back into memory or vanished. */
    record Return(@Nullable Work work) {}

    private final BrokerNode node;

    HoldReturns(BrokerNode node) {
        this.node = node;
    }

    /** It goes back because the application had it and did not settle it; what the application had counts. */
    Return returning(HeldDelivery held) {
        Entity entity = current(held);
        return returning(held, entity, counted(entity, held), backOffMillis(entity, held), null);
    }

    /** It goes back because it did not reach the application, uncounted. */
    Return givingBack(HeldDelivery held) {
        Entity entity = current(held);
        if (!held.stored()) {
            return unstored(held, entity, new Fate.Back(held.delivery().deliveryCount(), 0), null);
        }
        List<Change> changes = new ArrayList<>(2);
        if (held.attemptCounted()) {
            // Counted before it was handed over, but it did not reach the application.
            changes.add(new Change.CountAttempt(
                    held.delivery().ref(), held.delivery().deliveryCount() - 1));
        }
        changes.add(new Change.GiveBack(held.delivery().ref()));
        return new Return(new Work(
                entity.id(),
                changes,
                Operation.Misses.SKIP,
                List.of(entity.id()),
                false,
                ExpiryRule.deadline(entity, held.delivery())));
    }

    /** It goes back with this count and note, after this delay, or wherever expiry or the limit of deliveries sends it. */
    Return returning(HeldDelivery held, Entity entity, int count, long delayMillis, @Nullable DeliveryNote note) {
        boolean limited = count > held.delivery().deliveryCount() || held.countAfterRelease() == count;
        Fate fate = Fate.of(
                entity,
                held.delivery(),
                count,
                limited && !entity.options().lockDuration().isZero(),
                delayMillis,
                node.context().time().millis());
        return held.stored()
                ? new Return(node.returns().ofStored(entity, held.delivery(), fate, note))
                : unstored(held, entity, fate, note);
    }

    private Return unstored(HeldDelivery held, Entity entity, Fate fate, @Nullable DeliveryNote note) {
        if (fate instanceof Fate.Back back && back.visibleAtMillis() == 0) {
            Buffered again = new Buffered(
                    held.delivery().with(back.deliveryCount(), note != null ? note : held.note()),
                    held.message(),
                    false);
            if (node.dispatchers().putBack(again)) {
                return new Return(null);
            }
        }
        return new Return(node.returns().ofUnstored(entity, buffered(held), fate, note));
    }

    /** Its entity by what is known now. */
    Entity current(HeldDelivery held) {
        return node.context().registry().current(held.entity());
    }

    /** The count after the application had it; with lock duration zero deliveries do not count (VIS-01). */
    static int counted(Entity entity, HeldDelivery held) {
        return entity.options().lockDuration().isZero() ? held.delivery().deliveryCount() : held.countAfterRelease();
    }

    static long backOffMillis(Entity entity, HeldDelivery held) {
        return entity.options()
                .redeliveryBackOff()
                .delayMillis(
                        held.countAfterRelease(), ThreadLocalRandom.current().nextDouble());
    }

    static Buffered buffered(HeldDelivery held) {
        return new Buffered(held.delivery(), held.message(), held.stored());
    }
}
