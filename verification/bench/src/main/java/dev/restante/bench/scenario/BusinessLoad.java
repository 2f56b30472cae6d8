package dev.restante.bench.scenario;

import dev.restante.bench.load.LoadRun;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Load of sessions that receive a message and insert a row.
 *
 * <p>Each session has its own thread. The queue is filled in advance, and each row has the key of its message.
 */
record BusinessLoad(int sessions, AtomicLong committed) {

    static final String QUEUE = "bench.business";
    static final String KEY = "key";

    private static final long STALL_TIMEOUT_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private static final int MAX_PER_SECOND = 10_000;
    private static final int FILL_BATCH = 500;

    BusinessLoad(int sessions) {
        this(sessions, new AtomicLong());
    }

    interface SessionTransaction {
        void run() throws Exception;
    }

    interface SessionWorker {
        /** Opens resources, runs the loop and closes the resources. */
        void work(TransactionLoop loop) throws Exception;
    }

    /** Loop that repeats a transaction until the measurement ends. */
    interface TransactionLoop {
        void run(SessionTransaction transaction) throws Exception;
    }

    /** Sends more messages than can be received during the measurement. */
    static void fillQueue(ConnectionFactory factory, BenchmarkSettings settings) throws JMSException {
        long seconds = settings.warmUp().plus(settings.window()).toSeconds() + 1;
        byte[] body = new byte[settings.bodyBytes()];
        try (Connection connection = factory.createConnection();
                var session = connection.createSession(true, 0);
                var producer = session.createProducer(session.createQueue(QUEUE))) {
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            for (long key = 0; key < MAX_PER_SECOND * seconds; key++) {
                var message = session.createBytesMessage();
                message.writeBytes(body);
                message.setLongProperty(KEY, key);
                producer.send(message);
                if (key % FILL_BATCH == FILL_BATCH - 1) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    /** Receives the next message, and fails if there is none. */
    static Message receive(MessageConsumer consumer) throws JMSException {
        Message message = consumer.receive(STALL_TIMEOUT_MILLIS);
        if (message == null) {
            throw new IllegalStateException("no message was received in time: the queue is empty or blocked");
        }
        return message;
    }

    /** Runs the sessions and returns the committed transactions per second after the warm-up. */
    double measure(BenchmarkSettings settings, SessionWorker worker) throws InterruptedException, ExecutionException {
        AtomicBoolean ending = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(sessions);
        try {
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < sessions; i++) {
                Callable<Void> work = () -> {
                    worker.work(transaction -> {
                        while (!ending.get()) {
                            transaction.run();
                            committed.incrementAndGet();
                        }
                    });
                    return null;
                };
                ends.add(threads.submit(work));
            }
            TimeUnit.NANOSECONDS.sleep(settings.warmUp().toNanos());
            long startNanos = System.nanoTime();
            long startCount = committed.get();
            TimeUnit.NANOSECONDS.sleep(settings.window().toNanos());
            long count = committed.get() - startCount;
            double perSecond = LoadRun.perSecond(count, System.nanoTime() - startNanos);
            ending.set(true);
            for (Future<?> end : ends) {
                end.get();
            }
            return perSecond;
        } finally {
            ending.set(true);
            threads.shutdownNow();
        }
    }
}
