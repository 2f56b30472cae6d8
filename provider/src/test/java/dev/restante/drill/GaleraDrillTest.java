package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.api.JdbcTransactionProvider;
import dev.restante.store.jdbc.mariadb.galera.MovedWriter;
import dev.restante.testing.Eventually;
import dev.restante.timedhistory.OperationRecorder;
import dev.restante.timedhistory.OperationRecorder.RecordedOperation;
import dev.restante.timedhistory.SendOptions;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("nodes on a Galera cluster under faults of its servers")
@Tag("galera")
final class GaleraDrillTest {

    /** Fault of one round, at the server to which all nodes write or at another server. */
    private enum GaleraFault {
        /** The writer is killed, and restarts after the nodes have continued. */
        KILL_WRITER,
        /** The writer is isolated from the other servers but not from its clients. */
        ISOLATE_WRITER,
        /** The writer is suspended. */
        STOP_WRITER,
        /** Another server has lost its data and gets a copy of all data. */
        STATE_TRANSFER,
        /** The application's connections lead to another server, as after the return of a first host. */
        APPLICATION_CHANGES_WRITER
    }

    private static final int NODES = 3;

    private static final int DISTURBANCES = 200;

    /** Default values of a node. */
    private static final Duration LEASE = Duration.ofSeconds(15);

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(30);

    /** Limit stated in docs/operations/many-nodes.md. */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(60);

    private final Random random = Drill.random("drill on a cluster");
    private final Map<GaleraFault, Duration> longest = new EnumMap<>(GaleraFault.class);
    private int joined;

    @BeforeAll
    static void requireServers() {
        assertThat(GaleraCluster.isInstalled())
                .as("MariaDB and Galera are installed: apt-get install mariadb-server galera-4 rsync")
                .isTrue();
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, SND-09, RCV-02, RCV-08, RCV-13, RCV-19, RCV-20, TXN-13, VIS-07, BEY-01 no message is lost,"
            + " doubled, resurrected, torn or out of order")
    void shouldSurvive() throws Exception {
        GaleraCluster cluster = new GaleraCluster();
        try (cluster) {
            runEpisode(cluster, Integer.getInteger("restante.galera.rounds", 50));
        }
        cluster.deleteFiles();
        assertThat(longest.values()).allSatisfy(stall -> assertThat(stall).isLessThan(LONGEST_STALL));
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, RCV-02 no message is lost, doubled or torn when the writer changes repeatedly under load")
    void shouldSurviveChangesOfTheWriter() throws Exception {
        runUnderLoad(cluster -> {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(400));
            try (Connection connection = cluster.connect(random.nextInt(GaleraCluster.SERVERS))) {
                return MovedWriter.moveTo(connection) ? 1 : 0;
            }
        });
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, RCV-02 no message is lost, doubled or torn when another server undoes running transactions")
    void shouldSurviveUndoneBatches() throws Exception {
        runUnderLoad(cluster -> {
            try (Connection other = cluster.connect((cluster.writer() + 1) % GaleraCluster.SERVERS);
                    Statement statement = other.createStatement()) {
                for (int i = 0; i < 20; i++) {
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(8));
                    statement.executeUpdate("UPDATE restante_pipeline SET highest_id = highest_id + 1 WHERE alive");
                }
                return 1;
            } catch (SQLTransactionRollbackException e) {
                return 1;
            }
        });
    }

    /** Repeated disturbance of a cluster. The method returns 1 if it happened, otherwise 0. */
    private interface Disturbance {
        int inject(GaleraCluster cluster) throws Exception;
    }

    private void runUnderLoad(Disturbance disturbance) throws Exception {
        GaleraCluster cluster = new GaleraCluster();
        try (cluster;
                Drill drill = new Drill(cluster.url())) {
            for (int i = 0; i < NODES; i++) {
                drill.start(cluster.url(), LEASE, STORE_TIMEOUT);
            }
            drill.awaitProgress();
            for (int done = 0; done < DISTURBANCES; ) {
                done += disturbance.inject(cluster);
                if (done % 20 == 0) {
                    drill.awaitProgress();
                }
            }
            drill.end();
            System.out.println("drill: " + drill);
        }
        cluster.deleteFiles();
    }

