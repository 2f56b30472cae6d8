package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.LockBreakResult;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.MessageLockLostException;
import dev.restante.node.settle.DeliveryReleaser;
import dev.restante.testing.CapturedLog;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Locks that CLIENT_ACKNOWLEDGE sessions renew without the factory option, and locks that they do not renew. */
public abstract class DefaultRenewalContract extends JmsContract {

    /** Time after which the renewal of a lock of 30 s is due. */
    private static final Duration PAST_THE_HALF = Duration.ofSeconds(16);

    /** Number of renewals that are due in 5 minutes. */
    private static final int RENEWALS = 18;

    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        queue = session.createQueue("q");
    }

    private PeekLock received(Session session, Queue queue) throws JMSException {
        send(queue, "of " + queue.getQueueName());
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            return received(consumer);
        }
    }

    private PeekLock received(MessageConsumer consumer) throws JMSException {
        PeekLock lock = PeekLock.of(receive(consumer));
        // So the renewal of a later message is due later.
        time.jump(Duration.ofMillis(1));
        return lock;
    }

    private void jumpUntilRenewed(PeekLock lock) {
        Instant end = lock.lockedUntil();
        time.jump(PAST_THE_HALF);
        eventually("the lock is renewed", () -> lock.lockedUntil().isAfter(end));
    }

    /**
     * Asserts that a connection does not renew locks. The renewals of a later message of the connection show that
     * earlier ones were due.
     */
    private void assertNotRenewed(Map<String, PeekLock> locks) throws JMSException {
        Map<String, Instant> ends = ends(locks);
        PeekLock later = received(session, queue("later"));
        jumpUntilRenewed(later);
        jumpUntilRenewed(later);
        assertThat(ends(locks)).isEqualTo(ends);
        later.complete();
    }

    private static Map<String, Instant> ends(Map<String, PeekLock> locks) {
        Map<String, Instant> ends = new LinkedHashMap<>();
        locks.forEach((name, lock) -> ends.put(name, lock.lockedUntil()));
        return ends;
    }

    @Test
    @DisplayName("RCV-05 CLIENT_ACKNOWLEDGE keeps the locks of all its unacknowledged messages longer than 30 s")
    void shouldRenewByDefault() throws JMSException {
        PeekLock first = received(session, queue);
        PeekLock second = received(session, queue);
        for (int i = 0; i < 5; i++) {
            jumpUntilRenewed(second);
        }
        try (MessageConsumer other = autoSession().createConsumer(queue)) {
            assertNothing(other);
        }
        first.message().acknowledge();
        session.close();
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 CLIENT_ACKNOWLEDGE keeps the lock of a message that a listener works on")
    void shouldRenewForListeners() throws JMSException {
        CountDownLatch heard = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(1);
        CountDownLatch acknowledged = new CountDownLatch(1);
        List<PeekLock> locks = new ArrayList<>();
        MessageConsumer consumer = session.createConsumer(queue);
        consumer.setMessageListener(message -> {
            locks.add(PeekLock.of(message));
            heard.countDown();
            await(finish);
            try {
                message.acknowledge();
                acknowledged.countDown();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(queue, "slow");
        await(heard);
        for (int i = 0; i < 3; i++) {
            jumpUntilRenewed(locks.get(0));
        }
        finish.countDown();
        await(acknowledged);
        session.close();
        assertThat(locks).hasSize(1);
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("RCV-05 CLIENT_ACKNOWLEDGE renews a lock for 5 minutes, then the message is released")
    void shouldEndAfterFiveMinutes() throws JMSException {
        PeekLock first = received(session, queue);
        for (int i = 0; i < RENEWALS; i++) {
            jumpUntilRenewed(first);
        }
        assertNotRenewed(Map.of("after 5 minutes", first));
        Message again = receive(autoSession().createConsumer(queue));
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThatExceptionOfType(MessageLockLostException.class).isThrownBy(first::complete);
    }

    @Test
    @DisplayName("RCV-05, VIS-09, VIS-11, GRP-02 a chosen lock and INDIVIDUAL_ACKNOWLEDGE are not renewed by default")
    void shouldKeepChosenLocksExact() throws JMSException {
        Map<String, PeekLock> locks = new LinkedHashMap<>();
        try (RestanteAdmin admin = administration()) {
            admin.createQueue("own", QueueOptions.defaults().withLockDuration(Duration.ofSeconds(30)));
            admin.policies()
                    .set(new Policy("policy.#", QueueOptions.defaults().withLockDuration(Duration.ofSeconds(30))));
        }
        locks.put("lock duration of the queue", received(session, queue("own")));
        locks.put("lock duration of a policy", received(session, queue("policy.orders")));
        send(queue, "consumer", "receive", "attempt", "repeated", "deferred");
        MessageConsumer consumer = session.createConsumer(queue);
        RestanteConsumer extended = RestanteConsumer.of(consumer);
        extended.setLockDuration(Duration.ofSeconds(30));
        locks.put("lock duration of the consumer", received(consumer));
        extended.setLockDuration(null);
        ReceiveOptions options = ReceiveOptions.defaults();
        locks.put(
                "lock duration of the receive",
                PeekLock.of(extended.receive(options.withLockDuration(Duration.ofSeconds(30)), PATIENCE_MILLIS)));
        locks.put("attempt id", PeekLock.of(extended.receive(options.withAttemptId("attempt"), PATIENCE_MILLIS)));
        extended.receive(options.withAttemptId("repeated"), PATIENCE_MILLIS);
        locks.put(
                "repeated attempt id",
                PeekLock.of(extended.receive(options.withAttemptId("repeated"), PATIENCE_MILLIS)));
        PeekLock deferred = received(consumer);
        deferred.defer();
        locks.put(
                "lock duration of a receive by number",
                PeekLock.of(RestanteSession.of(session)
                        .receiveDeferred(
                                queue,
                                List.of(deferred.sequenceNumber()),
                                options.withLockDuration(Duration.ofSeconds(30)))
                        .get(0)));
        sendGrouped();
        MessageConsumer ofGroup =
                RestanteSession.of(session).acceptGroup(queue("grouped"), "a").consumer();
        locks.put("accepted group", received(ofGroup));
        PeekLock renewed = received(session, queue);
        renewed.renew();
        locks.put("renewed", renewed);
        PeekLock changed = received(session, queue);
        changed.changeVisibility(Duration.ofSeconds(40));
        locks.put("changed", changed);
        locks.put(
                "INDIVIDUAL_ACKNOWLEDGE",
                received(connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE), queue));
        assertNotRenewed(locks);
    }

    private void sendGrouped() throws JMSException {
        try (Session sending = autoSession();
                MessageProducer producer = sending.createProducer(queue("grouped"))) {
            producer.send(grouped(sending, "a1"));
        }
    }

    @Test
    @DisplayName("RCV-05 a listener of an accepted group does not get renewed locks by default")
    void shouldKeepGroupsOfListenersExact() throws JMSException {
        CountDownLatch heard = new CountDownLatch(1);
        List<PeekLock> locks = new ArrayList<>();
        Session listening = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        RestanteSession.of(listening)
                .acceptGroup(queue("grouped"), "a")
                .consumer()
                .setMessageListener(message -> {
                    locks.add(PeekLock.of(message));
                    heard.countDown();
                });
        sendGrouped();
        await(heard);
        time.jump(Duration.ofMillis(1));
        assertNotRenewed(Map.of("listener of a group", locks.get(0)));
    }

    @Test
    @DisplayName("RCV-05 autoRenewLocksFor of zero renews no lock")
    void shouldNotRenewWithZero() throws JMSException {
        try (RestanteConnectionFactory exact = newFactory()) {
            exact.configure(Map.of("autoRenewLocksFor", "0s"));
            Connection other = exact.createConnection();
            other.start();
            assertNotRenewed(Map.of("zero", received(other.createSession(Session.CLIENT_ACKNOWLEDGE), queue)));
        }
    }

    @Test
    @DisplayName("RCV-05 RCV-12 a lost lock is not renewed, and the exception names queue, age, duration and remedy")
    void shouldNotReviveLostLocks() throws JMSException {
        PeekLock lost = received(session, queue);
        jumpUntilRenewed(lost);
        try (RestanteAdmin admin = administration()) {
            assertThat(admin.messages("q").breakLock(lost.sequenceNumber(), Duration.ZERO))
                    .isEqualTo(LockBreakResult.BROKEN);
        }
        assertNotRenewed(Map.of("broken", lost));
        assertThatExceptionOfType(MessageLockLostException.class)
                .isThrownBy(lost.message()::acknowledge)
                .withMessageMatching("The lock of message " + lost.sequenceNumber() + " of queue 'q' was lost.*received"
                        + " (4[89]|5\\d) s ago, and its lock duration is PT30S.*Set a longer lockDuration of the queue,"
                        + " renew locks in time, or set autoRenewLocksFor of the connection factory.*");
    }

    @Test
    @DisplayName("RCV-12 the log warns of expired locks that were not chosen, with queue, age, duration and remedy")
    void shouldWarnOfUnexpectedEnds() throws JMSException {
        Session individual = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        try (CapturedLog log = new CapturedLog(DeliveryReleaser.class)) {
            PeekLock chosen = received(individual, queue);
            chosen.renew();
            PeekLock unexpected = received(individual, queue);
            time.jump(Duration.ofSeconds(31));
            eventually("the log warns", () -> !warnings(log).isEmpty());
            assertThat(warnings(log))
                    .singleElement(InstanceOfAssertFactories.STRING)
                    .matches(".*WARN.*message " + unexpected.sequenceNumber() + " of queue 'q' expired.*received 3\\d s"
                            + " ago, and its lock duration is PT30S.*autoRenewLocksFor of the connection factory.*");
        }
    }

    private static List<String> warnings(CapturedLog log) {
        return log.lines().stream().filter(line -> line.contains("expired")).toList();
    }
}
