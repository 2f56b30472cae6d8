package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.durability.CrashLedger.FoundMessage;
import dev.restante.model.DestinationName;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Rounds that kill a child during its work on a store. Each round opens the store immediately, and compares its content
 * with the child's reports. All rounds use the same store.
 *
 * <p>In some rounds a second child takes over from the first child before the comparison, and may be killed while it
 * opens the store. In some rounds the messages stay in the store for the next round, and in other rounds they are
 * received.
 */
final class KillRounds {

    private static final List<String> QUEUES =
            List.of(CrashWorkload.WORK, CrashWorkload.EXPIRING, CrashWorkload.IN, CrashWorkload.OUT);
    private static final Set<String> RECEIVED_QUEUES =
            Set.of(CrashWorkload.WORK, CrashWorkload.EXPIRING, CrashWorkload.IN);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final int SMALL_BODY = 1_500;

    /** Body length with which HSQLDB's log reaches the size of a checkpoint. */
    private static final int LARGE_BODY = 120_000;

    private static final int MOST_LINES = 3_000;

    private final String url;
    private final Duration lease;
    private final boolean exclusive;
    private final CrashLedger ledger = new CrashLedger();

    /**
     * Creates rounds on an empty store.
     *
     * @param exclusive true if the messages of a killed child are released when the store is opened, false if they are
     *     released after its lease
     */
    KillRounds(String url, Duration lease, boolean exclusive) {
        this.exclusive = exclusive;
        this.url = url;
        this.lease = lease;
    }

    /** Runs rounds with the seeds from {@code firstSeed} on. */
    void run(int rounds, long firstSeed) throws Exception {
        createQueues();
        boolean manyRounds = rounds > 5;
        for (int round = 0; round < rounds; round++) {
            long seed = firstSeed + round;
            try {
                round(round, new Random(seed), manyRounds, round == rounds - 1);
            } catch (AssertionError | Exception e) {
                throw new AssertionError(
                        "Round " + round + " of " + rounds + " failed; repeat it with -Drestante.crash.seed="
                                + firstSeed + " -Drestante.crash.rounds=" + rounds + " (seed of the round: " + seed
                                + ")",
                        e);
            }
        }
    }

