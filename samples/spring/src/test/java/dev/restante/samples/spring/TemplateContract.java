package dev.restante.samples.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;
import org.springframework.jms.connection.JmsTransactionManager;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.core.MessagePostProcessor;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Contract test of JmsTemplate with a connection for each call, CachingConnectionFactory, pooled-jms and
 * JmsTransactionManager.
 */
abstract class TemplateContract extends SpringContract {

    private static final int CALLS = 100;

    /** Returns the threads of the open nodes' connection pools, one for each node. */
    private static Set<Thread> nodeThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("restante:housekeeper"))
                .collect(Collectors.toSet());
    }

    private void sendAndReceive(JmsTemplate used, String queue) throws JMSException {
        List<String> sent = IntStream.range(0, CALLS).mapToObj(i -> "m" + i).toList();
        sent.forEach(text -> used.convertAndSend(queue, text));
        List<String> received = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            received.add((String) used.receiveAndConvert(queue));
        }
        assertThat(received).isEqualTo(sent);
        assertEmpty(queue);
    }

    @Test
    @DisplayName(
            "with a connection for each call, order is kept, the node stays open, and no connection is left behind")
    void shouldConnectForEachCall() throws JMSException {
        String queue = queue("per-call");
        keeper.close();
        Footprint before = Footprint.now();
        Set<Thread> node = nodeThreads();
        assertThat(node).hasSize(1);
        sendAndReceive(template, queue);
        assertThat(nodeThreads()).as("threads of the node").isEqualTo(node);
        before.awaitNoMoreOfConnections();
    }

    @Test
    @DisplayName("both a new consumer for each message and a cached consumer receive a backlog in order")
    void shouldReceiveFromABacklog() throws JMSException {
        String queue = queue("backlog");
        CachingConnectionFactory caching = new CachingConnectionFactory(factory);
        JmsTemplate sender = template(caching);
        IntStream.range(0, 1_500).forEach(i -> sender.convertAndSend(queue, "m" + i));
        for (int i = 0; i < 50; i++) {
            assertThat(receiveText(queue)).isEqualTo("m" + i);
        }
        JmsTemplate cached = template(caching);
        for (int i = 50; i < 1_500; i++) {
            assertThat(cached.receiveAndConvert(queue)).isEqualTo("m" + i);
        }
        caching.destroy();
    }

    @Test
    @DisplayName(
            "a CachingConnectionFactory has one connection, its consumer occupies no message, and destroy closes all")
    void shouldCacheSessions() throws JMSException {
        String queue = queue("cached");
        Footprint before = Footprint.now();
        CachingConnectionFactory caching = new CachingConnectionFactory(factory);
        JmsTemplate cached = template(caching);
        sendAndReceive(cached, queue);
        Footprint open = Footprint.now();
        assertThat(open.of(Footprint.CONNECTION) - before.of(Footprint.CONNECTION))
                .isOne();
        assertThat(open.of(Footprint.SESSION) - before.of(Footprint.SESSION)).isOne();
        assertThat(open.of(Footprint.CONSUMER) - before.of(Footprint.CONSUMER)).isOne();
        assertThat(open.of(Footprint.PRODUCER) - before.of(Footprint.PRODUCER)).isOne();

        cached.convertAndSend(queue, "first");
        cached.convertAndSend(queue, "second");
        assertThat(receiveText(queue)).isEqualTo("first");
        assertThat(receiveText(queue)).isEqualTo("second");

        caching.destroy();
        before.awaitNoMoreOfConnections();
    }

    @Test
    @DisplayName(
            "pooled-jms reuses connections and sessions, even after an uncommitted transaction, and stop closes all")
    void shouldPool() throws JMSException {
        String queue = queue("pooled");
        Footprint before = Footprint.now();
        usePool(queue, before);
        before.awaitNoMoreOfConnections();
    }

    /**
     * Uses the pool in a separate method, so that no variable keeps the stopped pool, which keeps its closed objects.
     */
    private void usePool(String queue, Footprint before) throws JMSException {
        JmsPoolConnectionFactory pool = new JmsPoolConnectionFactory();
        pool.setConnectionFactory(factory);
        pool.setMaxConnections(2);
        sendAndReceive(template(pool), queue);
        Footprint open = Footprint.now();
        assertThat(open.of(Footprint.CONNECTION) - before.of(Footprint.CONNECTION))
                .isBetween(1L, 2L);
        assertThat(open.of(Footprint.SESSION) - before.of(Footprint.SESSION)).isBetween(1L, 4L);

        try (var connection = pool.createConnection();
                var session = connection.createSession(true, 0);
                var producer = session.createProducer(session.createQueue(queue))) {
            producer.send(session.createTextMessage("never committed"));
        }
        try (var context = pool.createContext()) {
            context.createProducer().send(context.createQueue(queue), "simplified");
        }
        assertThat(receiveText(queue)).isEqualTo("simplified");
        assertEmpty(queue);

        pool.stop();
    }

    @Test
    @DisplayName("sends and receives in a transaction of JmsTransactionManager commit together or not at all")
    void shouldCommitAndRollBack() throws JMSException {
        String in = queue("in");
        String out = queue("out");
        Footprint before = Footprint.now();
        TransactionTemplate transaction = new TransactionTemplate(new JmsTransactionManager(factory));
        template.convertAndSend(in, "order");

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> transaction.execute(status -> {
                    template.convertAndSend(out, "bill of " + template.receiveAndConvert(in));
                    throw new IllegalStateException("no paper");
                }));
        assertEmpty(out);

        Integer deliveryCount = transaction.execute(status -> {
            Message order = template.receive(in);
            try {
                template.convertAndSend(out, "bill of " + order.getBody(String.class));
                return order.getIntProperty("JMSXDeliveryCount");
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(deliveryCount).isEqualTo(2);
        assertEmpty(in);
        assertThat(receiveText(out)).isEqualTo("bill of order");
        before.awaitNoMoreOfConnections();
    }

    @Test
    @DisplayName("sendAndReceive gets the reply through a temporary queue")
    void shouldAsk() throws JMSException {
        String requests = queue("requests");
        Session answering = keeper.createSession();
        answering.createConsumer(answering.createQueue(requests)).setMessageListener(request -> {
            try {
                Message reply = answering.createTextMessage("bill of " + request.getBody(String.class));
                answering.createProducer(request.getJMSReplyTo()).send(reply);
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        keeper.start();
        Message reply = template.sendAndReceive(requests, session -> session.createTextMessage("order"));
        assertThat(reply).isNotNull();
        assertThat(reply.getBody(String.class)).isEqualTo("bill of order");
        answering.close();
    }

    @Test
    @DisplayName("with pubSubDomain each container gets the published messages, or the matches of its selector")
    void shouldPublish() throws Exception {
        BlockingQueue<Seen> all = sightings();
        BlockingQueue<Seen> sports = sightings();
        DefaultMessageListenerContainer unselected = subscribed(null, all);
        DefaultMessageListenerContainer selected = subscribed("kind = 'sports'", sports);
        JmsTemplate publisher = template(factory);
        publisher.setPubSubDomain(true);
        for (String kind : List.of("weather", "sports")) {
            publisher.convertAndSend("news", kind, message -> {
                message.setStringProperty("kind", kind);
                return message;
            });
        }
        assertThat(next(sports).text()).isEqualTo("sports");
        assertThat(next(all).text()).isEqualTo("weather");
        assertThat(next(all).text()).isEqualTo("sports");
        selected.shutdown();
        unselected.shutdown();
    }

    private DefaultMessageListenerContainer subscribed(@Nullable String selector, BlockingQueue<Seen> seen) {
        DefaultMessageListenerContainer container = new DefaultMessageListenerContainer();
        container.setConnectionFactory(factory);
        container.setPubSubDomain(true);
        container.setDestinationName("news");
        container.setMessageSelector(selector);
        container.setMessageListener((MessageListener) message -> seen.add(Seen.of(message)));
        container.afterPropertiesSet();
        container.start();
        eventually("the container has subscribed", container::isRegisteredWithDestination);
        return container;
    }

    @Test
    @DisplayName(
            "time to live, delay, priority and properties of a template reach the consumer, and browse shows messages")
    void shouldPassOptionsOn() throws JMSException {
        String queue = queue("options");
        JmsTemplate explicit = template(factory);
        explicit.setExplicitQosEnabled(true);
        explicit.setTimeToLive(Duration.ofMinutes(5).toMillis());
        explicit.setPriority(7);
        explicit.setDeliveryDelay(50);
        MessagePostProcessor correlate = message -> {
            message.setJMSCorrelationID("c-1");
            return message;
        };
        explicit.convertAndSend(queue, "late", correlate);
        eventually(
                "the delayed message can be browsed",
                () -> template.browse(
                        queue, (session, browser) -> browser.getEnumeration().hasMoreElements()));
        Message received = template.receive(queue);
        assertThat(received.getJMSPriority()).isEqualTo(7);
        assertThat(received.getJMSCorrelationID()).isEqualTo("c-1");
        assertThat(received.getJMSDeliveryTime() - received.getJMSTimestamp()).isGreaterThanOrEqualTo(50);
        assertThat(received.getJMSExpiration()).isGreaterThan(received.getJMSTimestamp());
    }
}
