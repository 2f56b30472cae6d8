package dev.restante.feature.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RestanteAdmin;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedEntity;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("message observers")
class ObserverTest extends JmsContract {

    private static final AtomicInteger STORES = new AtomicInteger();

    /** Calls of the observer, in order: beginnings, returns and ends of operations. */
    private final List<String> told = new CopyOnWriteArrayList<>();

    private final MessageObserver observer = new Notes();

    private Queue queue;

    @Override
    public String newStoreUrl(Path emptyDirectory) {
        return "jdbc:hsqldb:mem:observed" + STORES.incrementAndGet();
    }

    /** Observer that records all its calls. */
    private final class Notes implements MessageObserver {

        private ObservedOperation begin(String what) {
            told.add(what);
            Thread beginning = Thread.currentThread();
            String name = what.substring(0, what.indexOf(' '));
            return new ObservedOperation() {
                @Override
                public void callReturned() {
                    told.add(name + (Thread.currentThread() == beginning ? " left" : " left on another thread"));
                }

                @Override
                public void ended(@Nullable Throwable failure) {
                    told.add(name + " ended" + (failure == null ? "" : ": " + failure.getMessage()));
                }
            };
        }

        @Override
        public ObservedOperation sendStarted(MessageToSend message) {
            message.setProperty("seen", "yes");
            return begin("send " + message.entity().name());
        }

        @Override
        public void received(List<DeliveredMessage> messages, Duration waitTime) {
            told.add("received " + messages.size() + " from " + messages.get(0).entity());
        }

        @Override
        public ObservedOperation processStarted(DeliveredMessage message) {
            return begin("process " + message.entity().name() + " " + message.deliveryCount());
        }

