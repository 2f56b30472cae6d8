package dev.restante.surface;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.TestFactories;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.api.ErrorCodes;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSession;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/** Errors of locks, message groups, limits, subscriptions in use and transactions. */
final class LockErrorCases extends ErrorCases {

    private final Queue queue = queue("orders");

    LockErrorCases(ErrorTexts texts) throws JMSException {
        super(texts);
    }

    void provoke() throws Exception {
        locks();
        lockArguments();
        groups();
        limits();
        interrupts();
        subscriptions();
        transactions();
        branches();
    }

    private void locks() throws JMSException {
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            send(queue, "a");
            PeekLock settled = PeekLock.of(receive(consumer));
            settled.complete();
            expect(ErrorCodes.LOCK_LOST, "complete a message twice", settled::complete);
            send(queue, "b");
            PeekLock expired = PeekLock.of(receive(consumer));
            time.jump(PAST_THE_LOCK);
            expect(ErrorCodes.LOCK_LOST, "renew a lock that ran out", expired::renew);
            PeekLock.of(receive(consumer)).complete();
        }
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            send(queue, "c");
            send(queue, "d");
            receive(consumer);
            Message last = receive(consumer);
            time.jump(PAST_THE_LOCK);
            expect(ErrorCodes.LOCK_LOST, "acknowledge two messages whose locks ran out", last::acknowledge);
        }
        admin.messages("orders").purge(MessageFilter.all());
    }

    private void lockArguments() throws JMSException {
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            send(queue, "a");
            PeekLock lock = PeekLock.of(receive(consumer));
            expect(
                    ErrorCodes.INVALID_ARGUMENT,
                    "a visibility beyond 12 hours",
                    () -> lock.changeVisibility(Duration.ofHours(13)));
            expect(
                    ErrorCodes.INVALID_ARGUMENT,
                    "a dead-letter reason with NUL",
                    () -> lock.deadLetter("a\0b", null, Map.of()));
            lock.deadLetter("unpaid", null, Map.of());
        }
        Queue deadLetters = queue("orders/$DeadLetterQueue");
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(deadLetters)) {
            PeekLock dead = PeekLock.of(receive(consumer));
            expect(
                    ErrorCodes.INVALID_ARGUMENT,
                    "dead-letter a dead letter",
                    () -> dead.deadLetter("unpaid", null, Map.of()));
            dead.complete();
        }
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(queue)) {
            send(queue, "a");
            send(queue, "b");
            ReceiveOptions attempt = ReceiveOptions.defaults().withAttemptId("attempt-1");
            assertThat(RestanteConsumer.of(consumer).receiveBatch(attempt, 2, JmsContract.PATIENCE_MILLIS))
                    .hasSize(2);
            expect(ErrorCodes.INVALID_ARGUMENT, "repeat a receive with fewer messages", () -> RestanteConsumer.of(
                            consumer)
                    .receiveBatch(attempt, 1, JmsContract.PATIENCE_MILLIS));
        }
        admin.messages("orders").purge(MessageFilter.all());
        admin.createQueue("unlocked", QueueOptions.defaults().withLockDuration(Duration.ZERO));
        expect(
                ErrorCodes.INVALID_ARGUMENT,
                "acknowledge automatically in a queue without locks",
                () -> session.createConsumer(queue("unlocked")));
    }

    private void groups() throws JMSException {
        admin.createQueue("grouped", QueueOptions.defaults().withGroupsRequired(true));
        Queue grouped = queue("grouped");
        expect(ErrorCodes.GROUP_REQUIRED, "send without a group id", () -> send(grouped, "a"));
        try (Session ours = lockingSession();
                Session theirs = lockingSession()) {
            RestanteMessageGroup group = RestanteSession.of(ours).acceptGroup(grouped, "customer 7");
            expect(ErrorCodes.GROUP_LOCKED, "accept a group of another session", () -> RestanteSession.of(theirs)
                    .acceptGroup(grouped, "customer 7"));
            expect(ErrorCodes.GROUP_LOCKED, "set the state of a group of a session", () -> admin.messages("grouped")
                    .groups()
                    .setState("customer 7", new byte[1]));
            expect(
                    ErrorCodes.INVALID_ARGUMENT,
                    "a group state larger than a message",
                    () -> group.setState(new byte[MAX_MESSAGE_BYTES + 1]));
            expect(ErrorCodes.ILLEGAL_STATE, "accept a group by the consumer of a group", () -> RestanteConsumer.of(
                            group.consumer())
                    .acceptGroup("customer 8"));
            time.jump(PAST_THE_LOCK);
            expect(ErrorCodes.GROUP_LOST, "renew a group whose lock ran out", group::renew);
            expect(ErrorCodes.GROUP_LOST, "set the state of a lost group", () -> group.setState(new byte[1]));
        }
    }

    private void limits() throws JMSException {
        admin.createQueue("narrow", QueueOptions.defaults().withMaxInFlight(1));
        Queue narrow = queue("narrow");
        send(narrow, "a");
        send(narrow, "b");
        try (Session locking = lockingSession();
                MessageConsumer consumer = locking.createConsumer(narrow)) {
            receive(consumer);
            expect(ErrorCodes.IN_FLIGHT_LIMIT, "receive beyond maxInFlight", consumer::receiveNoWait);
        }
    }

    private void interrupts() throws Exception {
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            expectInterrupted("receive in an interrupted thread", () -> consumer.receive(JmsContract.PATIENCE_MILLIS));
        }
        CountDownLatch ended = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletionListener holding = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                JmsContract.await(released);
                ended.countDown();
            }

            @Override
            public void onException(Message message, Exception exception) {
                ended.countDown();
            }
        };
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createMessage(), holding);
        expectInterrupted(
                "send in an interrupted thread beyond maxInFlightSends",
                () -> producer.send(session.createMessage(), holding));
        released.countDown();
        JmsContract.await(ended);
    }

    private interface Work {
        void run() throws Exception;
    }

    private void expectInterrupted(String name, Work work) {
        expect(ErrorCodes.INTERRUPTED, name, () -> {
            Thread.currentThread().interrupt();
            try {
                work.run();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
        });
    }

    private void subscriptions() throws Exception {
        Topic topic = session.createTopic("news");
        try (Connection client = factory.createConnection()) {
            client.setClientID("billing");
            client.start();
            Session session = client.createSession(Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer durable = session.createDurableConsumer(topic, "audit");
            expect(
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    "a second consumer of an unshared subscription",
                    () -> session.createDurableConsumer(topic, "audit"));
            expect(
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    "unsubscribe while there is a consumer",
                    () -> session.unsubscribe("audit"));
            expect(
                    ErrorCodes.SUBSCRIPTION_CONFLICT,
                    "share an unshared subscription",
                    () -> session.createSharedDurableConsumer(topic, "audit"));
            MessageConsumer shared = session.createSharedConsumer(topic, "prices");
            expect(
                    ErrorCodes.SUBSCRIPTION_CONFLICT,
                    "share a subscription with another selector",
                    () -> session.createSharedConsumer(topic, "prices", "size > 3"));
            shared.close();
            send(topic, "a");
            receive(durable);
            durable.close();
            expect(
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    "unsubscribe while a message is unacknowledged",
                    () -> session.unsubscribe("audit"));
            expect(
                    ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                    "unsubscribe an unknown name",
                    () -> session.unsubscribe("archive"));
        }
        expect(
                ErrorCodes.SUBSCRIPTION_NOT_FOUND,
                "unsubscribe an unknown name without a client id",
                () -> session.unsubscribe("archive"));
        try (var client = factory.createTopicConnection()) {
            client.setClientID("shipping");
            client.start();
            TopicSession session = client.createTopicSession(false, Session.CLIENT_ACKNOWLEDGE);
            MessageConsumer durable = session.createDurableSubscriber(topic, "audit");
            send(topic, "b");
            receive(durable);
            durable.close();
            expect(
                    ErrorCodes.SUBSCRIPTION_IN_USE,
                    "subscribe again in the topic API while a message is unacknowledged",
                    () -> session.createDurableSubscriber(topic, "audit"));
        }
    }

    private void transactions() throws JMSException {
        try (Session transacted = connection.createSession(Session.SESSION_TRANSACTED)) {
            transacted.createProducer(queue("doomed")).send(transacted.createMessage());
            admin.deleteQueue("doomed", true);
            expect(ErrorCodes.ROLLED_BACK, "commit a send to a queue that was deleted", transacted::commit);
        }
    }

    /** Name of a transaction branch, as a transaction manager chooses it. */
    private record TestXid(String name) implements Xid {
        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return name.getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public byte[] getBranchQualifier() {
            return getGlobalTransactionId();
        }
    }

    private void branches() throws Exception {
        try (RestanteXAConnectionFactory distributed = new RestanteXAConnectionFactory(url)) {
            TestFactories.timeSource(distributed, time);
            distributed.setLeaseDuration(factory.getLeaseDuration());
            distributed.setLingerDuration(Duration.ZERO);
            distributed.setMaxMessageBytes(factory.getMaxMessageBytes());
            distributed.setMaxLargeBodyBytes(factory.getMaxLargeBodyBytes());
            try (XAConnection xa = distributed.createXAConnection();
                    XASession work = xa.createXASession()) {
                XAResource resource = work.getXAResource();
                MessageProducer producer = work.createProducer(queue);
                resource.start(new TestXid("late"), XAResource.TMNOFLAGS);
                producer.send(work.createMessage());
                time.jump(Duration.ofMinutes(6));
                eventually("the branch is rolled back", () -> rolledBack(() -> producer.send(work.createMessage())));
                expect(
                        ErrorCodes.ROLLED_BACK,
                        "send in a branch that timed out",
                        () -> producer.send(work.createMessage()));
                CompletableFuture.runAsync(() -> rollBack(resource)).get();
                expect(
                        ErrorCodes.ROLLED_BACK,
                        "send in a branch that the transaction manager rolled back",
                        () -> producer.send(work.createMessage()));
            }
        }
    }

    private static boolean rolledBack(Work work) throws Exception {
        try {
            work.run();
            return false;
        } catch (JMSException over) {
            return ErrorCodes.ROLLED_BACK.equals(over.getErrorCode());
        }
    }

    private static void rollBack(XAResource resource) {
        Xid late = new TestXid("late");
        assertThatExceptionOfType(XAException.class).isThrownBy(() -> resource.end(late, XAResource.TMSUCCESS));
        try {
            resource.rollback(late);
        } catch (XAException e) {
            throw new AssertionError(e);
        }
    }
}
