package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.MessageAdministration.Redriven;
import dev.restante.broker.MessageAdministration.Resubmission;
import dev.restante.broker.MessageAdministration.Watch;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.node.admin.Editing.Edited;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessages;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.rule.RedriveRule;
import dev.restante.node.send.NodeSending;
import dev.restante.store.Change;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Dead letters that are edited and sent again (BEY-08). It walks as a redrive does; but messages don't change, so each
 * is removed, and a new one made of it is stored, by one operation that takes effect as a whole.
 */
public final class Resubmitting {

    /** Why what the edit makes of one message can't be sent, which says nothing of the others. */
    private static final Set<Reason> OF_ONE_MESSAGE = EnumSet.of(
            Reason.MESSAGE_TOO_LARGE, Reason.INVALID_MESSAGE, Reason.INVALID_ARGUMENT, Reason.GROUP_REQUIRED);

    private static final SendRequest.Sender NOBODY = new SendRequest.Sender("resubmitting", null);

    private final NodeContext context;
    private final RedriveWalk.Services services;
    private final DeliveryClaiming claiming;
    private final NodeSending sending;

    public Resubmitting(NodeContext context, Inspection inspection, DeliveryClaiming claiming, NodeSending sending) {
        this.context = context;
        this.services = new RedriveWalk.Services(context, inspection, claiming);
        this.claiming = claiming;
        this.sending = sending;
    }

    Redriven resubmit(Entity from, Resubmission order, Watch watch) {
        Redrive walked = new Redrive(order.query(), order.target(), Long.MAX_VALUE, 0);
        Redriving.check(from, walked);
        RedriveWalk walk =
                new RedriveWalk(services, from, walked, HighWaterMark.of(order.query(), context, from), null);
        return new Run(from, order).all(walk, watch);
    }

    /** One resubmission under way. */
    private final class Run {
        private final Entity from;
        private final Resubmission order;
        private long sent;
        private long notEdited;

        /** Of the first that could not be sent; null if all could. */
        private @Nullable BrokerException refused;

        Run(Entity from, Resubmission order) {
            this.from = from;
            this.order = order;
        }

        Redriven all(RedriveWalk walk, Watch watch) {
            boolean cancelled = false;
            while (!walk.ended() && !cancelled) {
                if (walk.ready() == 0) {
                    walk.look();
                } else {
                    sent += walk.exchange(this::one) ? 1 : 0;
                    cancelled = Thread.currentThread().isInterrupted() || !watch.proceed(sent);
                }
            }
            if (sent == 0 && refused != null) {
                throw refused;
            }
            return new Redriven(sent, walk.withoutSource() + notEdited, cancelled);
        }

        private boolean one(Delivery dead, MessageHead head, Entity target) {
            PreparedSend send = made(dead, head, target);
            if (send == null) {
                notEdited++;
                return false;
            }
            return claiming.exchange(from, dead, send.changes(), ExpiryRule.dueAt(target, send.delivery()));
        }

        /** Null if nothing can be made of it. */
        private @Nullable PreparedSend made(Delivery dead, MessageHead head, Entity target) {
            StoredMessage message = ReadableMessages.certainly(context.store().deliveries(), List.of(dead))
                    .get(dead.ref().messageId());
            try {
                Edited edited = message == null ? null : Editing.edited(asShown(message, dead.note()), order.edit());
                return edited == null ? null : prepared(dead, head, edited, target);
            } catch (BrokerException e) {
                if (!OF_ONE_MESSAGE.contains(e.reason())) {
                    throw e;
                }
                refused = refused == null ? e : refused;
                return null;
            }
        }

        private PreparedSend prepared(Delivery dead, MessageHead head, Edited edited, Entity target) {
            boolean named = order.target() != null && target.kind() == EntityKind.QUEUE;
            SendRequest request = new SendRequest(
                    target,
                    named ? DestinationName.queue(target.name()) : head.destination(),
                    edited.content(),
                    new SendRequest.Options(
                            head.persistent(),
                            edited.priority(),
                            RedriveRule.ownTimeToLive(head),
                            0,
                            head.messageId() != null,
                            head.timestamp() != 0,
                            SendRequest.ExpirationBase.DELIVERY),
                    NOBODY);
            PreparedSend send = sending.prepareInPlace(request, context.time().millis());
            DeliveryNote note = DeliveryNote.ofProperties(
                    Map.of(DeliveryNote.REDRIVE_COUNT_PROPERTY, DeliveryNote.redrivenOnceMore(dead.note())));
            return new PreparedSend(
                    target,
                    new Change.Enqueue(
                            send.enqueue().message(), List.of(send.delivery().with(0, note))),
                    List.of(),
                    NOBODY,
                    null);
        }
    }

    /** Its properties as settlements changed them, without the count that only the provider keeps. */
    // The body may be null; the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage asShown(StoredMessage message, @Nullable DeliveryNote note) {
        if (note == null) {
            return message;
        }
        MessageHead head = message.head();
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(note.changed(head.properties()));
        properties.remove(DeliveryNote.REDRIVE_COUNT_PROPERTY);
        return new StoredMessage(message.id(), head.with(head.expiration(), properties), message.body());
    }
}
