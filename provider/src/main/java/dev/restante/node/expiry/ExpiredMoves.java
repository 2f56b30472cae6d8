package dev.restante.node.expiry;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.DeadLetterSources;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.store.Change;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rest of the way of expired messages that wait for others to take part in it (TTL-19): from there to where dead
 * letters of their source go.
 */
public final class ExpiredMoves {

    /** Nobody who sends: no subscription leaves it out as its own. */
    private static final SendRequest.Sender NOBODY = new SendRequest.Sender("", null);

    private final NodeContext context;
    private final NodeLife life;
    private final Returns returns;
    private final DeadLetterSources sources;

    public ExpiredMoves(NodeContext context, NodeLife life, Returns returns) {
        this.context = context;
        this.life = life;
        this.returns = returns;
        this.sources = new DeadLetterSources(context);
    }

    /** As {@link Broker#prepareExpired}. */
    public PreparedSend prepare(HeldDelivery held, @Nullable String remark) {
        Delivery from = held.delivery();
        DeliveryNote note = held.note();
        Entity target = life.guarded(() -> target(held, note));
        long id = context.ids().next();
        // The body may be null; the checker does not read the annotation of an array in a record's constructor.
        @SuppressWarnings("NullAway")
        StoredMessage message =
                new StoredMessage(id, held.message().head(), held.message().body());
        Delivery delivery = new Delivery(
                DeliveryRef.sole(id),
                target.id(),
                DeliveryState.AVAILABLE,
                from.priority(),
                id,
                from.groupId(),
                from.size(),
                from.persistent(),
                0,
                context.time().millis(),
                Delivery.NEVER,
                0,
                false,
                note == null || remark == null ? note : note.remarked(remark));
        return new PreparedSend(target, new Change.Enqueue(message, List.of(delivery)), List.of(), NOBODY, null);
    }

    /** Where dead letters of its source go; if that is gone, those of where it waits. */
    private Entity target(HeldDelivery held, @Nullable DeliveryNote note) {
        return Optional.ofNullable(note)
                .map(DeliveryNote::source)
                .flatMap(sources::find)
                .flatMap(returns::deadLetterTarget)
                // By now they may be the same; it would come to where it is for ever.
                .filter(target -> target.id() != held.entity().id())
                .or(() -> returns.deadLetterTarget(context.registry().current(held.entity())))
                .orElseThrow(() -> new BrokerException(
                        Reason.ENTITY_NOT_FOUND,
                        "Message " + held.sequenceNumber() + " in '"
                                + ShownText.of(held.entity().name()) + "' has no dead-letter queue to go to"));
    }
}
