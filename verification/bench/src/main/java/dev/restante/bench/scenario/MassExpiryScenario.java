package dev.restante.bench.scenario;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.RunOutcome;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/**
 * Scenario in which all messages expire at the same instant beside other traffic.
 *
 * <p>No consumer listens. On another queue, one session sends and receives persistent messages. The main figure is the
 * rate of moves to the dead-letter queue. Further figures are the rates of the other traffic before and during the
 * moves.
 */
public record MassExpiryScenario(int messages) implements Scenario {

    private static final int MIN_FILL_RATE = 12_500;
    private static final int MIN_MOVE_RATE = 10_000;

    /** Duration of the measurement of the traffic before the expiry, after the warm-up. */
    private static final long BEFORE_MILLIS = 5_000;

    private static final long STUCK_MILLIS = TimeUnit.MINUTES.toMillis(1);

    @Override
    public String name() {
        return "mass-expiry-" + messages;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "no listener; %,d messages fall due at once and move to the dead-letter queue, while another queue has traffic (1 session, sync send and receive); main figure: moved msg/s",
                messages);
    }

    @Override
    public boolean appliesTo(Contender contender) {
        return contender instanceof JmsContender provider
                && provider.expirySupport().isPresent();
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        if (!(contender instanceof JmsContender provider)
                || provider.expirySupport().isEmpty()) {
            return new RunOutcome.SkippedRun("no dead-lettering on expiry");
        }
        try (RunningBroker broker = provider.start(context.directory(), MessageStorage.DISK)) {
            ExpiringMessages expiring = new ExpiringMessages(
                    broker, provider.expirySupport().get(), context.settings().bodyBytes());
            long beforeMillis = context.settings().warmUp().toMillis() + BEFORE_MILLIS;
            long dueMillis = System.currentTimeMillis() + 2_000 + messages * 1_000L / MIN_FILL_RATE + beforeMillis;
            expiring.fill(messages, sequence -> dueMillis);
            long untilMillis = dueMillis + 2_000 + messages * 1_000L / MIN_MOVE_RATE;
            long[] traffic = measureOtherTraffic(
                    broker,
                    dueMillis - beforeMillis,
                    untilMillis,
                    context.settings().bodyBytes());
            return measured(expiring.moved(messages), traffic, dueMillis);
        }
    }

    /** Returns the receive times of the other traffic in epoch milliseconds. */
    private static long[] measureOtherTraffic(RunningBroker broker, long fromMillis, long untilMillis, int bodyBytes)
            throws JMSException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.max(0, fromMillis - System.currentTimeMillis()));
        LongStream.Builder receivedMillis = LongStream.builder();
        byte[] body = new byte[bodyBytes];
        try (Connection connection = broker.connectionFactory().createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createQueue("bench.traffic"));
                MessageConsumer consumer = session.createConsumer(session.createQueue("bench.traffic"))) {
            connection.start();
            while (System.currentTimeMillis() < untilMillis) {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(body);
                producer.send(message);
                if (consumer.receive(STUCK_MILLIS) == null) {
                    throw new IllegalStateException("no message was received for a minute");
                }
                receivedMillis.add(System.currentTimeMillis());
            }
        }
        return receivedMillis.build().toArray();
    }

    private RunOutcome measured(long[] movedMillis, long[] trafficMillis, long dueMillis) {
        long lastMoveMillis = Arrays.stream(movedMillis).max().orElse(dueMillis);
        long elapsedMillis = Math.max(1, lastMoveMillis - dueMillis);
        double before = perSecond(trafficMillis, dueMillis - BEFORE_MILLIS, dueMillis);
        double meanwhile = perSecond(trafficMillis, dueMillis, Math.max(lastMoveMillis, dueMillis + 1));
        return new RunOutcome.MeasuredRun(
                LoadRun.perSecond(messages, TimeUnit.MILLISECONDS.toNanos(elapsedMillis)),
                Map.of(),
                Map.of(
                        "traffic before, msg/s", before,
                        "traffic meanwhile, msg/s", meanwhile,
                        "traffic meanwhile / before", meanwhile / before));
    }

    private static double perSecond(long[] instants, long fromMillis, long toMillis) {
        long count = Arrays.stream(instants)
                .filter(instant -> instant >= fromMillis && instant < toMillis)
                .count();
        return LoadRun.perSecond(count, TimeUnit.MILLISECONDS.toNanos(toMillis - fromMillis));
    }
}
