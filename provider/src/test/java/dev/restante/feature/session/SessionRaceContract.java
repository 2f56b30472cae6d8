package dev.restante.feature.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.AutoAcknowledgePolicy;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Close, stop, recover and rollback that race with listeners, receives and asynchronous sends, by the real clock. No
 * thread hangs, and no message is lost. A message that was consumed for certain does not come again. Each exception
 * results from a closed object. {@code restante.races.rounds} sets the number of rounds, and {@code
 * restante.races.seed} sets the seed of the first round.
 */
abstract class SessionRaceContract {

    private static final long FIRST_SEED = Long.getLong("restante.races.seed", System.nanoTime());
    private static final long ROUND_MILLIS = 1_000;
    private static final long PATIENCE_SECONDS = 60;
    private static final int SENDERS = 3;
    private static final int CONSUMERS = 5;

    @TempDir
    Path directory;

    /** {@return the number of rounds in an ordinary build} */
    abstract int rounds();

    /**
     * Returns one URL for each node of a round. All nodes share one new store.
     *
     * @param emptyDirectory the directory of an embedded store
     */
    abstract List<String> nodesOfANewStore(long seed, Path emptyDirectory);

    @Test
    @DisplayName("SES-07 CON-12 ACK-15 TXN-12 no message is lost or duplicated, and no thread hangs")
    void shouldSurviveEveryRace() throws Exception {
        int rounds = Integer.getInteger("restante.races.rounds", rounds());
        for (int round = 0; round < rounds; round++) {
            round(FIRST_SEED + round);
        }
    }

    private void round(long seed) throws Exception {
        SessionRaceLedger ledger = new SessionRaceLedger();
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "race-actor");
            thread.setDaemon(true);
            return thread;
        });
        List<RestanteConnectionFactory> factories = new ArrayList<>();
        List<Connection> holders = new ArrayList<>();
        try {
            for (String url : nodesOfANewStore(seed, directory)) {
                factories.add(newFactory(url, seed));
                // This connection keeps the node and an embedded store open between the connections of the actors.
                holders.add(factories.get(factories.size() - 1).createConnection());
            }
            prepare(factories.get(0), holders.get(0));
            meddle(factories, ledger, threads, seed);
            assertThat(ledger.completionsAwaited())
                    .as("completion listeners without a call when their session closed, seed %d", seed)
                    .isZero();
            // The other nodes return messages that they prefetched for closed consumers.
            for (Connection other : holders.subList(1, holders.size())) {
                other.close();
            }
            drainAll(holders.get(0), ledger);
        } finally {
            threads.shutdownNow();
            for (RestanteConnectionFactory factory : factories) {
                factory.close();
            }
        }
        assertThat(ledger.complaints()).as("complaints with seed %d", seed).isEmpty();
        assertThat(ledger.consumedCount())
                .as("messages consumed with seed %d", seed)
                .isPositive();
    }

    private static RestanteConnectionFactory newFactory(String url, long seed) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setAutoAcknowledge(seed % 4 < 2 ? AutoAcknowledgePolicy.STRICT : AutoAcknowledgePolicy.PIPELINED);
        return factory;
    }

    private static void prepare(RestanteConnectionFactory factory, Connection holder) throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue(SessionRaceActors.QUEUE, QueueOptions.defaults().withMaxDeliveryCount(1_000_000));
        }
        try (Session session = holder.createSession()) {
            for (String name : SessionRaceActors.SUBSCRIPTIONS) {
                session.createSharedDurableConsumer(session.createTopic(SessionRaceActors.TOPIC), name)
                        .close();
            }
        }
    }

    private static void meddle(
            List<RestanteConnectionFactory> factories, SessionRaceLedger ledger, ExecutorService threads, long seed)
            throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        SessionRaceMeddler meddler = new SessionRaceMeddler(ledger, threads);
        SessionRaceActors actors = new SessionRaceActors(factories, ledger, meddler, over);
        CountDownLatch ended = new CountDownLatch(SENDERS + CONSUMERS);
        for (int number = 0; number < SENDERS + CONSUMERS; number++) {
            Random random = new Random(31 * seed + number);
            boolean sends = number < SENDERS;
            threads.execute(() -> {
                try {
                    while (!over.get()) {
                        if (sends) {
                            actors.send(random);
                        } else {
                            actors.consume(random);
                        }
                    }
                } catch (JMSException | RuntimeException stray) {
                    ledger.complain(sends ? "a sender" : "a consumer", stray);
                } finally {
                    ended.countDown();
                }
            });
        }
        TimeUnit.MILLISECONDS.sleep(ROUND_MILLIS);
        over.set(true);
        boolean allEnded = ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        threads.shutdown();
        if (!allEnded || !threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("a thread hangs with seed " + seed + ":\n" + actorsStacks());
        }
    }

    private static String actorsStacks() {
        StringBuilder text = new StringBuilder();
        for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
            if (thread.getThreadName().startsWith("race-actor")
                    || thread.getThreadName().startsWith("restante-")) {
                text.append(thread.getThreadName())
                        .append(' ')
                        .append(thread.getThreadState())
                        .append('\n');
                for (StackTraceElement frame : thread.getStackTrace()) {
                    text.append("    at ").append(frame).append('\n');
                }
            }
        }
        return text.toString();
    }

    /** Consumes all remaining messages after the actors have ended. */
    private static void drainAll(Connection connection, SessionRaceLedger ledger) throws JMSException {
        connection.start();
        try (Session session = connection.createSession()) {
            drain(
                    session.createConsumer(session.createQueue(SessionRaceActors.QUEUE)),
                    SessionRaceActors.QUEUE,
                    ledger);
            for (String name : SessionRaceActors.SUBSCRIPTIONS) {
                drain(
                        session.createSharedDurableConsumer(session.createTopic(SessionRaceActors.TOPIC), name),
                        name,
                        ledger);
                String deadLetters = SessionRaceActors.TOPIC + "/Subscriptions/:" + name + "/$DeadLetterQueue";
                drain(session.createConsumer(session.createQueue(deadLetters)), name, ledger);
            }
        }
    }

    private static void drain(MessageConsumer consumer, String place, SessionRaceLedger ledger) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (consumer) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                String text = ((TextMessage) next).getText();
                // A moved message restarts its delivery count, so its redelivery flag says nothing here.
                texts.add(text);
            }
        }
        ledger.consumed(place, texts);
    }
}
