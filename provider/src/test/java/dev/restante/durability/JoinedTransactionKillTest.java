package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.PostgresServer;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JVM that is killed during application transactions with receives, rows and sends")
@Timeout(200)
final class JoinedTransactionKillTest {

    private static final int MESSAGES = 300;
    private static final int KILLS = 3;

    @TempDir
    Path directory;

    @Test
    @DisplayName("BEY-01 on HSQLDB each message results in exactly one row and one successor")
    void shouldHappenOnceOnHsqldb() throws Exception {
        shouldHappenOnce("jdbc:hsqldb:file:" + directory.resolve("store"));
    }

    @Test
    @DisplayName("BEY-01 on PostgreSQL each message results in exactly one row and one successor")
    void shouldHappenOnceOnPostgres() throws Exception {
        shouldHappenOnce(PostgresServer.newDatabase());
    }

    static void shouldHappenOnce(String url) throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> names = fill(url);
        long told = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            try (ChildJvm child = ChildJvm.start(JoinedTransactionChild.class, url, Long.toString(random.nextInt()))) {
                child.expect("open");
                int until = 1 + random.nextInt(MESSAGES / KILLS / 2);
                int committed = 0;
                for (String line = child.readLine(); line != null; line = child.readLine()) {
                    assertThat(line).as("line of the child, seed %d", seed).isEqualTo("committed");
                    committed++;
                    if (committed == until) {
                        child.kill();
                    }
                }
                told += committed;
            }
        }
        try (RestanteConnectionFactory factory = newFactory(url);
                JMSContext livesLongEnoughToReleaseTheDead = factory.createContext()) {
            JoinedTransactionWorker worker = new JoinedTransactionWorker(url, factory, random);
            livesLongEnoughToReleaseTheDead.start();
            while (left(factory) > 0) {
                worker.work(() -> {});
            }
            assertThat(told).isLessThan(MESSAGES);
            assertThat(rows(url)).as("rows, seed %d", seed).containsExactlyInAnyOrderElementsOf(names);
            assertThat(received(factory))
                    .as("received successors, seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    private static RestanteConnectionFactory newFactory(String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        factory.setLeaseDuration(Duration.ofSeconds(2));
        return factory;
    }

    private static List<String> fill(String url) throws JMSException, SQLException {
        List<String> names = IntStream.range(0, MESSAGES).mapToObj(i -> "m" + i).toList();
        try (RestanteConnectionFactory factory = newFactory(url);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
                Connection jdbc = JoinedTransactionWorker.jdbc(url);
                Statement statement = jdbc.createStatement()) {
            statement.execute(JoinedTransactionWorker.CREATE_TABLE);
            admin.createQueue("in", QueueOptions.defaults().withMaxDeliveryCount(1_000));
            names.forEach(name -> context.createProducer().send(context.createQueue("in"), name));
            context.commit();
        }
        return names;
    }

    /** Returns the number of available and in-flight messages, including messages in flight on dead nodes. */
    private static long left(RestanteConnectionFactory factory) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueStatistics in = admin.statistics("in");
            return in.available() + in.inFlight();
        }
    }

    private static List<String> rows(String url) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Connection jdbc = JoinedTransactionWorker.jdbc(url);
                Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM business")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static List<String> received(RestanteConnectionFactory factory) {
        List<String> names = new ArrayList<>();
        try (JMSContext context = factory.createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue("out"))) {
            for (String next = consumer.receiveBody(String.class, 1_000);
                    next != null;
                    next = consumer.receiveBody(String.class, 1_000)) {
                names.add(next);
            }
        }
        return names;
    }
}
