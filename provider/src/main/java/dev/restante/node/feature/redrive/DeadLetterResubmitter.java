package dev.restante.node.feature.redrive;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.ProgressWatch;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.MessageAdministration.RedriveResult;
import dev.restante.broker.MessageAdministration.ResubmitRequest;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.node.admin.message.HighWaterMark;
import dev.restante.node.admin.message.MessageEditor;
import dev.restante.node.admin.message.MessageEditor.EditedMessage;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.node.send.NodeMessageSender;
import dev.restante.store.Change;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resubmitter of dead letters: edits each and sends it as a new message (BEY-08). It finds the dead letters like a
 * redrive. Because stored messages are immutable, one atomic operation removes each dead letter and stores the edited
 * message.
 */
public final class DeadLetterResubmitter {

    /** Reasons why one edited message cannot be sent, although others can. */
    private static final Set<BrokerErrorReason> PER_MESSAGE_REASONS = EnumSet.of(
            BrokerErrorReason.MESSAGE_TOO_LARGE,
            BrokerErrorReason.INVALID_MESSAGE,
            BrokerErrorReason.INVALID_ARGUMENT,
            BrokerErrorReason.GROUP_REQUIRED);

    private static final SendRequest.Sender ADMINISTRATION_SENDER = new SendRequest.Sender("resubmitting", null);

    private final RedriveMover.RedriveServices services;
    private final NodeMessageSender messageSender;

    public DeadLetterResubmitter(RedriveMover.RedriveServices services, NodeMessageSender messageSender) {
        this.services = services;
        this.messageSender = messageSender;
    }

    public RedriveResult resubmit(Entity from, ResubmitRequest request, ProgressWatch progress) {
        RedriveRequest walked = new RedriveRequest(request.query(), request.target(), Long.MAX_VALUE, 0);
        DeadLetterRedriver.checkTarget(from, walked);
        RedriveMover mover = new RedriveMover(
                services, from, walked, HighWaterMark.of(request.query(), services.context(), from), null);
        return new ResubmitRun(from, request).run(mover, progress);
    }

    private final class ResubmitRun {
        private final Entity from;
        private final ResubmitRequest resubmitRequest;
        private long sent;
        private long skippedCount;

        /** First failure of a message that could not be sent, or null. */
        private @Nullable BrokerException refused;

        ResubmitRun(Entity from, ResubmitRequest request) {
            this.from = from;
            this.resubmitRequest = request;
        }

        RedriveResult run(RedriveMover mover, ProgressWatch progress) {
            boolean cancelled = false;
            while (!mover.ended() && !cancelled) {
                if (mover.readyCount() == 0) {
                    mover.readPage();
                } else {
                    sent += mover.replaceNext(this::resubmitOne) ? 1 : 0;
                    cancelled = Thread.currentThread().isInterrupted() || !progress.proceed(sent);
                }
            }
            if (sent == 0 && refused != null) {
                throw refused;
            }
            return new RedriveResult(sent, mover.withoutSource() + skippedCount, cancelled);
        }

        private boolean resubmitOne(Delivery dead, MessageHeader header, Entity target) {
            PreparedSend send = createSend(dead, header, target);
            if (send == null) {
                skippedCount++;
                return false;
            }
            return services.claimer()
                    .replace(from, dead, send.changes(), ExpiryRule.nextDueMillis(target, send.delivery()));
        }

        /** Returns null if the message is unreadable, or the edit does not apply to it or makes it invalid. */
        private @Nullable PreparedSend createSend(Delivery dead, MessageHeader header, Entity target) {
            StoredMessage message = ReadableMessageLoader.loadConfirmed(
                            services.context().store().deliveries(), List.of(dead))
                    .get(dead.ref().messageId());
            try {
                EditedMessage edited = message == null
                        ? null
                        : MessageEditor.apply(withVisibleChanges(message, dead.annotations()), resubmitRequest.edit());
                return edited == null ? null : prepared(dead, header, edited, target);
            } catch (BrokerException e) {
                if (!PER_MESSAGE_REASONS.contains(e.reason())) {
                    throw e;
                }
                refused = refused == null ? e : refused;
                return null;
            }
        }

        private PreparedSend prepared(Delivery dead, MessageHeader header, EditedMessage edited, Entity target) {
            boolean named = resubmitRequest.target() != null && target.kind() == EntityKind.QUEUE;
            SendRequest request = new SendRequest(
                    target,
                    named ? DestinationName.queue(target.name()) : header.destination(),
                    edited.content(),
                    new SendRequest.Options(
                            header.persistent(),
                            edited.priority(),
                            RedriveRule.ownTimeToLive(header),
                            0,
                            header.messageId() != null,
                            header.timestamp() != 0,
                            SendRequest.TimeToLiveStart.DELIVERY,
                            null),
                    ADMINISTRATION_SENDER);
            PreparedSend send = messageSender.prepareWithoutForwarding(
                    request, services.context().storeClock().storeMillis());
            DeliveryAnnotations annotations = DeliveryAnnotations.ofProperties(Map.of(
                    DeliveryAnnotations.REDRIVE_COUNT_PROPERTY,
                    DeliveryAnnotations.incrementedRedriveCount(dead.annotations())));
            return new PreparedSend(
                    target,
                    new Change.Enqueue(
                            send.enqueue().message(), List.of(send.delivery().withCount(0, annotations))),
                    List.of(),
                    ADMINISTRATION_SENDER,
                    null);
        }
    }

    /**
     * Applies property changes by settlements to a message, but not the redrive count, which only the provider sets.
     */
    // The body may be null, but the checker does not read the annotation of an array in a record's constructor.
    @SuppressWarnings("NullAway")
    private static StoredMessage withVisibleChanges(StoredMessage message, @Nullable DeliveryAnnotations annotations) {
        if (annotations == null) {
            return message;
        }
        MessageHeader header = message.header();
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(annotations.applyChanges(header.properties()));
        properties.remove(DeliveryAnnotations.REDRIVE_COUNT_PROPERTY);
        return new StoredMessage(message.id(), header.with(header.expiration(), properties), message.body());
    }
}
