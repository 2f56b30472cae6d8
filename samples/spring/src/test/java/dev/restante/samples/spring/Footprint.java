package dev.restante.samples.spring;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Live objects of the provider after a garbage collection, and its threads. Only the heap shows whether a connection
 * was released, because the caches of Spring and the lists of the provider can keep lost objects.
 *
 * @param counts the number of live objects by class name, and of threads by name
 */
record Footprint(Map<String, Long> counts) {

    static final String CONNECTION = "dev.restante.jms.RestanteConnection";
    static final String SESSION = "dev.restante.jms.JmsSession";
    static final String CONSUMER = "dev.restante.jms.receive.JmsConsumer";
    static final String PRODUCER = "dev.restante.jms.send.JmsMessageProducer";
    /** Thread states in a receive with a timeout and without a timeout. */
    private static final Set<Thread.State> WAITS = EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.WAITING);

    private static final String RECEIVER = "dev.restante.node.receive.QueueReceiver";
    private static final String HOLD = "dev.restante.node.lock.LockedDelivery";

    /** Base classes of classes that exist for queues and for topics. */
    private static final Map<String, String> SUBCLASSES = Map.of(
            "dev.restante.jms.ConnectionKinds$UnifiedRestanteConnection", CONNECTION,
            "dev.restante.jms.SessionKinds$UnifiedJmsSession", SESSION,
            "dev.restante.jms.receive.QueueConsumer", CONSUMER,
            "dev.restante.jms.receive.SubscriptionConsumer", CONSUMER,
            "dev.restante.jms.send.QueueProducer", PRODUCER,
            "dev.restante.jms.send.TopicProducer", PRODUCER);

    private static final Set<String> OF_SESSIONS = Set.of(
            "thread restante-listener",
            "thread restante-completions",
            "thread restante-lock-renewals",
            "thread restante-exception-listener");
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Measures the current footprint. */
    static Footprint now() {
        Map<String, Long> counts = new TreeMap<>();
        for (String name : new String[] {CONNECTION, SESSION, CONSUMER, PRODUCER, RECEIVER, HOLD}) {
            counts.put(name, 0L);
        }
        // The columns are rank, instances, bytes and class.
        for (String line : histogram().split("\n")) {
            String[] columns = line.strip().split("\\s+");
            if (columns.length >= 4) {
                String counted = SUBCLASSES.getOrDefault(columns[3], columns[3]);
                counts.computeIfPresent(counted, (name, count) -> count + Long.parseLong(columns[1]));
            }
        }
        counts.putAll(Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("restante") && !name.equals("restante-linger"))
                .map(name -> "thread " + name.replaceAll("[0-9]+", "N"))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting())));
        return new Footprint(counts);
    }

    private static String histogram() {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "gcClassHistogram",
                            new Object[] {new String[0]},
                            new String[] {String[].class.getName()});
        } catch (JMException e) {
            throw new AssertionError("this JVM has no class histogram", e);
        }
    }

    long of(String className) {
        return counts.getOrDefault(className, 0L);
    }

    /** Waits until the footprint is at most this one. Threads and references disappear with a delay. */
    void awaitNoMore() {
        awaitNoMore(what -> true);
    }

    /**
     * Waits like {@link #awaitNoMore}, but only for objects of connections. The node may have grown, for example by a
     * thread that it keeps.
     */
    void awaitNoMoreOfConnections() {
        awaitNoMore(what -> !what.startsWith("thread ") || OF_SESSIONS.contains(what));
    }

    private void awaitNoMore(Predicate<String> looked) {
        long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
        while (true) {
            Map<String, Long> surplus = new TreeMap<>();
            now().counts.forEach((what, count) -> {
                if (looked.test(what) && count > of(what)) {
                    surplus.put(what, count - of(what));
                }
            });
            if (surplus.isEmpty()) {
                return;
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("left behind: " + surplus);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }

    /**
     * Waits until a thread waits inside a receive call of the provider. A thread that creates a consumer waits for the
     * store, too, and does not count.
     */
    static void awaitReceiving(String threadNamePrefix) {
        long deadlineNanos = System.nanoTime() + TIMEOUT_NANOS;
        while (Thread.getAllStackTraces().entrySet().stream()
                .noneMatch(entry -> entry.getKey().getName().startsWith(threadNamePrefix)
                        && WAITS.contains(entry.getKey().getState())
                        && Arrays.stream(entry.getValue())
                                .anyMatch(frame -> frame.getClassName().equals(CONSUMER)
                                        && frame.getMethodName().equals("receive")))) {
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("no thread " + threadNamePrefix + "... waits in a receive");
            }
            LockSupport.parkNanos(POLL_NANOS / 50);
        }
    }
}
