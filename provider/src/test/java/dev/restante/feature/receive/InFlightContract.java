package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In-flight limit of queues and subscriptions. */
public abstract class InFlightContract extends JmsContract {

    private RestanteAdmin admin;
    private Session session;
    private Queue queue;

    @BeforeEach
    final void openSession() throws JMSException {
        admin = factory.admin();
        admin.createQueue("q", QueueOptions.defaults().withMaxInFlight(2));
        session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        queue = session.createQueue("q");
    }

    @AfterEach
    final void closeAdministration() {
        admin.close();
    }

    static void assertOverLimit(ThrowingCallable call) {
        assertThatExceptionOfType(JMSException.class).isThrownBy(call).satisfies(refused -> {
            assertThat(refused.getErrorCode()).isEqualTo("RESTANTE-IN-FLIGHT-LIMIT");
            assertThat(refused).hasMessageContaining("a retry can succeed");
        });
    }

    @Test
    @DisplayName("VIS-06 the default in-flight limit is 120,000, and another limit is at least 1")
    void shouldHaveADefault() throws JMSException {
        assertThat(QueueOptions.defaults().maxInFlight()).isEqualTo(120_000);
        assertThat(admin.queue("q").options().maxInFlight()).isEqualTo(2);
        assertThat(QueueOptions.defaults()
                        .withMaxInFlight(7)
                        .withMaxInFlight(null)
                        .maxInFlight())
                .isEqualTo(120_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QueueOptions.defaults().withMaxInFlight(0));
    }

    @Test
    @DisplayName("VIS-06 at the in-flight limit, receiveNoWait fails, and after a settlement it continues in order")
    void shouldRefuseAtTheQuota() throws JMSException {
        send(queue, "a", "b", "c", "d");
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = receive(consumer);
        Message second = receive(consumer);
        assertThat(admin.statistics("q").inFlight()).isEqualTo(2);
        assertOverLimit(consumer::receiveNoWait);
        assertOverLimit(session.createConsumer(queue, "kind IS NULL")::receiveNoWait);
        second.acknowledge();
        Message third = consumer.receiveNoWait();
        assertThat(text(third)).isEqualTo("c");
        assertOverLimit(consumer::receiveNoWait);
        PeekLock.of(first).abandon();
        assertThat(text(consumer.receiveNoWait())).isEqualTo("a");
    }

    @Test
    @DisplayName("VIS-06 at the in-flight limit, a receive with a timeout waits until a message is settled")
    void shouldWaitAtTheQuota() throws Exception {
        send(queue, "a", "b", "c");
        MessageConsumer consumer = session.createConsumer(queue);
        Message first = receive(consumer);
        receive(consumer);
        assertThat(consumer.receive(BRIEFLY_MILLIS)).isNull();
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        PeekLock.of(first).complete();
        assertThat(text(result(waiting))).isEqualTo("c");
    }

    @Test
    @DisplayName("VIS-06 an expired lock frees an in-flight slot")
    void shouldGoOnWhenALockEnds() throws Exception {
        send(queue, "a", "b", "c");
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        time.jump(Duration.ofSeconds(20));
        receive(consumer);
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        time.jump(Duration.ofSeconds(20));
        assertThat(text(result(waiting))).isIn("a", "c");
        assertOverLimit(consumer::receiveNoWait);
    }

