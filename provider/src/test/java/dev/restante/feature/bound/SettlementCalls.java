package dev.restante.feature.bound;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Calls that settle received messages, calls on locks, and calls on message groups. */
final class SettlementCalls {

    private static final Duration WAIT = Duration.ofSeconds(1);

    private SettlementCalls() {}

    static List<StoreCall> ofSessions() {
        return List.of(
                new StoreCall("Session.commit", caller -> {
                    Session session = caller.session(Session.SESSION_TRANSACTED);
                    Message unused = caller.received(session);
                    session.createProducer(caller.queue(session)).send(caller.message(session));
                    return session::commit;
                }),
                new StoreCall("Session.rollback", caller -> {
                    Session session = caller.session(Session.SESSION_TRANSACTED);
                    Message unused = caller.received(session);
                    return session::rollback;
                }),
                new StoreCall("Session.recover", caller -> {
                    Session session = caller.session(Session.CLIENT_ACKNOWLEDGE);
                    Message unused = caller.received(session);
                    return session::recover;
                }),
                new StoreCall(
                        "Message.acknowledge",
                        caller -> caller.received(caller.session(Session.CLIENT_ACKNOWLEDGE))::acknowledge),
                new StoreCall(
                        "Message.acknowledge of one message",
                        caller -> caller.received(caller.session(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE))
                                ::acknowledge));
    }

    static List<StoreCall> ofLocks() {
        return List.of(
                new StoreCall("PeekLock.renew", caller -> caller.locked()::renew),
                new StoreCall("PeekLock.changeVisibility", caller -> {
                    PeekLock lock = caller.locked();
                    return () -> lock.changeVisibility(Duration.ofMinutes(1));
                }),
                new StoreCall("PeekLock.complete", caller -> caller.locked()::complete),
                new StoreCall("PeekLock.abandon", caller -> caller.locked()::abandon),
                new StoreCall("PeekLock.abandon with properties", caller -> {
                    PeekLock lock = caller.locked();
                    return () -> lock.abandon(Map.of("colour", "red"), Duration.ofSeconds(1));
                }),
                new StoreCall("PeekLock.deadLetter", caller -> {
                    PeekLock lock = caller.locked();
                    return () -> lock.deadLetter("reason", "description", Map.of());
                }),
                new StoreCall("PeekLock.defer", caller -> caller.locked()::defer),
                new StoreCall("PeekLock.undefer", caller -> {
                    Session session = caller.session(Session.CLIENT_ACKNOWLEDGE);
                    PeekLock lock = PeekLock.of(caller.received(session));
                    lock.defer();
                    Message deferred = RestanteSession.of(session)
                            .receiveDeferred(caller.ownQueue(session), lock.sequenceNumber())
                            .orElseThrow();
                    return PeekLock.of(deferred)::undefer;
                }));
    }

    static List<StoreCall> ofDeferredMessages() {
        return List.of(
                new StoreCall("RestanteSession.receiveDeferred", caller -> {
                    long number = deferred(caller);
                    Session session = caller.session();
                    return () -> RestanteSession.of(session).receiveDeferred(caller.ownQueue(session), number);
                }),
                new StoreCall("RestanteSession.listDeferred", caller -> {
                    Session session = caller.session();
                    deferred(caller);
                    return () -> RestanteSession.of(session).listDeferred(caller.ownQueue(session), 0, 10);
                }),
                new StoreCall("RestanteConsumer.receiveDeferred", caller -> {
                    long number = deferred(caller);
                    RestanteConsumer consumer = consumer(caller);
                    return () -> consumer.receiveDeferred(number);
                }),
                new StoreCall("RestanteConsumer.listDeferred", caller -> {
                    deferred(caller);
                    RestanteConsumer consumer = consumer(caller);
                    return () -> consumer.listDeferred(0, 10);
                }),
                new StoreCall(
                        "RestanteConsumer.receive",
                        caller -> {
                            RestanteConsumer consumer = consumer(caller);
                            ReceiveOptions repeatable =
                                    ReceiveOptions.defaults().withAttemptId("attempt-" + caller.ownName());
                            return () -> consumer.receive(repeatable, WAIT.toMillis());
                        },
                        WAIT),
                new StoreCall("RestanteConsumer.receiveNoWait", caller -> {
                    RestanteConsumer consumer = consumer(caller);
                    return () -> consumer.receiveNoWait(ReceiveOptions.defaults());
                }),
                new StoreCall(
                        "RestanteConsumer.receiveBatch",
                        caller -> {
                            RestanteConsumer consumer = consumer(caller);
                            return () -> consumer.receiveBatch(ReceiveOptions.defaults(), 5, WAIT.toMillis());
                        },
                        WAIT));
    }