        @Override
        public ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
            return begin(kind.text() + " " + messages.size());
        }
    }

    @BeforeEach
    void observe() throws JMSException {
        queue = queue("q");
        factory.addObserver(observer);
    }

    private List<String> heard() {
        List<String> all = List.copyOf(told);
        told.clear();
        return all;
    }

    @Test
    @DisplayName("an observer is told of a send, can add properties, and leaves the sender's message unchanged")
    void shouldHearOfSends() throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            TextMessage message = session.createTextMessage("a");
            message.setStringProperty("own", "kept");
            producer.send(message);
            assertThat(heard()).containsExactly("send q", "send left", "send ended");
            assertThat(message.propertyExists("seen")).isFalse();
            Message received = receive(consumer);
            assertThat(received.getStringProperty("seen")).isEqualTo("yes");
            assertThat(received.getStringProperty("own")).isEqualTo("kept");
        }
    }

    @Test
    @DisplayName("an observer is told why a send was rejected")
    void shouldHearOfRefusedSends() throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            admin.disable("q");
            assertThatThrownBy(() -> producer.send(session.createTextMessage("a")))
                    .isInstanceOf(JMSException.class);
        }
        assertThat(heard()).hasSize(3).last().asString().startsWith("send ended: ");
    }

    @Test
    @DisplayName("an observer is told of the end of an asynchronous send before the completion listener")
    void shouldHearOfAsynchronousSends() throws JMSException {
        CountDownLatch completed = new CountDownLatch(1);
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            producer.send(session.createTextMessage("a"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    told.add("completed");
                    completed.countDown();
                }

                @Override
                public void onException(Message message, Exception exception) {
                    told.add("failed");
                }
            });
            await(completed);
        }
        List<String> all = heard();
        assertThat(all).contains("send left").hasSize(4);
        assertThat(all.indexOf("send ended")).isBetween(1, all.indexOf("completed") - 1);
    }

    @Test
    @DisplayName(
            "an observer is told of received messages, and of their acknowledgement when the application continues")
    void shouldHearOfReceives() throws JMSException {
        send(queue, "a", "b");
        told.clear();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            receive(consumer);
            assertThat(heard())
                    .containsExactly("received 1 from "
                            + new ObservedEntity("q", ObservedEntity.ObservedEntityKind.QUEUE, true));
            receive(consumer);
            assertThat(heard())
                    .containsExactly(
                            "complete 1",
                            "complete ended",
                            "complete left",
                            "received 1 from "
                                    + new ObservedEntity("q", ObservedEntity.ObservedEntityKind.QUEUE, true));
            assertNothing(consumer);
            assertThat(heard()).contains("complete 1").noneMatch(each -> each.startsWith("received"));
        }
    }

    @Test
    @DisplayName("an observer is told of listener calls, of their exceptions, and of the settlement of the message")
    void shouldHearOfListeners() throws JMSException {
        send(queue, "a");
        told.clear();
        CountDownLatch called = new CountDownLatch(2);
        AtomicInteger calls = new AtomicInteger();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                called.countDown();
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("not today");
                }
            });
            await(called);
        }
        assertThat(heard())
                .containsExactly(
                        "process q 1",
                        "process left",
                        "process ended: not today",
                        "release 1",
                        "release left",
                        "release ended",
                        "process q 2",
                        "process left",
                        "process ended",
                        "complete 1",
                        "complete left",
                        "complete ended");
    }

    @Test
    @DisplayName("an observer is told of each settlement by the application, with its kind")
    void shouldHearOfPeekLocks() throws JMSException {
        send(queue, "a", "b", "c", "d");
        told.clear();
        try (Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).complete();
            PeekLock.of(receive(consumer)).deadLetter("Because", null, Map.of());
            PeekLock.of(receive(consumer)).defer();
            PeekLock.of(receive(consumer)).abandon(Map.of(), Duration.ofHours(1));
        }
        assertThat(heard().stream().filter(each -> each.endsWith(" 1")))
                .containsExactly("complete 1", "dead-letter 1", "defer 1", "abandon 1");
    }

    @Test
    @DisplayName("an observer is told once of an acknowledgement, commit or rollback of several messages")
    void shouldHearOfBatches() throws JMSException {
        send(queue, "a", "b", "c");
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            receive(consumer);
            Message second = receive(consumer);
            told.clear();
            second.acknowledge();
            assertThat(heard()).containsExactly("complete 2", "complete left", "complete ended");
        }
        send(queue, "d");
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue)) {
            session.commit();
            receive(consumer);
            receive(consumer);
            told.clear();
            session.rollback();
            assertThat(heard()).containsExactly("rollback 2", "rollback left", "rollback ended");
            receive(consumer);
            told.clear();
            session.commit();
            assertThat(heard()).containsExactly("commit 1", "commit left", "commit ended");
            session.commit();
            assertThat(heard()).isEmpty();
        }
    }

    @Test
    @DisplayName("an observer sees how long a message was available, and how long it has been in flight")
    void shouldSeeTimes() throws JMSException {
        List<Duration> times = new CopyOnWriteArrayList<>();
        factory.addObserver(new MessageObserver() {
            @Override
            public ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
                times.add(messages.get(0).timeAvailable());
                times.add(messages.get(0).timeInFlight());
                return failure -> {};
            }
        });
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(queue)) {
            producer.setDeliveryDelay(Duration.ofMinutes(1).toMillis());
            producer.send(session.createTextMessage("later"));
            time.jump(Duration.ofMinutes(3));
            try (MessageConsumer consumer = session.createConsumer(queue)) {
                Message message = receive(consumer);
                time.jump(Duration.ofSeconds(10));
                message.acknowledge();
            }
        }
        assertThat(times.get(0))
                .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(2).plusSeconds(30));
        assertThat(times.get(1)).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    @Test
    @DisplayName("an observer sees the subscription of a received message, and the topic to which it was sent")
    void shouldSeeSubscriptions() throws JMSException {
        List<String> seen = new CopyOnWriteArrayList<>();
        factory.addObserver(new MessageObserver() {
            @Override
            public @Nullable ObservedOperation sendStarted(MessageToSend message) {
                seen.add(message.entity().toString());
                return null;
            }

            @Override
            public void received(List<DeliveredMessage> messages, Duration took) {
                seen.add(messages.get(0).originalDestination() + " "
                        + messages.get(0).entity());
            }
        });
        try (Session session = connection.createSession()) {
            Topic topic = session.createTopic("news");
            try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s");
                    MessageProducer producer = session.createProducer(topic)) {
                producer.send(session.createTextMessage("a"));
                receive(consumer);
            }
        }
        assertThat(seen)
                .first()
                .isEqualTo(new ObservedEntity("news", ObservedEntity.ObservedEntityKind.TOPIC, true).toString());
        assertThat(seen)
                .last()
                .asString()
                .startsWith("news ObservedEntity[name=news/Subscriptions/")
                .contains("SUBSCRIPTION");
    }

    @Test
    @DisplayName("an observer that throws affects neither messages nor other observers")
    void shouldSurviveThrowingObservers() throws JMSException {
        factory.removeObserver(observer);
        factory.addObserver(new MessageObserver() {
            @Override
            public ObservedOperation sendStarted(MessageToSend message) {
                throw new IllegalStateException("broken observer");
            }

            @Override
            public void received(List<DeliveredMessage> messages, Duration took) {
                throw new IllegalStateException("broken observer");
            }

            @Override
            public ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
                return failure -> {
                    throw new IllegalStateException("broken observer");
                };
            }
        });
        factory.addObserver(observer);
        send(queue, "a");
        assertThat(drain(queue)).containsExactly("a");
        assertThat(told)
                .contains(
                        "send ended",
                        "received 1 from " + new ObservedEntity("q", ObservedEntity.ObservedEntityKind.QUEUE, true),
                        "complete ended");
    }

    @Test
    @DisplayName("an observer cannot add a property that an application cannot set")
    void shouldRefuseNames() throws JMSException {
        factory.addObserver(new MessageObserver() {
            @Override
            public @Nullable ObservedOperation sendStarted(MessageToSend message) {
                try {
                    message.setProperty("trace-parent", "x");
                } catch (IllegalArgumentException refused) {
                    told.add("refused");
                }
                return null;
            }
        });
        send(queue, "a");
        assertThat(told).containsOnlyOnce("refused");
        assertThat(drain(queue)).containsExactly("a");
    }

    @Test
    @DisplayName("a removed observer is told nothing")
    void shouldForgetObservers() throws JMSException {
        factory.removeObserver(observer);
        send(queue, "a");
        drain(queue);
        assertThat(told).isEmpty();
    }
}