    @Test
    @DisplayName("VIS-06 a listener waits at the in-flight limit, and continues with each message that is settled")
    void shouldPaceAListener() throws Exception {
        String[] texts = new String[50];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = "m" + i;
        }
        send(queue, texts);
        BlockingQueue<Message> received = new LinkedBlockingQueue<>();
        session.createConsumer(queue).setMessageListener(received::add);
        List<String> order = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            Message message = received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            assertThat(received).hasSizeLessThan(2);
            order.add(text(message));
            message.acknowledge();
        }
        assertThat(order).containsExactly(texts);
    }

    @Test
    @DisplayName("VIS-06 many consumers together never exceed the in-flight limit, and receive all messages")
    void shouldBeExact() throws Exception {
        int consumers = 8;
        int messages = 400;
        String[] texts = new String[messages];
        for (int i = 0; i < messages; i++) {
            texts[i] = "m" + i;
        }
        send(queue, texts);
        AtomicInteger inHands = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        List<CompletableFuture<Integer>> all = new ArrayList<>();
        for (int i = 0; i < consumers; i++) {
            all.add(onOtherThread(() -> {
                int own = 0;
                try (Session mine = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                        MessageConsumer consumer = mine.createConsumer(queue)) {
                    while (done.get() < messages) {
                        Message message = consumer.receive(BRIEFLY_MILLIS);
                        if (message != null) {
                            most.accumulateAndGet(inHands.incrementAndGet(), Math::max);
                            Thread.onSpinWait();
                            inHands.decrementAndGet();
                            message.acknowledge();
                            done.incrementAndGet();
                            own++;
                        }
                    }
                }
                return own;
            }));
        }
        int sum = 0;
        for (CompletableFuture<Integer> own : all) {
            sum += result(own);
        }
        assertThat(sum).isEqualTo(messages);
        assertThat(most).hasValueLessThanOrEqualTo(2);
        assertThat(admin.statistics("q").inFlight()).isZero();
    }

    @Test
    @DisplayName("VIS-06, RCV-11 deferred messages do not count for the limit until they are received by number")
    void shouldCountDeferredOnesThatAreReceived() throws JMSException {
        send(queue, "a", "b", "c");
        MessageConsumer consumer = session.createConsumer(queue);
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            PeekLock lock = PeekLock.of(receive(consumer));
            numbers.add(lock.sequenceNumber());
            lock.defer();
        }
        RestanteSession extended = RestanteSession.of(session);
        assertOverLimit(() -> extended.receiveDeferred(queue, numbers));
        assertThat(extended.listDeferred(queue, 0, 10)).hasSize(3);
        List<Message> received = extended.receiveDeferred(queue, numbers.subList(0, 2));
        assertThat(received).hasSize(2);
        send(queue, "d");
        assertOverLimit(consumer::receiveNoWait);
        assertOverLimit(() -> extended.receiveDeferred(queue, numbers.get(2)));
        received.get(0).acknowledge();
        assertThat(text(consumer.receiveNoWait())).isEqualTo("d");
    }

    @Test
    @DisplayName("VIS-06 browsing, RECEIVE_AND_DELETE and prefetched messages are not limited")
    void shouldLimitHoldsOnly() throws JMSException {
        send(queue, "a", "b", "c", "d", "e");
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);
        Enumeration<?> browsed = session.createBrowser(queue).getEnumeration();
        assertThat(Collections.list(browsed)).hasSize(5);
        try (Session deleting = connection.createSession(RestanteSessionModes.RECEIVE_AND_DELETE);
                MessageConsumer third = deleting.createConsumer(queue)) {
            assertThat(text(third.receiveNoWait())).isEqualTo("c");
            assertThat(text(receive(third))).isEqualTo("d");
        }
        assertOverLimit(consumer::receiveNoWait);
        assertThat(admin.statistics("q").available()).isEqualTo(1);
    }

    @Test
    @DisplayName("VIS-06, BEY-04 a higher in-flight limit lets waiting consumers continue")
    void shouldFollowTheOption() throws Exception {
        send(queue, "a", "b", "c");
        MessageConsumer consumer = session.createConsumer(queue);
        receive(consumer);
        receive(consumer);
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> consumer.receive(PATIENCE_MILLIS));
        admin.alterQueue("q", QueueOptions.defaults().withMaxInFlight(3));
        assertThat(text(result(waiting))).isEqualTo("c");
    }

    @Test
    @DisplayName("VIS-06, SES-14 a consumer that waits at the in-flight limit can be closed, and another one continues")
    void shouldCloseWhileWaiting() throws Exception {
        send(queue, "a", "b", "c");
        MessageConsumer holder = session.createConsumer(queue);
        Message first = receive(holder);
        receive(holder);
        Session other = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer closing = other.createConsumer(queue);
        CompletableFuture<Message> none = waitingOnOtherThread(() -> closing.receive(PATIENCE_MILLIS));
        Session third = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer next = third.createConsumer(queue);
        CompletableFuture<Message> waiting = waitingOnOtherThread(() -> next.receive(PATIENCE_MILLIS));
        closing.close();
        assertThat(result(none)).isNull();
        first.acknowledge();
        assertThat(text(result(waiting))).isEqualTo("c");
    }

    @Test
    @DisplayName("VIS-06 messages of a transaction count until it ends, and a subscription has an in-flight limit, too")
    void shouldCountTransactionsAndSubscriptions() throws JMSException {
        admin.topics().create("t", dev.restante.admin.TopicOptions.defaults());
        admin.topics()
                .createSubscription(
                        "t", null, "s", true, null, QueueOptions.defaults().withMaxInFlight(2));
        Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
        Topic topic = transacted.createTopic("t");
        for (String text : new String[] {"a", "b", "c"}) {
            transacted.createProducer(topic).send(transacted.createTextMessage(text));
        }
        transacted.commit();
        MessageConsumer consumer = transacted.createSharedDurableConsumer(topic, "s");
        receive(consumer);
        receive(consumer);
        assertOverLimit(consumer::receiveNoWait);
        transacted.commit();
        assertThat(text(consumer.receiveNoWait())).isEqualTo("c");
        transacted.rollback();
        assertThat(text(receive(consumer))).isEqualTo("c");
        transacted.commit();
    }
}