    private static long deferred(Caller caller) throws JMSException {
        try (Session session = caller.session(Session.CLIENT_ACKNOWLEDGE)) {
            PeekLock lock = PeekLock.of(caller.received(session));
            lock.defer();
            return lock.sequenceNumber();
        }
    }

    private static RestanteConsumer consumer(Caller caller) throws JMSException {
        Session session = caller.session();
        return RestanteConsumer.of(session.createConsumer(caller.ownQueue(session)));
    }

    static List<StoreCall> ofGroups() {
        return List.of(
                new StoreCall("RestanteSession.acceptGroup", caller -> {
                    Session session = grouped(caller);
                    return () -> RestanteSession.of(session).acceptGroup(caller.ownQueue(session), "g");
                }),
                new StoreCall(
                        "RestanteSession.acceptAnyGroup",
                        caller -> {
                            Session session = caller.session();
                            return () ->
                                    RestanteSession.of(session).acceptAnyGroup(caller.queue(session), WAIT.toMillis());
                        },
                        WAIT),
                new StoreCall("RestanteSession.acceptAnyGroupNoWait", caller -> {
                    Session session = grouped(caller);
                    return () -> RestanteSession.of(session).acceptAnyGroupNoWait(caller.ownQueue(session));
                }),
                new StoreCall("RestanteConsumer.acceptGroup", caller -> {
                    RestanteConsumer consumer = consumer(caller);
                    return () -> consumer.acceptGroup("g");
                }),
                new StoreCall(
                        "RestanteConsumer.acceptAnyGroup",
                        caller -> {
                            RestanteConsumer consumer = consumer(caller);
                            return () -> consumer.acceptAnyGroup(WAIT.toMillis());
                        },
                        WAIT),
                new StoreCall("RestanteConsumer.acceptAnyGroupNoWait", caller -> {
                    RestanteConsumer consumer = consumer(caller);
                    return consumer::acceptAnyGroupNoWait;
                }),
                new StoreCall("RestanteMessageGroup.state", caller -> accepted(caller)::state),
                new StoreCall("RestanteMessageGroup.setState", caller -> {
                    RestanteMessageGroup group = accepted(caller);
                    return () -> group.setState(new byte[] {1});
                }),
                new StoreCall("RestanteMessageGroup.renew", caller -> accepted(caller)::renew),
                new StoreCall("RestanteMessageGroup.close", caller -> accepted(caller)::close));
    }

    /** Sends a message of a group to the caller's own queue. */
    private static Session grouped(Caller caller) throws JMSException {
        Session session = caller.session(Session.CLIENT_ACKNOWLEDGE);
        Message message = caller.message(session);
        message.setStringProperty("JMSXGroupID", "g");
        session.createProducer(caller.ownQueue(session)).send(message);
        return session;
    }

    /** Accepts a group and receives a message of it. */
    private static RestanteMessageGroup accepted(Caller caller) throws JMSException {
        Session session = grouped(caller);
        RestanteMessageGroup group = RestanteSession.of(session).acceptGroup(caller.ownQueue(session), "g");
        MessageConsumer consumer = group.consumer();
        Message unused = JmsContract.receive(consumer);
        return group;
    }
}