    private RestanteConnectionFactory newFactory() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(lease);
        return factory;
    }

    private void createQueues() throws JMSException {
        QueueOptions options = QueueOptions.defaults().withMaxDeliveryCount(1_000);
        try (RestanteConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin()) {
            for (String queue : QUEUES) {
                admin.createQueue(queue, options.withDeadLetterOnExpiry(queue.equals(CrashWorkload.EXPIRING)));
            }
        }
    }

    private void round(int round, Random random, boolean manyRounds, boolean last) throws Exception {
        int children = random.nextInt(3) == 0 ? 2 : 1;
        for (int childIndex = 0; childIndex < children; childIndex++) {
            runAndKillChild(round + "." + childIndex, random, manyRounds);
        }
        boolean drain = last || random.nextBoolean();
        try (RestanteConnectionFactory factory = newFactory();
                Connection connection = factory.createConnection();
                RestanteAdmin admin = factory.admin()) {
            connection.start();
            List<FoundMessage> browsed = browse(connection);
            ledger.checkPlaces(browsed);
            if (exclusive) {
                ledger.checkCounts(browsed, RECEIVED_QUEUES);
            }
            if (drain) {
                List<FoundMessage> received = drain(connection, admin);
                ledger.checkPlaces(received);
                ledger.checkCounts(received, RECEIVED_QUEUES);
                ledger.drained();
                ledger.checkPlaces(browse(connection));
            }
        }
    }

    private void runAndKillChild(String childId, Random random, boolean manyRounds)
            throws IOException, InterruptedException {
        int bodyLength = manyRounds && random.nextInt(4) == 0 ? LARGE_BODY : SMALL_BODY;
        boolean killEarly = random.nextInt(5) == 0;
        int lines = 1 + random.nextInt(MOST_LINES);
        try (ChildJvm child = ChildJvm.start(
                CrashWorkload.class,
                url,
                Long.toString(lease.toMillis()),
                Long.toString(random.nextLong()),
                childId,
                Integer.toString(bodyLength))) {
            child.expect("opening");
            if (killEarly) {
                child.killAfter(random.nextInt(1_000));
            } else {
                child.expect("ready");
                for (int i = 0; i < lines; i++) {
                    ledger.recordReport(child.readLine());
                }
                child.kill();
            }
            for (String line = child.readLine(); line != null; line = child.readLine()) {
                if (!line.equals("ready")) {
                    ledger.recordReport(line);
                }
            }
            ledger.crashed();
        }
    }

    private static List<String> withDeadLetterQueue(String queue) {
        return List.of(queue, queue + DestinationName.DEAD_LETTER_SUFFIX);
    }

    private static List<FoundMessage> browse(Connection connection) throws JMSException {
        List<FoundMessage> found = new ArrayList<>();
        try (Session session = connection.createSession()) {
            for (String queue : QUEUES) {
                // A message may expire between the reads of the queue and of its dead-letter queue. This order finds it
                // at least once.
                List<FoundMessage> inQueue = browse(session, queue);
                List<FoundMessage> dead = browse(session, queue + DestinationName.DEAD_LETTER_SUFFIX);
                if (queue.equals(CrashWorkload.EXPIRING)) {
                    Set<String> moved = dead.stream().map(FoundMessage::serial).collect(Collectors.toSet());
                    inQueue.removeIf(each -> moved.contains(each.serial()));
                }
                found.addAll(inQueue);
                found.addAll(dead);
            }
        }
        return found;
    }

    private static List<FoundMessage> browse(Session session, String queue) throws JMSException {
        List<FoundMessage> found = new ArrayList<>();
        try (QueueBrowser browser = session.createBrowser(session.createQueue(queue))) {
            for (Object message : Collections.list((Enumeration<?>) browser.getEnumeration())) {
                found.add(found(queue, (Message) message));
            }
        }
        return found;
    }

    private static FoundMessage found(String queue, Message message) throws JMSException {
        String serial = message.getStringProperty(CrashWorkload.SERIAL);
        int bodyLength = Integer.parseInt(serial.substring(serial.lastIndexOf('-') + 1));
        boolean whole = ((TextMessage) message).getText().equals(CrashWorkload.body(serial, bodyLength));
        assertThat(whole).as("the body of " + serial + " is complete").isTrue();
        String reason = message.getStringProperty("DeadLetterReason");
        if (queue.endsWith(DestinationName.DEAD_LETTER_SUFFIX)) {
            assertThat(reason).isIn("Refused", "TTLExpiredException");
        } else {
            assertThat(reason).isNull();
        }
        return new FoundMessage(serial, queue, message.getIntProperty("JMSXDeliveryCount"));
    }

    /** Receives all messages until the statistics of the store are zero. */
    private static List<FoundMessage> drain(Connection connection, RestanteAdmin admin) throws JMSException {
        List<FoundMessage> found = new ArrayList<>();
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            for (String queue : QUEUES) {
                for (String place : withDeadLetterQueue(queue)) {
                    drain(session, admin, place, found);
                }
            }
        }
        return found;
    }

    private static void drain(Session session, RestanteAdmin admin, String place, List<FoundMessage> found)
            throws JMSException {
        Queue queue = session.createQueue(place);
        long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
        try (MessageConsumer consumer = session.createConsumer(queue)) {
            while (true) {
                Message message = consumer.receiveNoWait();
                if (message == null) {
                    session.commit();
                    QueueStatistics left = admin.statistics(place);
                    if (left.available() + left.inFlight() + left.scheduled() + left.deferred() == 0) {
                        return;
                    }
                    assertThat(System.nanoTime())
                            .as("time to receive all messages of " + place + "; left: " + left)
                            .isLessThan(deadlineNanos);
                    message = consumer.receive(100);
                }
                if (message != null) {
                    found.add(found(place, message));
                    deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
                }
            }
        }
    }
}
