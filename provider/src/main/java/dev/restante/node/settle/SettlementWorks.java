package dev.restante.node.settle;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.rule.DeadLetterRule.Cause;
import dev.restante.node.rule.Fate;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The work that each way to settle a hold amounts to. Whoever asks has taken the hold to SETTLING, because what is not
 * stored goes back into the node's memory here; there is no work then.
 */
public final class SettlementWorks {

    private final NodeContext context;
    private final Buffers buffers;
    private final Returns returns;

    public SettlementWorks(NodeContext context, Buffers buffers, Returns returns) {
        this.context = context;
        this.buffers = buffers;
        this.returns = returns;
    }

    /** For a stored one. */
    static Work completed(HeldDelivery held) {
        return Work.removing(
                held.delivery().entityId(), new Change.Complete(held.delivery().ref()), Operation.Misses.FAIL);
    }

    /** A dead letter of an entity whose dead letters go nowhere (TOP-02); null if there is no row of it. */
    static @Nullable Work dropped(HeldDelivery held) {
        return held.stored()
                ? Work.removing(
                        held.delivery().entityId(),
                        new Change.Discard(held.delivery().ref()),
                        Operation.Misses.FAIL)
                : null;
    }

    /** Given back, counted, after the back-off of its entity. */
    @Nullable
    Work released(HeldDelivery held) {
        return abandoned(held, Map.of(), null);
    }

    /**
     * Given back, counted.
     *
     * @param properties to change, may be empty
     * @param delay in place of the back-off of its entity, or null
     */
    @Nullable
    Work abandoned(HeldDelivery held, Map<String, @Nullable Object> properties, @Nullable Duration delay) {
        Entity entity = current(held);
        Fate fate = fate(entity, held, delay != null ? Spans.millis(delay) : backOffMillis(entity, held));
        return comingBack(entity, held, fate, note(held, properties));
    }

    /** Returns the work that gives back, counted, a delivery whose owner the store does not know. */
    Work strayReleased(Entity entity, Delivery stray) {
        Fate fate = Fate.of(
                entity, stray, stray.countOneMore(), true, 0, context.time().certainMillis());
        return returns.ofStored(entity, stray, fate, null);
    }

    /** The fate of what an application had, after a delay if it comes back. */
    private Fate fate(Entity entity, HeldDelivery held, long delayMillis) {
        return Fate.of(
                entity,
                held.delivery(),
                counted(entity, held),
                !held.lockDuration(entity).isZero(),
                delayMillis,
                context.time().certainMillis());
    }

    private @Nullable Work comingBack(Entity entity, HeldDelivery held, Fate fate, @Nullable DeliveryNote note) {
        return held.stored()
                ? returns.ofStored(entity, held.delivery(), fate, note)
                : unstored(held, entity, fate, note);
    }

    /** Given back as if it had not been received. */
    @Nullable
    Work givenBack(HeldDelivery held) {
        Entity entity = current(held);
        if (held.deferred()) {
            // The attempt of a suspect was counted before it was handed over, but it did not reach the application.
            int count = held.delivery().deliveryCount() - (held.attemptCounted() ? 1 : 0);
            return defer(entity, held, count, null, Operation.Misses.SKIP);
        }
        if (!held.stored()) {
            return unstored(held, entity, new Fate.Back(held.delivery().deliveryCount(), 0), null);
        }
        DeliveryRef ref = held.delivery().ref();
        Change back = new Change.GiveBack(ref);
        // Counted before it was handed over, but it did not reach the application.
        List<Change> uncounted = held.attemptCounted()
                ? List.of(new Change.CountAttempt(ref, held.delivery().deliveryCount() - 1), back)
                : List.of(back);
        return new Work(
                entity.id(),
                uncounted,
                Operation.Misses.SKIP,
                List.of(entity.id()),
                false,
                context.noticeReturnedAt(entity, held.delivery()));
    }

    private @Nullable Work unstored(HeldDelivery held, Entity entity, Fate fate, @Nullable DeliveryNote note) {
        if (fate instanceof Fate.Back back && back.visibleAtMillis() == 0 && !held.deferred()) {
            Delivery available = held.delivery().with(back.deliveryCount(), note != null ? note : held.note());
            if (buffers.putBack(new Buffered(available, held.message(), false))) {
                return null;
            }
        }
        return returns.ofUnstored(entity, buffered(held), fate, note);
    }

    /**
     * Moved to where dead letters of its entity go; empty if it is gone. Puts nothing back, so the hold may still be
     * locked.
     */
    Optional<Work> deadLettered(HeldDelivery held, Entity entity, Cause cause) {
        return held.stored()
                ? returns.deadLetter(entity, held.delivery(), cause, Operation.Misses.FAIL)
                : returns.deadLetterUnstored(entity, buffered(held), cause);
    }

    /** Returns the work for a message that can't be read. */
    Work unreadable(HeldDelivery held) {
        Entity entity = current(held);
        return deadLettered(held, entity, Cause.unreadable())
                .orElseGet(() -> defer(entity, held, counted(entity, held), null, Operation.Misses.FAIL));
    }

    /**
     * Set aside.
     *
     * @param properties to change, may be empty
     */
    Work deferred(HeldDelivery held, Map<String, @Nullable Object> properties) {
        Entity entity = current(held);
        return defer(entity, held, counted(entity, held), note(held, properties), Operation.Misses.FAIL);
    }

    private Work defer(
            Entity entity, HeldDelivery held, int count, @Nullable DeliveryNote note, Operation.Misses misses) {
        return held.stored()
                ? returns.deferred(entity, held.delivery(), count, note, misses)
                : returns.deferUnstored(entity, buffered(held), count, note);
    }

    /** Made available at its old place, counted, though it was received from among the deferred ones (DEF-04). */
    @Nullable
    Work undeferred(HeldDelivery held) {
        Entity entity = current(held);
        Fate fate = fate(entity, held, 0);
        if (!held.deferred() || !(fate instanceof Fate.Back back)) {
            return comingBack(entity, held, fate, null);
        }
        if (held.stored()) {
            return returns.undeferred(entity, held.delivery(), back.deliveryCount());
        }
        Delivery available = held.delivery().with(held.delivery().ref(), DeliveryState.AVAILABLE);
        return returns.ofUnstored(entity, new Buffered(available, held.message(), false), back, held.note());
    }

    private Entity current(HeldDelivery held) {
        return context.registry().current(held.entity());
    }

    /** The count after the application had it; with lock duration zero deliveries do not count (VIS-01). */
    private static int counted(Entity entity, HeldDelivery held) {
        return held.lockDuration(entity).isZero() ? held.delivery().deliveryCount() : held.countAfterRelease();
    }

    private static long backOffMillis(Entity entity, HeldDelivery held) {
        double random = ThreadLocalRandom.current().nextDouble();
        return entity.options().redeliveryBackOff().delayMillis(held.countAfterRelease(), random);
    }

    private static @Nullable DeliveryNote note(HeldDelivery held, Map<String, @Nullable Object> properties) {
        if (properties.isEmpty()) {
            return null;
        }
        DeliveryNote before = held.note();
        return before == null ? DeliveryNote.ofProperties(properties) : before.withProperties(properties);
    }

    private static Buffered buffered(HeldDelivery held) {
        return new Buffered(held.delivery(), held.message(), held.stored());
    }
}
