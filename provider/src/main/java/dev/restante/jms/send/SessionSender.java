package dev.restante.jms.send;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.InFlightSendLimiter;
import dev.restante.jms.core.UsabilityCheck;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.message.ForeignPropertyRules;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.observe.SendObservation;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.codec.LargeBodyCodec;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageFormatException;
import java.io.InputStream;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sender shared by the producers of a session, which copies each message and passes it in call order to the broker or
 * the transaction (ASY-06). Each call copies the message before it returns (PRD-14).
 */
public final class SessionSender {

    private static final Logger LOG = LoggerFactory.getLogger(SessionSender.class);

    /**
     * Target and options of a send.
     *
     * @param destination the destination object of the application, which the sent message shows
     */
    record SendTarget(Destination destination, DestinationName name, SendRequest.Options options) {}

    /**
     * Completion listener of an asynchronous send.
     *
     * @param sendCount the count of the producer, or null if the producer is never closed
     * @param unchecked true to report failures as unchecked exceptions (ASY-19)
     */
    record SendCompletion(
            CompletionListener listener, CompletionQueue.@Nullable ProducerSendCount sendCount, boolean unchecked) {}

    private final ConnectionServices connection;
    private final UsabilityCheck usabilityCheck;
    private final Broker broker;
    private final InFlightSendLimiter sendLimiter;
    private final CompletionQueue completions;
    private final AcknowledgementMode mode;
    private final ForeignPropertyRules foreignProperties;

    public SessionSender(
            ConnectionServices connection,
            UsabilityCheck usabilityCheck,
            CompletionQueue completions,
            AcknowledgementMode mode) {
        this.connection = connection;
        this.usabilityCheck = usabilityCheck;
        this.broker = connection.broker();
        this.sendLimiter = connection.sendLimiter();
        this.completions = completions;
        this.mode = mode;
        this.foreignProperties = connection.options().foreignProperties();
    }

    ConnectionServices connection() {
        return connection;
    }

    CompletionQueue completions() {
        return completions;
    }

    /** Rejects a call on a closed session. */
    void checkUsable() throws IllegalStateException {
        usabilityCheck.check();
    }

    /** Sends a message, and returns when it has the required durability (PRD-11, PRD-12). */
    void send(@Nullable Message original, SendTarget target) throws JMSException {
        Message message = checked(original);
        OutgoingMessage given = snapshot(message);
        SendObservation observed = connection.instrumentation().startSend(target.name(), given);
        OutgoingMessage snapshot = observed == null ? given : observed.message();
        Throwable thrown = null;
        try {
            connection.boundedCalls().run(() -> sendAndWait(message, snapshot, target, observed));
        } catch (JMSException | RuntimeException | Error failure) {
            thrown = failure;
            throw failure;
        } finally {
            if (observed != null) {
                observed.leave();
                observed.end(thrown);
            }
        }
    }

    /** Returns the message as it is sent, with the queue or topic that the name of its JMSReplyTo means (DEST-05). */
    private OutgoingMessage snapshot(Message message) throws JMSException {
        OutgoingMessage given = OutgoingMessage.snapshot(message, foreignProperties);
        DestinationName replyTo = given.replyTo();
        return replyTo == null ? given : given.withReplyTo(connection.entities().resolveCached(replyTo));
    }

    private void sendAndWait(
            Message message, OutgoingMessage snapshot, SendTarget target, @Nullable SendObservation observed)
            throws JMSException {
        PreparedSend prepared = prepare(snapshot, target, observed);
        try {
            execute(prepared);
        } catch (BrokerException failure) {
            if (!wasTargetRecreated(failure, prepared, snapshot, target)) {
                throw failure;
            }
            sendAndWait(message, snapshot, target, observed);
            return;
        }
        SentHeaderWriter.write(message, target.destination(), prepared);
        traceSend("sent", target, prepared);
    }

    private void execute(PreparedSend prepared) {
        boolean taken = false;
        try {
            taken = mode.sendInTransaction(prepared);
            if (!taken) {
                broker.sender().send(prepared);
            }
        } finally {
            if (!taken) {
                broker.largeBodyStorage().sendEnded(prepared);
            }
        }
    }

