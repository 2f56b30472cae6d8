package dev.restante.feature.receive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.connection.ServerSessionFixture;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Selectors of consumers (SEL rules). A consumer receives the messages that match, and the rest stays (SEL-35). */
public abstract class SelectorContract extends JmsContract {

    private Session session;
    private int queues;

    @BeforeEach
    final void openSession() throws JMSException {
        session = autoSession();
    }

    /**
     * Sends four messages, receives the messages that match, and then the rest. Message a has all properties, b has
     * other values, c has texts only, and d has no properties.
     */
    private void assertSelects(String selector, String... expected) throws JMSException {
        queues++;
        Queue queue = session.createQueue("q" + queues);
        sendAll(queue);
        List<String> matching = new ArrayList<>();
        try (MessageConsumer consumer = session.createConsumer(queue, selector)) {
            assertThat(consumer.getMessageSelector()).isEqualTo(selector);
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                matching.add(text(next));
            }
        }
        assertThat(matching).as(selector).containsExactly(expected);
        List<String> rest = new ArrayList<>(List.of("a", "b", "c", "d"));
        rest.removeAll(matching);
        assertThat(drain(queue))
                .as("messages that selector '" + selector + "' left")
                .isEqualTo(rest);
    }

    private void sendAll(Queue queue) throws JMSException {
        try (MessageProducer producer = session.createProducer(queue)) {
            TextMessage first = session.createTextMessage("a");
            first.setIntProperty("n", 5);
            first.setLongProperty("big", Long.MIN_VALUE);
            first.setDoubleProperty("x", 2.5);
            first.setByteProperty("tiny", (byte) 127);
            first.setBooleanProperty("flag", true);
            first.setStringProperty("s", "it's");
            first.setStringProperty("$_money", "\u20ac");
            first.setJMSType("car");
            first.setJMSCorrelationID("c1");
            producer.send(first, DeliveryMode.PERSISTENT, 4, 0);
            TextMessage second = session.createTextMessage("b");
            second.setIntProperty("n", -3);
            second.setLongProperty("big", 29);
            second.setDoubleProperty("x", 6.2);
            second.setByteProperty("tiny", (byte) 1);
            second.setBooleanProperty("flag", false);
            second.setStringProperty("s", "a_b%\n.*c");
            second.setJMSType("bus");
            producer.send(second, DeliveryMode.NON_PERSISTENT, 4, 0);
            TextMessage third = session.createTextMessage("c");
            third.setStringProperty("n", "5");
            third.setStringProperty("x", "2.5");
            third.setStringProperty("flag", "true");
            third.setStringProperty("s", "");
            producer.send(third);
            producer.send(session.createTextMessage("d"));
        }
    }

    @Test
    @DisplayName(
            "SEL-01 without a selector, or with an empty one, a consumer has a null selector and receives all messages")
    void shouldTakeEverythingWithoutASelector() throws JMSException {
        for (String none : new String[] {null, "", "  "}) {
            Queue queue = session.createQueue("q");
            send(session, queue, "m");
            try (MessageConsumer consumer = session.createConsumer(queue, none)) {
                assertThat(consumer.getMessageSelector()).isNull();
                assertThat(text(receive(consumer))).isEqualTo("m");
            }
        }
    }

    @Test
    @DisplayName("SEL-02, SEL-03, SEL-04, SEL-06, SEL-14, SEL-18, SEL-34 an invalid selector is rejected immediately")
    void shouldRefuseWrongSelectors() throws JMSException {
        Queue queue = session.createQueue("q");
        String[] wrong = {
            "n =",
            "n = 5 5",
            "(n = 5",
            "n + 5",
            "n > 'x'",
            "n <= 'x'",
            "'x' > TRUE",
            "n BETWEEN 'a' AND 'b'",
            "n IN (1, 2)",
            "s LIKE 7",
            "TRUE = 0",
            "NULL = 0",
            "JMSDestination = 'q'",
            "JMSExpiration > 0",
            "JMSRedelivered",
            "like = 1",
            "Null = 1",
            "n != 5",
            "n == 5",
            "n = 5 -- five",
            "s LIKE 'a' ESCAPE 'xx'",
            "s = 'open"
        };
        for (String selector : wrong) {
            assertThatExceptionOfType(InvalidSelectorException.class)
                    .as(selector)
                    .isThrownBy(() -> session.createConsumer(queue, selector));
            assertThatExceptionOfType(InvalidSelectorException.class)
                    .as(selector)
                    .isThrownBy(() -> session.createConsumer(queue, selector, false));
        }
        try (JMSContext context = factory.createContext()) {
            assertThatExceptionOfType(InvalidSelectorRuntimeException.class)
                    .isThrownBy(() -> context.createConsumer(queue, "n ="));
        }
    }

    @Test
    @DisplayName(
            "SEL-05, SEL-21, SEL-31, SEL-32, SEL-33 only TRUE matches, an unknown value does not, and IS NULL is known")
    void shouldKnowThreeTruths() throws JMSException {
        assertSelects("n = 5", "a");
        assertSelects("NOT (n = 5)", "b", "c");
        assertSelects("n = 5 OR n IS NULL", "a", "d");
        assertSelects("s IS NOT NULL", "a", "b", "c");
        assertSelects("absent IS NULL", "a", "b", "c", "d");
        assertSelects("absent = 1 OR NOT (absent = 1)");
        assertSelects("absent = 1 AND n = 5");
        assertSelects("absent = 1 OR n = 5", "a");
        assertSelects("flag", "a");
        assertSelects("NOT flag", "b");
        assertSelects("n");
    }

    @Test
    @DisplayName("SEL-06, SEL-07, SEL-08, SEL-09 a selector can use six headers, and names of JMSX and JMS_ properties")
    void shouldSelectByHeaders() throws JMSException {
        assertSelects("JMSType = 'car'", "a");
        assertSelects("JMSType IS NULL", "c", "d");
        assertSelects("JMSCorrelationID = 'c1'", "a");
        assertSelects("JMSDeliveryMode = 'NON_PERSISTENT'", "b");
        assertSelects("JMSDeliveryMode = 'PERSISTENT'", "a", "c", "d");
        assertSelects("JMSPriority = 4 AND JMSTimestamp > 0 AND JMSMessageID LIKE 'ID:%'", "a", "b", "c", "d");
        assertSelects("JMSXGroupID = 'g' OR JMS_RESTANTE_Nothing = 1");
    }

    @Test
    @DisplayName("SEL-10, SEL-11, SEL-12, SEL-13, SEL-15, SEL-16 a selector has literals, identifiers and white space")
    void shouldReadLiterals() throws JMSException {
        assertSelects("s = 'it''s'", "a");
        assertSelects("$_money = '\u20ac'", "a");
        assertSelects("big = -9223372036854775808", "a");
        assertSelects("big = -9223372036854775808L", "a");
        assertSelects("big = 0x1d", "b");
        assertSelects("big = 035", "b");
        assertSelects("x < 7. AND x > .7e1", new String[0]);
        assertSelects("x = +6.2", "b");
        assertSelects("x > -57.9E2", "a", "b");
        assertSelects("N = 5");
        assertSelects("flag = tRuE", "a");
        assertSelects("\tn\f=\r\n5 ", "a");
        assertSelects("n=5aNd(flag=true)".replace("5aNd", "5 aNd "), "a");
    }

    @Test
    @DisplayName("SEL-17, SEL-19, SEL-20, SEL-22, SEL-23 operators have a precedence, and comparisons convert no types")
    void shouldCompare() throws JMSException {
        assertSelects("n = 5 OR n = -3 AND flag", "a");
        assertSelects("(n = 5 OR n = -3) AND NOT flag", "b");
        assertSelects("n < 5.5 AND n > 4.5", "a");
        assertSelects("n <> 5", "b");
        assertSelects("n >= -3", "a", "b");
        assertSelects("flag <> TRUE", "b");
        assertSelects("s <> ''", "a", "b");
        assertSelects("s = 'IT''S'");
        assertSelects("NOT (n = 5) AND NOT (flag = TRUE)", "b", "c");
    }

    @Test
    @DisplayName("SEL-24, SEL-25 arithmetic works as in Java, and an impossible computation matches nothing")
    void shouldCompute() throws JMSException {
        assertSelects("n / 2 = 2", "a");
        assertSelects("-n * 2 + 1 = 7", "b");
        assertSelects("tiny + 1 = 128", "a");
        assertSelects("n / 0 = 1 OR n / 0 <> 1");
        assertSelects("big - 1 > 0", "a", "b");
    }

    @Test
    @DisplayName("SEL-26, SEL-27, SEL-28 a selector supports BETWEEN and IN, and their negations")
    void shouldKnowRangesAndSets() throws JMSException {
        assertSelects("n BETWEEN -3 AND 4", "b");
        assertSelects("n NOT BETWEEN -3 AND 4", "a");
        assertSelects("JMSType IN ('car', 'tram')", "a");
        assertSelects("JMSType NOT IN ('car', 'tram')", "b");
        assertSelects("x NOT IN ('2.5')");
        assertSelects("x IN ('2.5')", "c");
    }

    @Test
    @DisplayName("SEL-29, SEL-30 LIKE supports wildcards and escapes, across lines, and matches only texts")
    void shouldKnowPatterns() throws JMSException {
        assertSelects("s LIKE 'it_s'", "a");
        assertSelects("s LIKE 'a%c'", "b");
        assertSelects("s LIKE 'a#_b#%%' ESCAPE '#'", "b");
        assertSelects("s LIKE ''", "c");
        assertSelects("s LIKE '%.*_'", "b");
        assertSelects("s NOT LIKE '%s'", "b", "c");
        assertSelects("n LIKE '5'", "c");
        assertSelects("n NOT LIKE '6'", "c");
    }

    @Test
    @DisplayName(
            "SEL-35 BEY-05 a listener with a selector gets a match behind thousands of messages, and later matches")
    void shouldListen() throws Exception {
        Queue queue = session.createQueue("q");
        try (Session sending = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = sending.createProducer(queue)) {
            for (int i = 0; i < 3_000; i++) {
                producer.send(sending.createTextMessage("no"));
            }
            TextMessage wanted = sending.createTextMessage("behind");
            wanted.setStringProperty("colour", "red");
            producer.send(wanted);
            sending.commit();
        }
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        try (Session listening = connection.createSession();
                MessageConsumer consumer = listening.createConsumer(queue, "colour = 'red'")) {
            consumer.setMessageListener(message -> {
                try {
                    received.add(text(message));
                } catch (JMSException e) {
                    received.add(e.toString());
                }
            });
            assertThat(received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("behind");
            TextMessage late = session.createTextMessage("late");
            late.setStringProperty("colour", "red");
            send(session, queue, "no");
            session.createProducer(queue).send(late);
            assertThat(received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("late");
        }
        assertThat(received).isEmpty();
        assertThat(drain(queue)).hasSize(3_001).containsOnly("no");
    }

    @Test
    @DisplayName("SEL-35 a rollback returns messages to the consumer with the selector, before later messages")
    void shouldRollBack() throws JMSException {
        Queue queue = session.createQueue("q");
        for (int i = 0; i < 10; i++) {
            TextMessage message = session.createTextMessage("m" + i);
            message.setIntProperty("odd", i % 2);
            session.createProducer(queue).send(message);
        }
        try (Session transacted = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = transacted.createConsumer(queue, "odd = 1")) {
            assertThat(text(receive(consumer))).isEqualTo("m1");
            assertThat(text(receive(consumer))).isEqualTo("m3");
            transacted.rollback();
            for (String expected : List.of("m1", "m3", "m5", "m7", "m9")) {
                Message message = receive(consumer);
                assertThat(text(message)).isEqualTo(expected);
                assertThat(message.getJMSRedelivered())
                        .isEqualTo(List.of("m1", "m3").contains(expected));
            }
            assertNothing(consumer);
            transacted.commit();
        }
        assertThat(drain(queue)).containsExactly("m0", "m2", "m4", "m6", "m8");
    }

    @Test
    @DisplayName("SEL-35 consumers of the queue API and of the simplified API support selectors, too")
    void shouldSelectInEveryApi() throws JMSException {
        Queue queue = session.createQueue("q");
        sendAll(queue);
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(queue, "n = 5")) {
            assertThat(consumer.getMessageSelector()).isEqualTo("n = 5");
            assertThat(consumer.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
            assertThat(consumer.receiveBodyNoWait(String.class)).isNull();
        }
        try (QueueConnection classic = factory.createQueueConnection();
                QueueSession receiving = classic.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
                QueueReceiver receiver = receiving.createReceiver(queue, "n = -3")) {
            classic.start();
            assertThat(text(receive(receiver))).isEqualTo("b");
            assertNothing(receiver);
        }
        assertThat(drain(queue)).containsExactly("c", "d");
    }

    @Test
    @DisplayName("BEY-10 a selector with identifiers of Artemis selects by the headers of the message")
    void shouldSelectByIdentifiersOfArtemis() throws JMSException {
        Queue queue = session.createQueue("q");
        try (MessageProducer producer = session.createProducer(queue)) {
            producer.send(session.createTextMessage("low"), DeliveryMode.PERSISTENT, 1, 0);
            producer.send(session.createTextMessage("high"), DeliveryMode.PERSISTENT, 8, 0);
            producer.send(session.createTextMessage("volatile"), DeliveryMode.NON_PERSISTENT, 1, 0);
        }
        try (MessageConsumer urgent = session.createConsumer(queue, "AMQPriority > 7");
                MessageConsumer volatiles = session.createConsumer(queue, "AMQDurable = 'NON_DURABLE'")) {
            assertThat(text(receive(urgent))).isEqualTo("high");
            assertNothing(urgent);
            assertThat(text(receive(volatiles))).isEqualTo("volatile");
            assertThat(volatiles.getMessageSelector()).isEqualTo("AMQDurable = 'NON_DURABLE'");
        }
        assertThat(drain(queue)).containsExactly("low");
    }

    @Test
    @DisplayName("BEY-10 a consumer, browser, subscription or filter with an unsupported identifier is rejected")
    void shouldRefuseIdentifiersOfOtherProviders() throws JMSException {
        Queue queue = session.createQueue("q");
        Topic topic = session.createTopic("t");
        String selector = "JMS_IBM_PutDate = '20261123'";
        List<ThrowingCallable> calls = List.of(
                () -> session.createConsumer(queue, selector),
                () -> session.createBrowser(queue, selector).getEnumeration(),
                () -> session.createConsumer(topic, selector),
                () -> session.createSharedDurableConsumer(topic, "s", selector));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(InvalidSelectorException.class)
                    .isThrownBy(call)
                    .withMessageContaining("JMS_IBM_PutDate of IBM MQ (use JMSTimestamp)");
        }
        MessageFilter filter = MessageFilter.all().withSelector(selector);
        assertThat(filter.selectorProblem()).get().asString().contains("JMSTimestamp");
        try (RestanteAdmin admin = administration()) {
            send(session, queue, "m");
            assertThatExceptionOfType(InvalidSelectorException.class)
                    .isThrownBy(() -> admin.messages("q").purge(filter));
        }
        assertThat(drain(queue)).containsExactly("m");
    }

    @Test
    @DisplayName(
            "SEL-35 consumers of temporary and dead-letter queues support selectors, also for dead-letter properties")
    void shouldSelectInQueuesOfAllKinds() throws JMSException {
        Queue temporary = session.createTemporaryQueue();
        sendAll(temporary);
        try (MessageConsumer consumer = session.createConsumer(temporary, "n = -3")) {
            assertThat(text(receive(consumer))).isEqualTo("b");
            assertNothing(consumer);
        }

        Queue queue = session.createQueue("q");
        send(queue, "good", "bad");
        try (Session locking = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = locking.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).deadLetter("Fine", null, Map.of());
            PeekLock.of(receive(consumer)).deadLetter("Rotten", "smells", Map.of("step", 3));
        }
        Queue deadLetters = session.createQueue("q/$DeadLetterQueue");
        try (MessageConsumer consumer = session.createConsumer(
                deadLetters, "DeadLetterReason = 'Rotten' AND DeadLetterSource = 'q' AND step = 3")) {
            assertThat(text(receive(consumer))).isEqualTo("bad");
            assertNothing(consumer);
        }
    }

    @Test
    @DisplayName("ASF-02 a connection consumer with a selector loads the messages that match, and leaves the rest")
    void shouldSelectForServerSessions() throws Exception {
        Queue queue = session.createQueue("q");
        sendAll(queue);
        List<String> heard = new CopyOnWriteArrayList<>();
        CountDownLatch both = new CountDownLatch(2);
        ServerSessionFixture.Pool pool = new ServerSessionFixture.Pool(
                message -> {
                    heard.add(ServerSessionFixture.textOf(message));
                    both.countDown();
                },
                autoSession());
        ConnectionConsumer consumer = connection.createConnectionConsumer(queue, "n < 6", pool, 3);
        await(both);
        consumer.close();
        assertThat(heard).containsExactly("a", "b");
        assertThat(drain(queue)).containsExactly("c", "d");
    }
}
