package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Test of two nodes whose driver finds the primary, and of one node behind haproxy. */
@DisplayName("nodes on PostgreSQL servers that Patroni manages")
@Tag("patroni")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PatroniDrillTest {

    private static final int TTL_SECONDS = 20;
    private static final int LOOP_WAIT_SECONDS = 2;
    private static final int RETRY_SECONDS = 5;

    /** Time for which a crashed primary may recover before another server takes its place. */
    private static final int START_SECONDS = 10;

    private static final int ROUNDS_PER_EPISODE = 10;
    private static final int LOSSES_PER_EPISODE = 2;
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final List<Duration> STORE_TIMEOUTS =
            List.of(Duration.ofSeconds(30), Duration.ofSeconds(6), Duration.ofSeconds(15));

    /** Time for which the primary's commits are not copied before the primary is lost. */
    private static final long UNREPLICATED_MILLIS = 1_500;

    /**
     * Limit stated in docs/operations/many-nodes.md: the time until another server is the primary, and until a silent
     * connection is closed.
     */
    private static final Duration LONGEST_STALL = Duration.ofSeconds(
                    TTL_SECONDS + LOOP_WAIT_SECONDS + 2 * RETRY_SECONDS)
            .plus(Duration.ofSeconds(20));

    private final Random random = Drill.random("patroni");
    private final int rounds = Integer.getInteger("restante.patroni.rounds", 10);
    private final Map<PatroniFault, List<Stall>> stalls = new TreeMap<>();
    private PatroniCluster cluster;
    private int succeeded;

    /** Longest stall of a node, and the part of it in which the new primary had no standby. */
    private record Stall(long millis, long aloneMillis) {}

    @BeforeAll
    void start() throws IOException, InterruptedException {
        cluster = new PatroniCluster(
                new PatroniCluster.Settings(true, TTL_SECONDS, LOOP_WAIT_SECONDS, RETRY_SECONDS, START_SECONDS));
    }

    /** Closes the cluster and keeps its logs after a failure. */
    @AfterAll
    void close() throws IOException, InterruptedException {
        cluster.close();
        if (succeeded == 2) {
            cluster.deleteFiles();
        }
    }

    /** Returns each fault equally often, in random order. */
    private List<PatroniFault> plan() {
        List<PatroniFault> plan = new ArrayList<>();
        while (plan.size() < rounds) {
            List<PatroniFault> all = new ArrayList<>(List.of(PatroniFault.values()));
            Collections.shuffle(all, random);
            plan.addAll(all);
        }
        return plan.subList(0, rounds);
    }

    private Drill drill() throws Exception {
        String database = cluster.newDatabase();
        Drill drill = new Drill(cluster.url(database));
        for (Duration storeTimeout : STORE_TIMEOUTS) {
            boolean last = drill.nodes.size() == STORE_TIMEOUTS.size() - 1;
            drill.start(last ? cluster.haproxyUrl(database) : cluster.url(database), LEASE, storeTimeout);
        }
        drill.awaitProgress();
        return drill;
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    @DisplayName("SND-01, SND-09, RCV-02, RCV-08, RCV-13, RCV-14, RCV-17, RCV-19, RCV-20, TXN-13, VIS-07"
            + " with a synchronous standby no message is lost, doubled, resurrected, torn or out of order,"
            + " and all nodes continue in time")
    void shouldSurvive() throws Exception {
        List<PatroniFault> plan = plan();
        for (int done = 0; done < rounds; done += ROUNDS_PER_EPISODE) {
            runEpisode(plan.subList(done, Math.min(rounds, done + ROUNDS_PER_EPISODE)));
        }
        System.out.println("patroni: longest stalls in milliseconds: " + stalls);
        assertThat(stalls.values().stream().flatMap(List::stream))
                .as("milliseconds in which no message moved: %s", stalls)
                .allMatch(stall -> stall.millis - stall.aloneMillis <= LONGEST_STALL.toMillis());
        succeeded++;
    }

    private void runEpisode(List<PatroniFault> faults) throws Exception {
        try (Drill drill = drill()) {
            for (PatroniFault fault : faults) {
                drill.ledger.longestStalls();
                PatroniMember primary = Objects.requireNonNull(cluster.primary());
                drill.history.add(fault + " with primary " + primary);
                inject(fault, primary);
                Duration alone = cluster.awaitConfirming();
                drill.awaitProgress();
                Map<String, Duration> longest = drill.ledger.longestStalls();
                System.out.println("patroni: " + Instant.now() + " " + fault + " of " + primary + " " + longest
                        + ", no standby for " + alone);
                stalls.computeIfAbsent(fault, unused -> new ArrayList<>())
                        .add(new Stall(Collections.max(longest.values()).toMillis(), alone.toMillis()));
                cluster.awaitHealthy(true);
                drill.awaitProgress();
            }
            drill.end();
            System.out.println("patroni: " + drill);
        }
    }

    private void inject(PatroniFault fault, PatroniMember primary) throws IOException, InterruptedException {
        switch (fault) {
            case KILL_POSTGRES -> primary.killPostgres();
            case KILL_PRIMARY -> {
                primary.kill();
                cluster.awaitOtherPrimary(primary);
            }
            case KILL_PATRONI -> {
                primary.killPatroni();
                cluster.awaitOtherPrimary(primary);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(5_000));
                primary.start();
            }
            case SWITCH_OVER -> {
                PatroniMember next = cluster.standby(true);
                assertThat(primary.post(
                                "/switchover",
                                String.format(
                                        Locale.ROOT,
                                        "{\"leader\": \"%s\", \"candidate\": \"%s\"}",
                                        primary.name,
                                        next.name)))
                        .as("status of Patroni's response to the switchover")
                        .isEqualTo(200);
                cluster.awaitOtherPrimary(primary);
            }
            case STOP_POSTGRES, STOP_PRIMARY -> {
                primary.signal("STOP", fault == PatroniFault.STOP_PRIMARY);
                cluster.awaitOtherPrimary(primary);
                // The server executes or drops the statements that it received meanwhile.
                TimeUnit.MILLISECONDS.sleep(random.nextInt(5_000));
                primary.signal("CONT", true);
            }
            case ISOLATE_PRIMARY -> {
                primary.isolate();
                cluster.awaitOtherPrimary(primary);
                TimeUnit.MILLISECONDS.sleep(random.nextInt(5_000));
                primary.restore();
            }
            case RESTART_STANDBY ->
                assertThat(cluster.standby(random.nextBoolean()).post("/restart", "{}"))
                        .as("status of Patroni's response to the restart")
                        .isEqualTo(200);
            case KILL_SYNCHRONOUS_STANDBY -> cluster.standby(true).kill();
            case STOP_SYNCHRONOUS_STANDBY -> {
                PatroniMember standby = cluster.standby(true);
                standby.signal("STOP", true);
                cluster.awaitOtherSynchronous(standby);
                standby.signal("CONT", true);
            }
        }
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    @DisplayName("RCV-20 with an asynchronous standby each node is told of the loss of uncopied commits, and no other"
            + " message is lost or doubled")
    void shouldNoticeWhatIsLost() throws Exception {
        cluster.setSynchronous(false);
        int losses = Math.max(1, rounds / 6);
        for (int done = 0; done < losses; done += LOSSES_PER_EPISODE) {
            loseCommits(Math.min(LOSSES_PER_EPISODE, losses - done));
        }
        cluster.setSynchronous(true);
        succeeded++;
    }

    private void loseCommits(int times) throws Exception {
        try (Drill drill = drill()) {
            Set<String> names = drill.nodes.stream().map(node -> node.name).collect(Collectors.toSet());
            for (int i = 0; i < times; i++) {
                PatroniMember primary = Objects.requireNonNull(cluster.primary());
                drill.history.add("lost primary " + primary);
                primary.replicationProxy.hold();
                TimeUnit.MILLISECONDS.sleep(UNREPLICATED_MILLIS);
                primary.kill();
                cluster.awaitOtherPrimary(primary);
                assertThat(drill.ledger.exemptKnownMessages(names, Drill.TIMEOUT))
                        .as("nodes that did not report lost commits")
                        .isEmpty();
                drill.awaitProgress();
                cluster.awaitHealthy(false);
                drill.awaitProgress();
            }
            drill.end();
            System.out.println("patroni, asynchronous: " + drill.ledger.losses() + "; " + drill);
        }
    }
}
