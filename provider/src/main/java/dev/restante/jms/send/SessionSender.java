package dev.restante.jms.send;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.SendRequest;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.InFlightSends;
import dev.restante.jms.core.Usability;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.observe.SendObservation;
import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
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
 * Sends for one session, in the order of its calls (ASY-06). What a send stores is copied from the message before the
 * call returns (PRD-14).
 */
public final class SessionSender {

    private static final Logger LOG = LoggerFactory.getLogger(SessionSender.class);

    /**
     * The target of a send, and its options.
     *
     * @param destination as the application gave it; its message will show it
     * @param name what it names
     * @param options how to send
     */
    record Route(Destination destination, DestinationName name, SendRequest.Options options) {}

    /**
     * The one who is told of the end of a send.
     *
     * @param listener is told
     * @param origin the producer, or null where it is never closed
     * @param unchecked whether it is told of failures by unchecked exceptions (ASY-19)
     */
    record Completion(CompletionListener listener, CompletionQueue.@Nullable Origin origin, boolean unchecked) {}

    private final ConnectionServices connection;
    private final Usability usability;
    private final Broker broker;
    private final ExceptionTranslation translation;
    private final InFlightSends inFlight;
    private final CompletionQueue completions;
    private final AcknowledgementMode mode;

    /**
     * That of one session.
     *
     * @param usability of the session
     */
    public SessionSender(
            ConnectionServices connection, Usability usability, CompletionQueue completions, AcknowledgementMode mode) {
        this.connection = connection;
        this.usability = usability;
        this.broker = connection.broker();
        this.translation = connection.translation();
        this.inFlight = connection.inFlightSends();
        this.completions = completions;
        this.mode = mode;
    }

    ConnectionServices connection() {
        return connection;
    }

    CompletionQueue completions() {
        return completions;
    }

    /** Refuses a call on a closed session. */
    void checkUsable() throws IllegalStateException {
        usability.check();
    }

    /** Sends; returns when the message is as safe as it has to be (PRD-11, PRD-12). */
    void send(@Nullable Message message, Route route) throws JMSException {
        Message given = checked(message);
        OutgoingMessage snapshot = OutgoingMessage.snapshot(given);
        SendObservation observed = connection.operations().sending(route.name(), snapshot);
        if (observed == null) {
            send(given, snapshot, route, null);
            return;
        }
        Throwable thrown = null;
        try {
            send(given, observed.message(), route, observed);
        } catch (JMSException | RuntimeException | Error failure) {
            thrown = failure;
            throw failure;
        } finally {
            observed.leave();
            observed.end(thrown);
        }
    }

    private void send(Message given, OutgoingMessage snapshot, Route route, @Nullable SendObservation observed)
            throws JMSException {
        connection.calls().run(() -> sendInTime(given, snapshot, route, observed));
    }

    private void sendInTime(Message given, OutgoingMessage snapshot, Route route, @Nullable SendObservation observed)
            throws JMSException {
        PreparedSend prepared = prepare(snapshot, route);
        if (observed != null) {
            observed.prepared(prepared);
        }
        try {
            execute(prepared);
        } catch (BrokerException failure) {
            if (!isRemade(failure, prepared, snapshot, route)) {
                throw failure;
            }
            sendInTime(given, snapshot, route, observed);
            return;
        }
        SentHeaders.write(given, route.destination(), prepared);
        trace("sent", route, prepared);
    }

    private void execute(PreparedSend prepared) {
        boolean taken = false;
        try {
            taken = mode.send(prepared);
            if (!taken) {
                broker.sending().send(prepared);
            }
        } finally {
            if (!taken) {
                broker.largeBodies().ended(prepared);
            }
        }
    }

    /**
     * Returns whether a send was refused because another node has deleted its target, and the name has another target
     * now. A stream can't be read again.
     */
    private boolean isRemade(BrokerException failure, PreparedSend prepared, OutgoingMessage snapshot, Route route)
            throws JMSException {
        return failure.reason() == BrokerException.Reason.ENTITY_NOT_FOUND
                && snapshot.stream() == null
                && connection.entities().target(route.name()).id()
                        != (prepared.addressed() == null ? prepared.target() : prepared.addressed()).id();
    }

