package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHead;
import dev.restante.model.Repetition;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.LastValueRule;
import dev.restante.node.rule.RepetitionRule;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The preparation of sends: decides all about a message that will not change, its id, instants, deadline and place, and
 * the queue or topic where it ends up.
 */
final class SendPreparation {

    private static final int HEAD_OVERHEAD_BYTES = 64;

    private final NodeContext context;
    private final NodeLife life;
    private final Forwarding forwarding;

    SendPreparation(NodeContext context, NodeLife life, Forwarding forwarding) {
        this.context = context;
        this.life = life;
        this.forwarding = forwarding;
    }

    /** As {@link dev.restante.broker.Sending#prepare}. */
    PreparedSend prepare(SendRequest request, long sentAtMillis) {
        return forwarding.routed(unrouted(request, sentAtMillis), sentAtMillis);
    }

    /** The same to the target itself, whether or not that forwards. */
    PreparedSend unrouted(SendRequest request, long sentAtMillis) {
        // Before it gets its ids: those made for a dead incarnation can't be stored.
        life.checkAlive();
        SendRequest.Options options = request.options();
        Entity target = request.target();
        StatusRule.checkSend(target);
        Repetition repetition = repetition(options, sentAtMillis);
        long delayMillis = repetition == null
                ? options.deliveryDelayMillis()
                : RepetitionRule.checked(repetition).first() - sentAtMillis;
        long deliveryAtMillis = Spans.later(sentAtMillis, delayMillis);
        boolean fromSend = options.expirationBase() == SendRequest.ExpirationBase.SEND && repetition == null;
        long baseMillis = fromSend ? sentAtMillis : deliveryAtMillis;
        long expiresAtMillis = ExpiryRule.ownDeadline(target, options.timeToLiveMillis(), baseMillis);
        long id = context.ids().next();
        MessageHead head = new MessageHead(
                options.messageIdWanted() ? messageId(id) : null,
                request.destination(),
                request.content().bodyKind(),
                request.content().correlationId(),
                request.content().replyTo(),
                request.content().type(),
                options.timestampWanted() ? sentAtMillis : 0,
                deliveryAtMillis,
                expiresAtMillis == Delivery.NEVER ? 0 : expiresAtMillis,
                options.priority(),
                options.persistent(),
                request.content().properties(),
                repetition);
        // The body may be null; the checker does not read the annotation of an array in a record's constructor.
        @SuppressWarnings("NullAway")
        StoredMessage message = new StoredMessage(id, head, request.content().body());
        String groupId = GroupRule.groupId(request.content().properties());
        GroupRule.check(target, groupId);
        boolean delayed = delayMillis > 0 || repetition != null;
        Delivery delivery = LastValueRule.valued(
                new Delivery(
                        DeliveryRef.sole(id),
                        target.id(),
                        state(delayed, repetition),
                        options.priority(),
                        delayed ? IdLayout.firstPositionAt(deliveryAtMillis) : id,
                        // Its copies belong to a group, itself never.
                        repetition == null ? groupId : null,
                        size(message),
                        // A body that is stored apart goes with the last row of its message, so that stays until it
                        // is settled.
                        options.persistent() || LargeBody.isOf(message),
                        delayed ? deliveryAtMillis : 0,
                        deliveryAtMillis,
                        repetition == null ? expiresAtMillis : Delivery.NEVER,
                        0,
                        false,
                        null),
                target,
                head);
        Change.Once once = DuplicateRule.once(target, delivery, message, sentAtMillis);
        return new PreparedSend(
                target,
                new Change.Enqueue(message, List.of(delivery)),
                once == null ? List.of() : List.of(once),
                request.sender(),
                null);
    }

    private static @Nullable Repetition repetition(SendRequest.Options options, long sentAtMillis) {
        Repetition wanted = options.repetition();
        return wanted == null ? null : wanted.startingAt(sentAtMillis);
    }

    private static DeliveryState state(boolean delayed, @Nullable Repetition repetition) {
        if (repetition != null) {
            return DeliveryState.REPEATING;
        }
        return delayed ? DeliveryState.SCHEDULED : DeliveryState.AVAILABLE;
    }

    /** Unique in every installation that shares the store, because ids are. */
    static String messageId(long id) {
        return "ID:restante-" + Long.toHexString(id);
    }

    private int size(StoredMessage message) {
        long size = (long) message.bodySize() + HEAD_OVERHEAD_BYTES;
        for (Map.Entry<String, @Nullable Object> property :
                message.head().properties().entrySet()) {
            size += property.getKey().length() + (property.getValue() instanceof String text ? text.length() : 8);
        }
        int limit = context.settings().maxMessageBytes();
        if (size > limit) {
            throw new BrokerException(
                    Reason.MESSAGE_TOO_LARGE,
                    "The message has " + size + " bytes; the option maxMessageBytes allows " + limit);
        }
        return (int) size;
    }
}
