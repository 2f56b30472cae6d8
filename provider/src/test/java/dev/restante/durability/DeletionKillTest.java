package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("kill -9 during the deletion of a queue")
@Tag("crash")
final class DeletionKillTest {

    private static final long SEED = Long.getLong("restante.crash.seed", System.nanoTime());
    private static final int MESSAGES = 5_000;
    private static final int LATEST_KILL_MILLIS = 400;

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("BEY-04 after a kill, an embedded store has the queue with all its messages or nothing of it")
    void shouldBeWholeOrGoneOnFiles() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        rounds(url, Duration.ofSeconds(15), Integer.getInteger("restante.crash.rounds", 3));
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    @DisplayName("BEY-04 after a kill, PostgreSQL has the whole queue or nothing of it, and another node continues")
    void shouldBeWholeOrGoneOnPostgres() throws Exception {
        rounds(
                PostgresServer.newDatabase(),
                Duration.ofSeconds(1),
                Integer.getInteger("restante.crash.postgres.rounds", 2));
    }

    private static void rounds(String url, Duration lease, int rounds) throws Exception {
        for (int round = 0; round < rounds; round++) {
            round(url, lease, new Random(SEED + round));
        }
    }

    private static RestanteConnectionFactory newFactory(String url, Duration lease) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(lease);
        return factory;
    }

    private static void round(String url, Duration lease, Random random) throws Exception {
        try (RestanteConnectionFactory factory = newFactory(url, lease);
                RestanteAdmin admin = factory.admin()) {
            if (!isThere(admin)) {
                fill(factory, admin);
            }
        }
        boolean told;
        try (ChildJvm child = ChildJvm.start(DeletionChild.class, url, "q", Long.toString(lease.toMillis()))) {
            child.expect("deleting");
            child.killAfter(random.nextInt(LATEST_KILL_MILLIS));
            told = "deleted".equals(child.readLine());
        }
        try (RestanteConnectionFactory factory = newFactory(url, lease);
                RestanteAdmin admin = factory.admin()) {
            if (isThere(admin)) {
                assertThat(told)
                        .as("seed %d: the child reported that the queue is deleted", SEED)
                        .isFalse();
                assertThat(admin.statistics("q").available()).isEqualTo(MESSAGES);
            } else {
                Eventually.eventually("seed " + SEED + ": no row of the deleted queue is left", () -> left(url) == 0);
                assertThat(admin.entities(EntityFilter.all())).isEmpty();
            }
        }
    }

    private static void fill(RestanteConnectionFactory factory, RestanteAdmin admin) throws JMSException {
        admin.createQueue("q", QueueOptions.defaults());
        try (JMSContext context = factory.createContext(Session.SESSION_TRANSACTED)) {
            for (int i = 0; i < MESSAGES; i++) {
                context.createProducer().send(context.createQueue("q"), "m" + i);
            }
            context.commit();
        }
    }

    private static boolean isThere(RestanteAdmin admin) throws JMSException {
        return admin.entities(EntityFilter.all()).stream()
                .anyMatch(entity -> entity.name().equals("q"));
    }

    /** Returns the number of rows of entities, deliveries and messages. They all belong to one queue. */
    private static long left(String url) throws SQLException {
        try (Connection connection = url.startsWith("jdbc:hsqldb")
                        ? DriverManager.getConnection(url, "SA", "")
                        : DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet row =
                        statement.executeQuery("SELECT SUM(many) FROM (SELECT COUNT(*) AS many FROM restante_entity"
                                + " UNION ALL SELECT COUNT(*) FROM restante_delivery"
                                + " UNION ALL SELECT COUNT(*) FROM restante_message) counted")) {
            row.next();
            return row.getLong(1);
        }
    }
}
