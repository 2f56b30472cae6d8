package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.broker.BranchException;
import dev.restante.broker.BrokerException;
import dev.restante.proof.InterleavingScene.SceneAction;
import dev.restante.proof.InterleavingScene.SceneRows;
import dev.restante.testing.Eventually;
import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.SharedServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Pairs of operations of two nodes on the same rows. The first operation stops before its n-th call to the database.
 * Then the second one runs until it ends or waits for a lock, which the database itself reports. Then the first one
 * continues. This is repeated for each n.
 *
 * <p>The results of both operations and the rows must be those of one of the two serial orders. An operation that fails
 * for another reason must have had no effect.
 */
@Tag("proof")
@Tag("proof-server")
@TestInstance(Lifecycle.PER_CLASS)
abstract class InterleavingContract {

    private static final int STEP = Integer.getInteger("restante.proof.step", 1);
    private static final long PATIENCE_SECONDS = 60;

    /** Time after which an operation that neither ends nor waits for a lock waits for something else. */
    private static final long STALL_MILLIS = 500;

    private static final long SETTLING_MILLIS = 2_000;

    private final SharedServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private int interleavings;
    private int waits;
    private int stalls;

    InterleavingContract(SharedServer server) {
        this.server = server;
    }

    /** Returns the query of the number of sessions that wait for a lock. */
    abstract String waitingSessionsQuery();

    /** Returns the time between two of these queries. */
    abstract long waitingSessionsIntervalMillis();

    @TestFactory
    Stream<DynamicTest> shouldEqualASerialOrder() {
        return InterleavingScenes.all().stream()
                .map(scene -> dynamicTest(scene.name(), () -> {
                    try (SceneProof proof = new SceneProof(scene)) {
                        proof.run();
                    }
                }));
    }

    @AfterAll
    void close() {
        threads.shutdownNow();
        System.out.println(getClass().getSimpleName() + " has tested " + interleavings + " interleavings, of which "
                + waits + " waited for a lock and " + stalls + " for something else");
    }

    /** Results of two operations, and the rows afterwards. */
    private record PairOutcome(String first, String second, String state) {}

    /**
     * Outcome of a pair of which only one operation is executed.
     *
     * @param keepsMessage true if a message is available before and after the operation
     */
    private record AloneOutcome(PairOutcome outcome, boolean keepsMessage) {}

    private final class SceneProof implements AutoCloseable {
        private final InterleavingScene scene;
        private final PausingDataSource pausing;
        private final StoredRows rows;
        private ProofNode first;
        private final ProofNode second;
        private final List<String> failures = new ArrayList<>();
        private int executions;
        private long lastQueryNanos = System.nanoTime();
        private String firstResult = "";
        private String secondResult = "";

        SceneProof(InterleavingScene scene) throws SQLException {
            this.scene = scene;
            DataSource database = LifoConnectionPool.of(server.dataSource(server.newDatabase()));
            pausing = new PausingDataSource(database);
            rows = new StoredRows(database, false);
            first = ProofNode.quiet(pausing);
            second = ProofNode.quiet(database);
        }

        void run() throws Exception {
            for (SceneAction one : scene.firstActions()) {
                for (SceneAction other : scene.secondActions()) {
                    run(one, other);
                }
            }
            assertThat(failures).isEmpty();
        }

        private SceneRows setUp() {
            if (scene.endsFirstNode()) {
                closeFirst();
                first = ProofNode.quiet(pausing);
            }
            return scene.setUp().apply(first, "q" + ++executions);
        }

        private void run(SceneAction one, SceneAction other) throws Exception {
            SceneRows inOrder = setUp();
            boolean holds = inOrder.hasAcquired(rows);
            Set<Long> availableInOrder = inOrder.available(rows);
            CompletableFuture<String> unused = pausing.pauseBefore(0);
            String alone = result(first, one, inOrder);
            int calls = pausing.calls();
            AloneOutcome firstAlone = new AloneOutcome(
                    new PairOutcome(alone, "", settledState(inOrder, holds)),
                    !Collections.disjoint(availableInOrder, inOrder.available(rows)));
            PairOutcome firstThenSecond =
                    new PairOutcome(alone, result(second, other, inOrder), settledState(inOrder, holds));
            SceneRows inReverse = setUp();
            Set<Long> availableInReverse = inReverse.available(rows);
            String otherAlone = result(second, other, inReverse);
            AloneOutcome secondAlone = new AloneOutcome(
                    new PairOutcome("", otherAlone, settledState(inReverse, holds)),
                    !Collections.disjoint(availableInReverse, inReverse.available(rows)));
            PairOutcome secondThenFirst =
                    new PairOutcome(result(first, one, inReverse), otherAlone, settledState(inReverse, holds));
            List<String> wrong = new ArrayList<>();
            if (scene.endsFirstNode()) {
                assertThat(secondThenFirst.state())
                        .as("what " + one.name() + " changes after " + other.name())
                        .isEqualTo(secondAlone.outcome().state());
            } else if (!holds) {
                compareWithOneNode(one, other, firstThenSecond, wrong);
                compareWithOneNode(other, one, secondThenFirst, wrong);
            }
            for (int call = 1; call <= calls; call += STEP) {
                SceneRows mixed = setUp();
                CompletableFuture<String> paused = pausing.pauseBefore(call);
                interleave(one, other, mixed, paused);
                // Returned messages become available a little later.
                boolean allowed = Eventually.within(
                        SETTLING_MILLIS,
                        () -> isAllowed(outcome(mixed), firstThenSecond, secondThenFirst, firstAlone, secondAlone));
                if (!allowed) {
                    wrong.add("before call " + call + " (" + paused.getNow("no call") + "): " + outcome(mixed));
                }
            }
            if (!wrong.isEmpty()) {
                failures.add("\n" + one.name() + " stops, " + other.name() + " runs: " + wrong.size() + " of " + calls
                        + " calls\n  in order: " + firstThenSecond + "\n  in reverse: " + secondThenFirst + "\n  "
                        + String.join("\n  ", wrong.subList(0, Math.min(wrong.size(), 3))));
            }
        }

