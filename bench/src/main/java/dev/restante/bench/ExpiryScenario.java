package dev.restante.bench;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Nobody listens; messages fall due evenly over ten seconds and move to the dead-letter queue. Their lag is the instant
 * of the move, as the provider recorded it, minus the expiry of the message. Before them as many per second fall due for
 * as long as the warm-up takes; they are moved and counted, but their lag is not measured.
 */
record ExpiryScenario() implements Scenario {

    private static final String QUEUE_NAME = "bench.expiring";
    private static final long SPREAD_MILLIS = 10_000;
    private static final int FILL_BATCH = 1_000;
    private static final int SLOWEST_FILL_PER_SECOND = 5_000;
    private static final long RECEIVE_TIMEOUT_MILLIS = 30_000;

    @Override
    public String name() {
        return "expiry";
    }

    @Override
    public String description() {
        return "no listener; messages fall due evenly over %d s and move to the dead-letter queue; main figure: moved msg/s"
                .formatted(SPREAD_MILLIS / 1_000);
    }

    @Override
    public boolean includes(Contender contender) {
        return contender instanceof JmsContender provider
                && provider.expiryHook().isPresent();
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        if (!(contender instanceof JmsContender provider)
                || provider.expiryHook().isEmpty()) {
            return new Outcome.Skipped("no dead-lettering on expiry");
        }
        ExpiryHook hook = provider.expiryHook().get();
        int warming = warmingMessages(trial.settings());
        int messages = warming + trial.settings().expiryMessages();
        try (RunningBroker broker = provider.start(trial.directory(), JmsContender.HeldIn.STORE);
                // An application is there, it only does not listen: a provider without a broker process is at work as
                // long as somebody is connected.
                Connection idle = broker.connectionFactory().createConnection()) {
            idle.start();
            hook.deadLetterOnExpiry(broker, QUEUE_NAME);
            long fillMillis = 2_000 + messages * 1_000L / SLOWEST_FILL_PER_SECOND;
            long firstDueMillis = System.currentTimeMillis() + fillMillis;
            long[] dueMillis = fill(broker.connectionFactory(), trial.settings(), messages, firstDueMillis);
            if (System.currentTimeMillis() > firstDueMillis) {
                throw new IllegalStateException("the fill took longer than " + fillMillis + " ms");
            }
            long endMillis = dueMillis[messages - 1] + 1_000;
            TimeUnit.MILLISECONDS.sleep(Math.max(0, endMillis - System.currentTimeMillis()));
            return collect(
                    broker.connectionFactory(),
                    hook,
                    dueMillis,
                    warming,
                    trial.settings().bodyBytes());
        }
    }

    private static int warmingMessages(Settings settings) {
        return Math.toIntExact(settings.expiryMessages() * settings.warmUp().toMillis() / SPREAD_MILLIS);
    }

    /** Returns the expiry of each message by its sequence number. */
    private static long[] fill(ConnectionFactory factory, Settings settings, int messages, long firstDueMillis)
            throws JMSException {
        long[] dueMillis = new long[messages];
        Body body = new Body(settings.bodyBytes(), 1);
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(QUEUE_NAME))) {
            for (int sequence = 0; sequence < messages; sequence++) {
                long wantedMillis = firstDueMillis + SPREAD_MILLIS * sequence / settings.expiryMessages();
                producer.setTimeToLive(Math.max(1, wantedMillis - System.currentTimeMillis()));
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body.next(sequence));
                producer.send(message);
                dueMillis[sequence] = message.getJMSExpiration();
                if ((sequence + 1) % FILL_BATCH == 0) {
                    session.commit();
                }
            }
            session.commit();
        }
        return dueMillis;
    }

    private static Outcome collect(
            ConnectionFactory factory, ExpiryHook hook, long[] dueMillis, int warming, int bodyBytes)
            throws JMSException {
        Latency lag = new Latency();
        BitSet seen = new BitSet(dueMillis.length);
        byte[] body = new byte[bodyBytes];
        long lastMoveMillis = 0;
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
                MessageConsumer consumer =
                        session.createConsumer(session.createQueue(hook.deadLetterQueueName(QUEUE_NAME)))) {
            connection.start();
            while (seen.cardinality() < dueMillis.length) {
                if (!(consumer.receive(RECEIVE_TIMEOUT_MILLIS) instanceof BytesMessage message)) {
                    throw new IllegalStateException(
                            "%,d of %,d messages moved".formatted(seen.cardinality(), dueMillis.length));
                }
                message.readBytes(body);
                int sequence = Math.toIntExact(Body.sequence(body));
                if (seen.get(sequence)) {
                    throw new IllegalStateException("message " + sequence + " moved twice");
                }
                seen.set(sequence);
                if (sequence >= warming) {
                    long movedMillis = hook.movedAtEpochMillis(message);
                    lag.record(TimeUnit.MILLISECONDS.toNanos(movedMillis - dueMillis[sequence]));
                    lastMoveMillis = Math.max(lastMoveMillis, movedMillis);
                }
            }
        }
        long elapsedMillis = Math.max(1, lastMoveMillis - dueMillis[warming]);
        double movedPerSecond =
                LoadRun.perSecond(dueMillis.length - warming, TimeUnit.MILLISECONDS.toNanos(elapsedMillis));
        Map<String, Distribution> latencies = lag.distribution()
                .map(distribution -> Map.of(LatencyKind.EXPIRY_LAG.label(), distribution))
                .orElseGet(Map::of);
        return new Outcome.Measured(movedPerSecond, latencies, Map.of());
    }
}
