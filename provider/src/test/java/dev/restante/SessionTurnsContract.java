package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.Broker;
import dev.restante.broker.Receiver;
import dev.restante.jms.Connections;
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

/** One session with many listeners. */
abstract class SessionTurnsContract extends JmsContract {

    private static final int LISTENERS = 1_000;
    private static final int QUEUES = 50;

    /** How often a session has asked something of a receiver: whether there is a message, or to be left alone. */
    private final AtomicLong looks = new AtomicLong();

    private final Semaphore heard = new Semaphore(0);

    /** A connection to the same node whose receivers count how often they are called. */
    private void countLooks() throws JMSException {
        connection = factory.connections()
                .open(
                        null,
                        (broker, options, clientIds, onClosed) ->
                                Connections.open(counting(broker), options, clientIds, onClosed));
        connection.start();
    }

    private Broker counting(Broker broker) {
        return proxy(
                Broker.class,
                broker,
                (method, result) -> result instanceof Receiver receiver
                        ? proxy(Receiver.class, receiver, (called, answer) -> {
                            if (Set.of("poll", "pollNow", "pause").contains(called)) {
                                looks.incrementAndGet();
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

    private void awaitHeard(int messages) throws InterruptedException {
        assertThat(heard.tryAcquire(messages, PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .as("all messages are heard")
                .isTrue();
    }

    private List<Queue> queues() throws JMSException {
        List<Queue> queues = new ArrayList<>();
        for (int i = 0; i < QUEUES; i++) {
            queues.add(queue("q" + i));
        }
        return queues;
    }

    /** Waits until the session has looked at all its consumers and sleeps. */
    private void awaitIdle() {
        AtomicLong before = new AtomicLong(-1);
        eventually("the session sleeps", () -> {
            TimeUnit.MILLISECONDS.sleep(BRIEFLY_MILLIS);
            return looks.get() == before.getAndSet(looks.get());
        });
    }

    @Test
    @DisplayName("SES-01 a session looks at the consumers that have messages, however many others it has")
    void shouldLookOnlyWhereSomethingIs() throws Exception {
        countLooks();
        List<Queue> queues = queues();
        Session session = autoSession();
        for (int i = 0; i < LISTENERS; i++) {
            session.createConsumer(queues.get(i % QUEUES)).setMessageListener(message -> heard.release());
        }
        Queue busy = queue("busy");
        session.createConsumer(busy).setMessageListener(message -> heard.release());
        awaitIdle();
        int messages = 50;
        long before = looks.get();
        Session sender = autoSession();
        MessageProducer producer = sender.createProducer(null);
        for (int i = 0; i < messages; i++) {
            // Each is over before the next, which is the most that a session can look.
            producer.send(i % 2 == 0 ? busy : queues.get(i % QUEUES), sender.createTextMessage("a"));
            awaitHeard(1);
        }
        awaitIdle();
        // Of the others of the same queue some may look too.
        long most = 3L * LISTENERS / QUEUES;
        assertThat(looks.get() - before).as("looks for %s messages", messages).isLessThan(most * messages);
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
        awaitHeard(100);
        for (int i = 0; i < 10; i++) {
            send(queue("calm" + i), "once");
        }
        eventually("each calm one had its turn", () -> calm.size() == 10);
    }

    @Test
    @DisplayName(
            "SES-01, SES-04 whatever comes while sessions fall asleep, wake or are busy, each message is heard, once")
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
            // Nothing but these messages can wake anybody, so that one that nobody looked for is seen.
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
            awaitHeard(senders * inRound);
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