        /**
         * Compares two operations, one after the other, with the same operations on one node, whose caches are current.
         */
        private void compareWithOneNode(
                SceneAction earlier, SceneAction later, PairOutcome onTwoNodes, List<String> wrong) {
            SceneRows onOneNode = setUp();
            String unused = result(first, earlier, onOneNode) + result(first, later, onOneNode);
            String expected = settledState(onOneNode, false);
            if (!onTwoNodes.state().equals(expected)) {
                wrong.add(later.name() + " on another node after " + earlier.name() + ": " + onTwoNodes
                        + ", but on the same node: " + expected);
            }
        }

        /**
         * Returns the state of the rows, once the nodes hold no message. A receive that returns no message can leave an
         * expired one to the node, which removes it a little later.
         *
         * @param holds true if a node held a message from the beginning
         */
        private String settledState(SceneRows mixed, boolean holds) {
            if (!holds) {
                Eventually.eventually("no node holds a message", () -> !mixed.hasAcquired(rows));
            }
            return mixed.state(rows);
        }

        private PairOutcome outcome(SceneRows mixed) {
            return new PairOutcome(firstResult, secondResult, mixed.state(rows));
        }

        private static boolean isAllowed(
                PairOutcome outcome,
                PairOutcome firstThenSecond,
                PairOutcome secondThenFirst,
                AloneOutcome firstAlone,
                AloneOutcome secondAlone) {
            return outcome.equals(firstThenSecond)
                    || outcome.equals(secondThenFirst)
                    || (isWithoutEffect(outcome.first(), secondAlone)
                            && outcome.second().equals(secondAlone.outcome().second())
                            && outcome.state().equals(secondAlone.outcome().state()))
                    || (isWithoutEffect(outcome.second(), firstAlone)
                            && outcome.first().equals(firstAlone.outcome().first())
                            && outcome.state().equals(firstAlone.outcome().state()));
        }

        /**
         * Returns whether a result says that the operation has changed nothing, and may say so beside the other
         * operation. A receive may return nothing only if no message was available for the whole call (RCV-16).
         */
        private static boolean isWithoutEffect(String result, AloneOutcome otherAlone) {
            return result.equals(InterleavingScenes.NOTHING)
                    ? !otherAlone.keepsMessage()
                    : result.startsWith("failed") && !result.contains("STORE_FAILED");
        }

        private void interleave(SceneAction one, SceneAction other, SceneRows mixed, CompletableFuture<String> paused)
                throws Exception {
            Future<String> firstEnd = threads.submit(() -> result(first, one, mixed));
            boolean stopped = Eventually.within(STALL_MILLIS, () -> paused.isDone() || firstEnd.isDone());
            Future<String> secondEnd = threads.submit(() -> result(second, other, mixed));
            boolean ended = Eventually.within(STALL_MILLIS, () -> secondEnd.isDone() || isSessionWaiting());
            if (paused.isDone()) {
                interleavings++;
            }
            if (!stopped || !ended) {
                stalls++;
            } else if (!secondEnd.isDone()) {
                waits++;
            }
            pausing.resume();
            firstResult = get(firstEnd);
            secondResult = get(secondEnd);
        }

        private boolean isSessionWaiting() {
            long nowNanos = System.nanoTime();
            if (nowNanos - lastQueryNanos < TimeUnit.MILLISECONDS.toNanos(waitingSessionsIntervalMillis())) {
                return false;
            }
            lastQueryNanos = nowNanos;
            return rows.count(waitingSessionsQuery()) > 0;
        }

        private static String get(Future<String> result) throws InterruptedException, TimeoutException {
            try {
                return result.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw new AssertionError(e);
            }
        }

        /** Returns the result of an operation, or the reason of its failure. */
        private static String result(ProofNode node, SceneAction action, SceneRows rows) {
            try {
                return action.call().apply(node, rows);
            } catch (BrokerException e) {
                return "failed: " + e.reason();
            } catch (BranchException e) {
                return "failed: " + e.reason();
            }
        }

        @Override
        public void close() {
            pausing.resume();
            closeFirst();
            second.close();
        }

        private void closeFirst() {
            try {
                first.close();
            } catch (BrokerException e) {
                // A dead node cannot release its messages.
                assertThat(scene.endsFirstNode()).as("failed close: %s", e).isTrue();
            }
        }
    }
}
