package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.SharedServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.io.IOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract test of a node that dies or stops, and of another node. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class DeadNodeContract {

    private static final Duration LEASE = Duration.ofSeconds(1);
    private static final long PATIENCE_MILLIS = 30_000;

    /** Number of times that a node stops somewhere in its commits. */
    private static final int ROUNDS = Integer.getInteger("restante.crash.postgres.rounds", 2);

    private final String url;
    private RestanteConnectionFactory factory;
    private JMSContext context;

    DeadNodeContract(SharedServer server) {
        this.url = server.newDatabase();
    }

    @BeforeEach
    void open() {
        factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(LEASE);
        context = factory.createContext();
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private ChildJvm startHolding() throws IOException {
        send(PausedChild.LOCKED, "first");
        send(PausedChild.IN, "second");
        ChildJvm child = ChildJvm.start(PausedChild.class, url, Long.toString(LEASE.toMillis()));
        child.expect("got first 1");
        child.expect("got second 1");
        child.expect("holding");
        return child;
    }

    private void send(String queue, String text) {
        context.createProducer().send(context.createQueue(queue), text);
    }

    private void assertReceived(String queue, String text, int deliveryCount) throws JMSException {
        try (JMSContext other = factory.createContext(Session.AUTO_ACKNOWLEDGE);
                var consumer = other.createConsumer(other.createQueue(queue))) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            assertThat(message).as("what " + queue + " has").isNotNull();
            assertThat(message.getBody(String.class)).isEqualTo(text);
            assertThat(message.getIntProperty("JMSXDeliveryCount")).isEqualTo(deliveryCount);
            assertThat(message.getJMSRedelivered()).isEqualTo(deliveryCount > 1);
        }
    }

    private void assertEmpty(String queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            var left = admin.statistics(queue);
            assertThat(left.available() + left.inFlight() + left.scheduled() + left.deferred())
                    .as("messages left in " + queue + ": " + left)
                    .isZero();
        }
    }

    @Test
    @DisplayName("RCV-13 another node receives the messages of a killed JVM as redelivered after the lease")
    void shouldReleaseWhatAKilledNodeHeld() throws Exception {
        try (ChildJvm child = startHolding()) {
            child.kill();
        }
        assertReceived(PausedChild.LOCKED, "first", 2);
        assertReceived(PausedChild.IN, "second", 2);
        assertEmpty(PausedChild.OUT);
    }

    @Test
    @DisplayName("RCV-14 RCV-20 a suspended node that was declared dead cannot renew, settle or commit earlier"
            + " messages, and continues")
    void shouldRefuseANodeThatComesBack() throws Exception {
        try (ChildJvm child = startHolding()) {
            child.pause();
            assertReceived(PausedChild.LOCKED, "first", 2);
            assertReceived(PausedChild.IN, "second", 2);
            child.write("go on");
            child.resume();
            for (String attempt : new String[] {"renew", "complete", "commit"}) {
                assertThat(child.expect(attempt)).as(attempt).startsWith("refused");
            }
            // The node has rejoined, or the send has waited for that.
            assertThat(child.expect("send")).startsWith("succeeded");
            child.expect("done");
        }
        assertEmpty(PausedChild.LOCKED);
        assertEmpty(PausedChild.IN);
        assertReceived(PausedChild.OUT, "from the dead", 1);
        assertEmpty(PausedChild.OUT);
    }

    @Test
    @Tag("crash")
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    @DisplayName("RCV-13 a node that stops during its commits does not block other nodes")
    void shouldGoOnBesideANodeThatStopsInACommit() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String queue : new String[] {CrashWorkload.WORK, CrashWorkload.IN}) {
            // The queue must exist even if the node stops early.
            context.createProducer()
                    .setProperty(CrashWorkload.SERIAL, "first-0-100")
                    .send(context.createQueue(queue), "first");
        }
        for (int round = 0; round < ROUNDS; round++) {
            try (ChildJvm child = ChildJvm.start(
                    CrashWorkload.class,
                    url,
                    Long.toString(LEASE.toMillis()),
                    Long.toString(seed),
                    "x" + round,
                    "100")) {
                child.expect("opening");
                child.expect("ready");
                boolean fenced = false;
                for (int i = random.nextInt(500); i >= 0 && !fenced; i--) {
                    String line = child.readLine();
                    assertThat(line).as("line of the child").isNotNull().doesNotStartWith("failed");
                    // A busy machine can stop the child for longer than its lease before this test does.
                    fenced = line.startsWith(CrashWorkload.FENCED);
                }
                child.pause();
                send("other", "message " + round);
                assertReceived("other", "message " + round, 1);
                assertNothingIsInFlight(seed);
            }
        }
    }

    /** Waits until the suspended node was declared dead and its messages were released. */
    private void assertNothingIsInFlight(long seed) throws JMSException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        try (RestanteAdmin admin = factory.admin();
                var consumer = context.createConsumer(context.createQueue("never sent to"))) {
            for (String queue : new String[] {CrashWorkload.WORK, CrashWorkload.IN}) {
                while (admin.statistics(queue).inFlight() > 0) {
                    assertThat(System.nanoTime())
                            .as("time of the release; seed " + seed)
                            .isLessThan(deadlineNanos);
                    assertThat(consumer.receive(50)).isNull();
                }
            }
        }
    }
}
