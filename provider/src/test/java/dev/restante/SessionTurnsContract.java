package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Broker;
import dev.restante.broker.Receiver;
import dev.restante.jms.ConnectionKinds.UnifiedRestanteConnection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of one session with many listeners. */
abstract class SessionTurnsContract extends JmsContract {

    private static final int LISTENERS = 1_000;
    private static final int QUEUES = 50;

    /** Number of calls with which sessions polled or paused a receiver. */
    private final AtomicLong polls = new AtomicLong();

    private final Semaphore heard = new Semaphore(0);

    /** Opens a connection to the node of the factory, whose receivers count their calls. */
    private void countPolls() throws JMSException {
        connection = factory.connections()
                .open(
                        null,
                        (broker, options, clientIds, onClosed) ->
                                new UnifiedRestanteConnection(counting(broker), options, clientIds, onClosed));
        connection.start();
    }

    private Broker counting(Broker broker) {
        return proxy(
                Broker.class,
                broker,
                (method, result) -> result instanceof Receiver receiver
                        ? proxy(Receiver.class, receiver, (called, answer) -> {
                            if (Set.of("poll", "pollNow", "pause").contains(called)) {
                                polls.incrementAndGet();
                            }
                            return answer;
                        })
                        : result);
    }

    @FunctionalInterface
    private interface Seen {
        Object called(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T behind, Seen seen) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return seen.called(method.getName(), method.invoke(behind, arguments));
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    private void awaitReceived(int messages) throws InterruptedException {
        assertThat(heard.tryAcquire(messages, PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .as("the listener got all messages")
                .isTrue();
    }

    private List<Queue> queues() throws JMSException {
        List<Queue> queues = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            queues.add(queue("q" + i));
        }
        return queues;
    }

    /** Waits until the session has polled all its consumers and sleeps. */
    private void awaitIdle() {
        AtomicLong before = new AtomicLong(-1);
        eventually("the session makes no more queries", () -> {
            TimeUnit.MILLISECONDS.sleep(BRIEFLY_MILLIS);
            return polls.get() == before.getAndSet(polls.get());
        });
    }

    @Test
    @DisplayName("SES-01 a session polls the consumers that have messages, independently of its other consumers")
    void shouldLookOnlyWhereSomethingIs() throws Exception {
        countPolls();
        List<Queue> queues = queues();
        Session session = autoSession();
        for (int i = 0; i < LISTENERS; i++) {
            session.createConsumer(queues.get(i % QUEUES)).setMessageListener(message -> heard.release());
        }
        Queue busy = queue("busy");
        session.createConsumer(busy).setMessageListener(message -> heard.release());
        awaitIdle();
        int messages = 50;
        long before = polls.get();
        Session sender = autoSession();
        MessageProducer producer = sender.createProducer(null);
        for (int i = 0; i < messages; i++) {
            // Each message is received before the next one, which causes the most polls.
            producer.send(i % 2 == 0 ? busy : queues.get(i % QUEUES), sender.createTextMessage("a"));
            awaitReceived(1);
        }
        awaitIdle();
        // The session may also poll some other consumers of the queue.
        long most = 3L * LISTENERS / QUEUES;
        assertThat(polls.get() - before).as("polls for %s messages", messages).isLessThan(most * messages);
    }

    @Test
    @DisplayName("SES-01 a queue that always has messages keeps no other consumer of its session waiting")
    void shouldStarveNobody() throws Exception {
        Session session = autoSession();
        Queue flood = queue("flood");
        Set<Integer> calm = ConcurrentHashMap.newKeySet();
        MessageProducer again = session.createProducer(flood);
        MessageListener flooding = message -> {
            try {
                if (calm.size() < 10) {
                    again.send(message);
                }
                heard.release();
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        };
        session.createConsumer(flood).setMessageListener(flooding);
        for (int i = 0; i < 10; i++) {
            int number = i;
            session.createConsumer(queue("calm" + i)).setMessageListener(message -> calm.add(number));
        }
        for (int i = 0; i < 20; i++) {
            send(flood, "again and again");
        }
        awaitReceived(100);
        for (int i = 0; i < 10; i++) {
            send(queue("calm" + i), "once");
        }
        eventually("each calm queue was served once", () -> calm.size() == 10);
    }

    @Test
    @DisplayName("SES-01, SES-04 each message is received once while sessions fall asleep, wake up or are busy")
    void shouldMissNothing() throws Exception {
        List<Queue> queues = queues();
        Map<String, Integer> times = new ConcurrentHashMap<>();
        for (int i = 0; i < 3; i++) {
            Session session = autoSession();
            for (Queue each : queues) {
                session.createConsumer(each).setMessageListener(message -> {
                    times.merge(textOf(message), 1, Integer::sum);
                    if (ThreadLocalRandom.current().nextInt(8) == 0) {
                        Thread.onSpinWait();
                    }
                    heard.release();
                });
            }
        }
        int senders = 3;
        int rounds = 40;
        for (int round = 0; round < rounds; round++) {
            // Only these messages wake a session, so that the test notices a missed message.
            int inRound = 1 + round % 12;
            List<CompletableFuture<Boolean>> sent = new ArrayList<>();
            for (int s = 0; s < senders; s++) {
                String name = round + "-" + s + "-";
                sent.add(onOtherThread(() -> {
                    try (Session session = autoSession()) {
                        MessageProducer producer = session.createProducer(null);
                        for (int i = 0; i < inRound; i++) {
                            producer.send(
                                    queues.get(ThreadLocalRandom.current().nextInt(QUEUES)),
                                    session.createTextMessage(name + i));
                        }
                    }
                    return true;
                }));
            }
            for (CompletableFuture<Boolean> each : sent) {
                result(each);
            }
            awaitReceived(senders * inRound);
        }
        assertThat(times.values()).allMatch(each -> each == 1);
    }

    private static String textOf(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }
}
