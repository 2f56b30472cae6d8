package dev.restante.jta;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.durability.ChildJvm;
import dev.restante.narayana.NarayanaRecovery;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Rounds that kill a JVM within a transaction, let the transaction manager recover, and check that the transaction took
 * effect completely or not at all.
 *
 * <p>All rounds share one store, one partner and one transaction log, so that remains of a round affect the next round.
 */
final class CrashRounds {

    /**
     * Number of recovery scans. The first scan finds an in-doubt branch, the second scan confirms that no process works
     * on it, and the third scan completes it.
     */
    private static final int SCANS = 3;

    private static final long PATIENCE_MILLIS = 20_000;
    private static final String CHILD = "restante-crash-child";

    /** Prefix of the keys of this test, because other tests use the same server. */
    private final String keys = UUID.randomUUID().toString();

    private final CrashScenario story;
    private final String url;
    private final String childUrl;
    private final Partner.Kind kind;
    private final String partnerUrl;
    private final String partnerUrlOfChild;

    /**
     * Creates rounds on an empty store.
     *
     * @param partnerUrl the address of the partner, which is a PostgreSQL database with a table, or an Artemis server
     */
    CrashRounds(CrashScenario story, String url, Partner.Kind kind, String partnerUrl) {
        this.story = story;
        this.url = url;
        this.childUrl = url.startsWith("jdbc:postgresql:") ? named(url) : url;
        this.kind = kind;
        this.partnerUrl = partnerUrl;
        this.partnerUrlOfChild = kind == Partner.Kind.POSTGRES ? named(partnerUrl) : partnerUrl;
    }

    private static String named(String databaseUrl) {
        return databaseUrl + "&ApplicationName=" + CHILD;
    }

    /** Runs rounds with plans in an order that depends on a seed. Each plan runs once before a plan runs twice. */
    void run(int rounds, long seed) throws Exception {
        createQueues();
        Random random = new Random(seed + (kind == Partner.Kind.POSTGRES ? 0 : 1));
        List<CrashPlan> plans = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (plans.isEmpty()) {
                plans.addAll(CrashPlan.shuffled(kind, story, random));
            }
            CrashPlan plan = plans.remove(0);
            try {
                round(plan, keys + " " + round);
            } catch (AssertionError | Exception e) {
                throw new AssertionError(
                        "Round " + round + " of " + rounds + " failed, with seed " + seed + ": " + plan, e);
            }
        }
    }

    private void createQueues() throws JMSException {
        try (RestanteXAConnectionFactory factory = newFactory();
                RestanteAdmin admin = factory.admin()) {
            story.createQueues(admin);
        }
    }

    private void round(CrashPlan plan, String key) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of(childUrl, partnerUrlOfChild, Narayana.ofTests().log().toString(), key));
        arguments.addAll(plan.arguments());
        try (ChildJvm child = ChildJvm.start(story.child(), arguments.toArray(String[]::new))) {
            child.expect(FatalStep.REACHED);
            child.kill();
        }
        awaitEndOfChild();
        try (RestanteXAConnectionFactory factory = newFactory();
                Partner partner = Partner.open(kind, partnerUrl)) {
            recover(factory, partner);
            check(plan, key, factory, partner);
        }
    }

    private RestanteXAConnectionFactory newFactory() {
        RestanteXAConnectionFactory factory = new RestanteXAConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(CrashChild.LEASE);
        return factory;
    }

    /**
     * Waits until the servers have noticed the kill, because a server may still execute the last request of a killed
     * client.
     */
    private void awaitEndOfChild() throws SQLException {
        long deadlineNanos =
                System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
        while (isServed()) {
            assertThat(System.nanoTime())
                    .as("time until the servers notice the kill")
                    .isLessThan(deadlineNanos);
            Thread.onSpinWait();
        }
    }

    private boolean isServed() throws SQLException {
        return switch (kind) {
            case POSTGRES -> PostgresPartner.serves(partnerUrl, CHILD);
            case ARTEMIS ->
                ArtemisServer.clients() > 0
                        || (url.startsWith("jdbc:postgresql:") && PostgresPartner.serves(url, CHILD));
        };
    }

    private static void recover(RestanteXAConnectionFactory factory, Partner partner) throws Exception {
        try (NarayanaRecovery ofRestante = NarayanaRecovery.register(factory);
                PartnerRecovery ofPartner = new PartnerRecovery(partner);
                RestanteAdmin admin = factory.admin()) {
            for (int scan = 0; scan < SCANS; scan++) {
                Narayana.ofTests().scan();
            }
            assertThat(admin.transactions().list())
                    .as("in-doubt branches of Restante")
                    .isEmpty();
        }
        assertThat(partner.inDoubt()).as("in-doubt branches of the partner").isZero();
        assertThat(Narayana.ofTests().unfinished())
                .as("unfinished transactions in Narayana's log")
                .isEmpty();
    }

    private void check(CrashPlan plan, String key, RestanteXAConnectionFactory factory, Partner partner)
            throws Exception {
        long written = partner.count(key);
        assertThat(written).as("rows of the partner").isBetween(0L, 1L);
        CrashPlan.Outcome outcome = written > 0 ? CrashPlan.Outcome.COMMITTED : CrashPlan.Outcome.ROLLED_BACK;
        if (plan.outcome() != CrashPlan.Outcome.EITHER) {
            assertThat(outcome).isEqualTo(plan.outcome());
        }
        boolean committed = outcome == CrashPlan.Outcome.COMMITTED;
        String full = committed ? story.whereCommitted(kind) : story.whereRolledBack();
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                RestanteAdmin admin = factory.admin()) {
            connection.start();
            for (String queue : story.queues()) {
                if (!queue.equals(full)) {
                    assertEmpty(admin, queue);
                }
            }
            if (full == null) {
                return;
            }
            try (MessageConsumer consumer = session.createConsumer(session.createQueue(full))) {
                checkMessage(consumer.receive(PATIENCE_MILLIS), key, committed ? 1 : story.maxDeliveries());
                assertThat(consumer.receiveNoWait()).isNull();
            }
            assertEmpty(admin, full);
        }
    }

    private static void assertEmpty(RestanteAdmin admin, String queue) throws JMSException {
        QueueStatistics statistics = admin.statistics(queue);
        assertThat(statistics.available() + statistics.inFlight() + statistics.scheduled())
                .as("messages in " + queue)
                .isZero();
    }

    private static void checkMessage(Message message, String key, int maxDeliveries) throws JMSException {
        assertThat(message).as("the message").isNotNull();
        assertThat(message.getBody(String.class)).isEqualTo(key);
        assertThat(message.getIntProperty("JMSXDeliveryCount")).isBetween(1, maxDeliveries);
    }
}