    private void runEpisode(GaleraCluster cluster, int rounds) throws Exception {
        try (Drill drill = new Drill(cluster.url())) {
            for (int i = 0; i < NODES; i++) {
                drill.start(cluster.url(), LEASE, STORE_TIMEOUT);
            }
            drill.awaitProgress();
            List<GaleraFault> faults = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                if (faults.isEmpty()) {
                    faults.addAll(List.of(GaleraFault.values()));
                    Collections.shuffle(faults, random);
                }
                round(faults.remove(0), cluster, drill);
            }
            drill.end();
            System.out.println("drill: " + drill + "; longest stalls " + longest);
        }
    }

    private void round(GaleraFault fault, GaleraCluster cluster, Drill drill) throws Exception {
        int writer = cluster.writer();
        assertThat(writer).isNotNegative();
        drill.history.add(fault + " with writer " + writer);
        Duration unused = longestStall(drill);
        inject(fault, writer, cluster, drill);
        cluster.awaitAllSynced();
        drill.awaitProgress();
        Duration stall = longestStall(drill);
        longest.merge(fault, stall, (one, other) -> one.compareTo(other) > 0 ? one : other);
        drill.history.add("stall of " + stall.toMillis() + " ms, writer " + cluster.writer());
        System.out.println("drill: " + drill.history.subList(drill.history.size() - 2, drill.history.size()));
    }

    /** Returns the longest stall of any node since the last call. */
    private static Duration longestStall(Drill drill) {
        Map<String, Duration> stalls = drill.ledger.longestStalls();
        return drill.nodes.stream()
                .map(node -> stalls.getOrDefault(node.name, Duration.ZERO))
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private void inject(GaleraFault fault, int writer, GaleraCluster cluster, Drill drill) throws Exception {
        int other = (writer + 1 + random.nextInt(GaleraCluster.SERVERS - 1)) % GaleraCluster.SERVERS;
        switch (fault) {
            case KILL_WRITER -> {
                cluster.kill(writer);
                drill.awaitProgress();
                cluster.restart(writer, GaleraCluster.SERVERS - writer - cluster.writer());
            }
            case ISOLATE_WRITER -> {
                cluster.isolate(writer, true);
                awaitEndOfFault(drill);
                cluster.isolate(writer, false);
            }
            case STOP_WRITER -> {
                cluster.suspend(writer);
                awaitEndOfFault(drill);
                cluster.resume(writer);
            }
            case STATE_TRANSFER -> {
                cluster.kill(other);
                cluster.empty(other);
                cluster.restart(other, GaleraCluster.SERVERS - writer - other);
            }
            case APPLICATION_CHANGES_WRITER -> changeWriterTo(writer == 0 ? other : 0, cluster, drill.ledger);
        }
    }

    /** Waits until the nodes have continued, or for a time that may be too short for that. */
    private void awaitEndOfFault(Drill drill) throws InterruptedException {
        if (random.nextBoolean()) {
            drill.awaitProgress();
        } else {
            TimeUnit.MILLISECONDS.sleep(100L + random.nextInt(12_000));
        }
    }

    /** Sends in transactions on connections to a server until all nodes write to this server. */
    private void changeWriterTo(int server, GaleraCluster cluster, DrillLedger ledger) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(cluster.url())) {
            Eventually.eventually(
                    "all nodes write to server " + server, () -> isCommittedOn(factory, server, cluster, ledger));
        }
        assertThat(cluster.writer()).isEqualTo(server);
    }

    private boolean isCommittedOn(
            RestanteConnectionFactory factory, int server, GaleraCluster cluster, DrillLedger ledger)
            throws InterruptedException {
        String number = "joined-" + ++joined;
        RecordedOperation send = new OperationRecorder("joined.0-" + joined, ledger::record)
                .send("send", List.of(DrillTasks.AUTO + "/" + number), SendOptions.NONE);
        boolean committing = false;
        try (Connection jdbc =
                DriverManager.getConnection(cluster.url(server) + "&transactionIsolation=READ-COMMITTED")) {
            jdbc.setAutoCommit(false);
            try (JMSContext context = factory.joiningTransactions(JdbcTransactionProvider.of(jdbc))
                    .createContext()) {
                context.createProducer().setJMSCorrelationID(number).send(context.createQueue(DrillTasks.AUTO), number);
                committing = true;
                jdbc.commit();
                send.ok();
                return true;
            }
        } catch (JMSRuntimeException | SQLException e) {
            if (!committing) {
                send.refused(null);
            }
            TimeUnit.MILLISECONDS.sleep(500);
            return false;
        }
    }
}