    private static void trace(String done, Route route, PreparedSend prepared) {
        if (LOG.isTraceEnabled()) {
            LOG.trace(
                    "{} {} to {}",
                    done,
                    prepared.head().messageId(),
                    ShownText.of(route.name().name()));
        }
    }

    /** Sends without waiting; waits only for a place among the connection's sends under way. */
    void send(@Nullable Message message, Route route, Completion completion) throws JMSException {
        Message given = checked(message);
        OutgoingMessage snapshot = OutgoingMessage.snapshot(given);
        SendObservation observed = connection.operations().sending(route.name(), snapshot);
        if (observed == null) {
            send(given, snapshot, route, completion, null);
            return;
        }
        try {
            send(given, observed.message(), route, completion, observed);
        } catch (JMSException | RuntimeException | Error refused) {
            observed.end(refused);
            throw refused;
        } finally {
            observed.leave();
        }
    }

    private void send(
            Message given,
            OutgoingMessage snapshot,
            Route route,
            Completion completion,
            @Nullable SendObservation observed)
            throws JMSException {
        awaitPlace();
        PreparedSend prepared;
        CompletionQueue.Pending pending;
        try {
            prepared = connection.calls().make(() -> prepare(snapshot, route));
            if (observed != null) {
                observed.prepared(prepared);
            }
            pending = completions.add(
                    given,
                    completion.listener(),
                    sent -> SentHeaders.write(sent, route.destination(), prepared),
                    completion.origin(),
                    completion.unchecked());
        } catch (JMSException | RuntimeException refused) {
            inFlight.end();
            throw refused;
        }
        Consumer<@Nullable BrokerException> whenDone = failure -> {
            broker.largeBodies().ended(prepared);
            if (observed != null) {
                observed.end(failure);
            }
            pending.accept(failure);
        };
        try {
            if (mode.send(prepared)) {
                // The transaction has its body.
                if (observed != null) {
                    observed.end(null);
                }
                pending.accept(null);
            } else {
                broker.sending().sendAsync(prepared, whenDone);
            }
            trace("sending", route, prepared);
        } catch (BrokerException failure) {
            whenDone.accept(failure);
        }
    }

    private void awaitPlace() throws JMSException {
        try {
            inFlight.begin(completions.onThread());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw translation.of(new BrokerException(
                    BrokerException.Reason.INTERRUPTED,
                    "The thread was interrupted while it waited for an earlier asynchronous send to end; this message"
                            + " was not sent",
                    e));
        }
    }

    private static Message checked(@Nullable Message message) throws MessageFormatException {
        if (message == null) {
            throw new MessageFormatException("The message is null", ErrorCodes.INVALID_MESSAGE);
        }
        return message;
    }

    private PreparedSend prepare(OutgoingMessage snapshot, Route route) throws JMSException {
        long sentAtMillis = broker.nowMillis();
        ScheduleProperties schedule = ScheduleProperties.in(snapshot);
        OutgoingMessage outgoing = schedule.message();
        Entity target = connection.entities().sendTarget(route.name());
        InputStream stream = outgoing.stream();
        if (stream != null) {
            outgoing = StreamedBody.read(outgoing, stream, target, connection);
            // What takes long is over, and the message is sent now.
            sentAtMillis = broker.nowMillis();
        }
        PreparedSend prepared = null;
        try {
            SendRequest request = new SendRequest(
                    target,
                    route.name(),
                    outgoing.content(),
                    schedule.appliedTo(route.options(), sentAtMillis),
                    connection.identity().sender());
            prepared = broker.sending().prepare(request, sentAtMillis);
            return prepared;
        } finally {
            if (prepared == null && outgoing.bodyKind() == BodyKind.LARGE_BYTES) {
                broker.largeBodies().abandoned(LargeBodyCodec.decode(requireNonNull(outgoing.body())));
            }
        }
    }
}