    /**
     * Returns whether to repeat a send because another node replaced its target by a new entity with the same name. A
     * message with a body stream is not repeated, because the stream cannot be read again.
     */
    private boolean wasTargetRecreated(
            BrokerException failure, PreparedSend prepared, OutgoingMessage snapshot, SendTarget target)
            throws JMSException {
        return failure.reason() == BrokerException.BrokerErrorReason.ENTITY_NOT_FOUND
                && snapshot.bodyStream() == null
                && connection.entities().findOrCreate(target.name()).id()
                        != (prepared.originalTarget() == null ? prepared.target() : prepared.originalTarget()).id();
    }

    private static void traceSend(String done, SendTarget target, PreparedSend prepared) {
        if (LOG.isTraceEnabled()) {
            LOG.trace(
                    "{} {} to {}",
                    done,
                    prepared.header().messageId(),
                    DisplayText.shorten(target.name().name()));
        }
    }

    /** Sends a message asynchronously. Waits only for a permit of the connection's limit of pending sends. */
    void send(@Nullable Message original, SendTarget target, SendCompletion completion) throws JMSException {
        Message message = checked(original);
        OutgoingMessage given = snapshot(message);
        SendObservation observed = connection.instrumentation().startSend(target.name(), given);
        try {
            sendAsync(message, observed == null ? given : observed.message(), target, completion, observed);
        } catch (JMSException | RuntimeException | Error refused) {
            if (observed != null) {
                observed.end(refused);
            }
            throw refused;
        } finally {
            if (observed != null) {
                observed.leave();
            }
        }
    }

    private void sendAsync(
            Message message,
            OutgoingMessage snapshot,
            SendTarget target,
            SendCompletion completion,
            @Nullable SendObservation observed)
            throws JMSException {
        acquireInFlightPermit();
        PreparedSend prepared;
        CompletionQueue.PendingSend pending;
        try {
            prepared = connection.boundedCalls().call(() -> prepare(snapshot, target, observed));
            pending = completions.add(
                    message,
                    completion.listener(),
                    sent -> SentHeaderWriter.write(sent, target.destination(), prepared),
                    completion.sendCount(),
                    completion.unchecked());
        } catch (JMSException | RuntimeException refused) {
            sendLimiter.release();
            throw refused;
        }
        Consumer<@Nullable BrokerException> onComplete = failure -> {
            broker.largeBodyStorage().sendEnded(prepared);
            if (observed != null) {
                observed.end(failure);
            }
            pending.accept(failure);
        };
        try {
            if (mode.sendInTransaction(prepared)) {
                // The transaction releases the large body.
                if (observed != null) {
                    observed.end(null);
                }
                pending.accept(null);
            } else {
                broker.sender().sendAsync(prepared, onComplete);
            }
            traceSend("sending", target, prepared);
        } catch (BrokerException failure) {
            onComplete.accept(failure);
        }
    }

    private void acquireInFlightPermit() throws JMSException {
        try {
            sendLimiter.acquire(completions.isCallbackThread());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ExceptionTranslation.translate(new BrokerException(
                    BrokerException.BrokerErrorReason.INTERRUPTED,
                    "The thread was interrupted while it waited for an earlier asynchronous send. This message was"
                            + " not sent.",
                    e));
        }
    }

    private static Message checked(@Nullable Message message) throws MessageFormatException {
        if (message == null) {
            throw new MessageFormatException("The message is null", ErrorCodes.INVALID_MESSAGE);
        }
        return message;
    }

    private PreparedSend prepare(OutgoingMessage snapshot, SendTarget target, @Nullable SendObservation observed)
            throws JMSException {
        long sentAtMillis = broker.nowMillis();
        ScheduleProperties schedule = ScheduleProperties.in(snapshot);
        OutgoingMessage outgoing = schedule.message();
        Entity entity = connection.entities().cachedSendTarget(target.name());
        InputStream stream = outgoing.bodyStream();
        if (stream != null) {
            outgoing = StreamedBodyReader.read(outgoing, stream, entity, connection);
            // Excludes the time that the upload of the body took.
            sentAtMillis = broker.nowMillis();
        }
        PreparedSend prepared = null;
        try {
            SendRequest request = new SendRequest(
                    entity,
                    target.name(),
                    outgoing.content(),
                    schedule.applyTo(target.options(), sentAtMillis),
                    connection.identity().sender());
            prepared = broker.sender().prepare(request, sentAtMillis);
            if (observed != null) {
                observed.onPrepared(prepared);
            }
            return prepared;
        } finally {
            if (prepared == null && outgoing.bodyKind() == BodyKind.LARGE_BYTES) {
                broker.largeBodyStorage().discard(LargeBodyCodec.decode(requireNonNull(outgoing.body())));
            }
        }
    }
}
