package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.LargeBody;
import dev.restante.model.MessageHeader;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredMessage;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.feature.duplicates.DuplicateRule;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.groups.GroupRule;
import dev.restante.node.feature.lastvalues.LastValueRule;
import dev.restante.node.feature.repetition.RepeatScheduleRule;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.StatusRule;
import dev.restante.store.Change;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Preparer of sends: assigns id, instants, expiry time and position, and finds the entity where the message ends up.
 */
final class SendPreparer {

    private static final int HEADER_OVERHEAD_BYTES = 64;

    private final NodeServices node;
    private final ForwardRouter forwardRouter;

    SendPreparer(NodeServices node, ForwardRouter forwardRouter) {
        this.node = node;
        this.forwardRouter = forwardRouter;
    }

    PreparedSend prepare(SendRequest request, long sentAtMillis) {
        return forwardRouter.routeSend(prepareWithoutForwarding(request, sentAtMillis), sentAtMillis);
    }

    /** Prepares a send to the target itself, even if it forwards. */
    PreparedSend prepareWithoutForwarding(SendRequest request, long sentAtMillis) {
        // The check precedes the new id, because ids of a dead incarnation cannot be stored.
        node.lifecycle().checkAlive();
        SendRequest.Options options = request.options();
        Entity target = request.target();
        StatusRule.checkSend(target);
        RepeatedSendSchedule repeatSchedule = repeatSchedule(options, sentAtMillis);
        long delayMillis = repeatSchedule == null
                ? options.deliveryDelayMillis()
                : RepeatScheduleRule.ofRequest(repeatSchedule).firstDue() - sentAtMillis;
        long deliveryAtMillis = SaturatingTime.plus(sentAtMillis, delayMillis);
        boolean fromSend = options.timeToLiveStart() == SendRequest.TimeToLiveStart.SEND && repeatSchedule == null;
        long baseMillis = fromSend ? sentAtMillis : deliveryAtMillis;
        long expiresAtMillis = ExpiryRule.ownExpiry(target, options.timeToLiveMillis(), baseMillis);
        long id = node.context().ids().next();
        MessageHeader header = new MessageHeader(
                options.withMessageId() ? IdLayout.messageId(id) : null,
                request.destination(),
                request.content().bodyKind(),
                request.content().correlationId(),
                request.content().replyTo(),
                request.content().type(),
                options.withTimestamp() ? sentAtMillis : 0,
                deliveryAtMillis,
                expiresAtMillis == Delivery.NEVER ? 0 : expiresAtMillis,
                options.priority(),
                options.persistent(),
                request.content().properties(),
                repeatSchedule);
        // The body may be null; the checker does not read the annotation of an array in a record's constructor.
        @SuppressWarnings("NullAway")
        StoredMessage message = new StoredMessage(id, header, request.content().body());
        String groupId = GroupRule.groupId(request.content().properties());
        GroupRule.check(target, groupId);
        boolean delayed = delayMillis > 0 || repeatSchedule != null;
        Delivery delivery = LastValueRule.withValueKey(
                new Delivery(
                        DeliveryRef.onlyDelivery(id),
                        target.id(),
                        state(delayed, repeatSchedule),
                        options.priority(),
                        delayed ? IdLayout.firstPositionAt(deliveryAtMillis) : id,
                        // Only the copies of a repeated send belong to a group.
                        repeatSchedule == null ? groupId : null,
                        size(target, message),
                        // A large body is deleted with the last row of its message, so that row must stay until
                        // settlement.
                        options.persistent() || LargeBody.isBodyOf(message),
                        delayed ? deliveryAtMillis : 0,
                        deliveryAtMillis,
                        repeatSchedule == null ? expiresAtMillis : Delivery.NEVER,
                        0,
                        false,
                        null),
                target,
                header);
        Change.RecordDuplicateId duplicateIdCheck =
                DuplicateRule.duplicateIdCheck(target, delivery, message, sentAtMillis);
        return new PreparedSend(
                target,
                new Change.Enqueue(message, List.of(delivery)),
                duplicateIdCheck == null ? List.of() : List.of(duplicateIdCheck),
                request.sender(),
                null);
    }

    private static @Nullable RepeatedSendSchedule repeatSchedule(SendRequest.Options options, long sentAtMillis) {
        RepeatedSendSchedule wanted = options.repeatSchedule();
        return wanted == null ? null : wanted.withStart(sentAtMillis);
    }

    private static DeliveryState state(boolean delayed, @Nullable RepeatedSendSchedule repeatSchedule) {
        if (repeatSchedule != null) {
            return DeliveryState.REPEATING;
        }
        return delayed ? DeliveryState.SCHEDULED : DeliveryState.AVAILABLE;
    }

    private int size(Entity target, StoredMessage message) {
        long size = (long) message.bodySize() + HEADER_OVERHEAD_BYTES;
        for (Map.Entry<String, @Nullable Object> property :
                message.header().properties().entrySet()) {
            size += property.getKey().length() + (property.getValue() instanceof String text ? text.length() : 8);
        }
        int limit = node.settings().maxMessageBytes();
        if (size > limit) {
            throw new BrokerException(
                    BrokerErrorReason.MESSAGE_TOO_LARGE,
                    "The message to '" + DisplayText.shorten(target.name()) + "' has " + size
                            + " bytes, but the option maxMessageBytes allows at most " + limit
                            + " bytes. Send a smaller message, raise the limit, or supply the body with"
                            + " JMS_Restante_InputStream.");
        }
        return (int) size;
    }
}
