package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Entity;
import dev.restante.model.InDoubtOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreCopies;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import dev.restante.store.jdbc.hsqldb.file.FaultyDisk;
import dev.restante.store.jdbc.hsqldb.file.FaultyDisk.DiskFault;
import dev.restante.store.jdbc.hsqldb.file.HangingDisk;
import dev.restante.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.hsqldb.jdbc.JDBCDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends, settlements and checkpoints of a node whose disk does not return from the n-th call. Each caller must be told
 * a true outcome within the limit of its call, and so must the caller of another queue. Then the disk continues or
 * reports an error, and the node must go on. In another history, the process ends or loses its power while the disk
 * hangs.
 *
 * <p>Only every n-th call is tested, where n is the system property {@code restante.proof.hang.step}, because each
 * takes as long as the limit of a call. The last calls belong to the close of the node, whose shutdown of the database
 * may continue after the limit.
 */
@DisplayName("RCV-19 SND-09 a node whose disk hangs")
@Tag("proof")
final class DiskHangTest {

    private static final int STEP = Integer.getInteger("restante.proof.hang.step", 1_000);

    private static final Duration STORE_TIMEOUT = Duration.ofMillis(300);

    /** Limit of a call by RCV-19, and some time for a busy machine. */
    private static final long LIMIT_MILLIS = STORE_TIMEOUT.toMillis() * 4 / 3 + 2_000 + 3_000;

    /** Takes a checkpoint after each 40,000 bytes of the log. */
    private static final HsqldbTuning TUNING = new HsqldbTuning(40_000, Long.MAX_VALUE, 0, 2_000);

    private static final int STEPS = 18;

    /** Number of steps of a close that each have the limit of a call. */
    private static final int CLOSE_LIMITS = 4;

    /** First tested call that succeeds after its hang, counted from the last one; it writes the shutdown's script. */
    private static final int CALLS_AFTER_FIRST = 12;

    /** First tested call that fails after its hang, counted from the last one. */
    private static final int FAILING_CALL = 200;

    @TempDir
    Path root;

    /** Event after a hang, once a caller was told an outcome. */
    private enum HangEnd {
        /** The call is executed. */
        SUCCESS,
        /** The call fails. */
        FAILURE,
        /** The application closes the node, and then the call is executed. */
        CLOSE
    }

    @TestFactory
    Stream<DynamicTest> shouldTellTheTruthInTime() throws Exception {
        Round counting = new Round(0, HangEnd.SUCCESS);
        counting.run();
        int calls = counting.disk.calls();
        return Stream.of(HangEnd.values())
                .map(end -> dynamicTest("hang at every " + STEP + "th of " + calls + " calls, end by " + end, () -> {
                    List<String> failures = new ArrayList<>();
                    int first =
                            switch (end) {
                                case SUCCESS -> CALLS_AFTER_FIRST;
                                case FAILURE -> FAILING_CALL;
                                // None in the build, because a close during a hang takes several limits of a call.
                                case CLOSE -> STEP / 2;
                            };
                    for (int call = calls - first; call > 0; call -= STEP) {
                        Round round = new Round(call, end);
                        try {
                            round.run();
                        } catch (AssertionError e) {
                            failures.add(round.disk.description() + ": " + e.getMessage());
                        }
                    }
                    assertThat(failures).isEmpty();
                }));
    }

    /** Outcome that a caller was told about one message. */
    private enum Told {
        DONE,
        NOT_DONE,
        UNKNOWN
    }

    /** Life of a node whose disk hangs once. */
    private final class Round {
        private final Random random = new Random(42);
        private final Path database = Files.createTempDirectory(root, "store").resolve("store");
        private final FaultyDisk written = new FaultyDisk(0, DiskFault.NONE, () -> {});
        private final HangingDisk disk;
        private final int hangingCall;
        private final HangEnd end;
        private final Map<Long, Told> sends = new TreeMap<>();
        private final Map<Long, Told> completions = new TreeMap<>();
        private final Map<String, Runnable> tokens = new TreeMap<>();
        private final Deque<Long> available = new ArrayDeque<>();
        private final StoreCopies copies = new StoreCopies(database, written);

        Round(int call, HangEnd end) throws IOException {
            disk = new HangingDisk(written, end == HangEnd.FAILURE);
            this.end = end;
            hangingCall = call;
        }

        void run() throws Exception {
            ProofNode node = new ProofNode(
                    StoreChild.open(StoreChild.location(database), TUNING, disk, STORE_TIMEOUT),
                    new JDBCDataSource(),
                    STORE_TIMEOUT);
            Entity queue = node.queue("orders");
            Entity second = node.queue("other");
            disk.arm(hangingCall);
            CompletableFuture<@Nullable Void> otherSender =
                    CompletableFuture.runAsync(() -> sendDuringHang(node, second));
            try {
                boolean told = false;
                for (int i = 0; i < STEPS && !told; i++) {
                    told = !(i % 3 == 2 ? complete(node, queue) : send(node, queue)) && disk.isHanging();
                }
                if (disk.isHanging()) {
                    copy("during the hang");
                    tokens.keySet().forEach(token -> askDuringHang(node, token));
                    awaitTold(otherSender);
                    if (end != HangEnd.CLOSE) {
                        goOn(node, queue);
                    }
                }
            } catch (Exception | AssertionError e) {
                disk.release();
                throw e;
            } finally {
                close(node);
            }
            otherSender.join();
            Eventually.eventually("the store is closed", this::canBeOpened);
            copy("after the close");
            copies.check();
        }

        private void awaitTold(CompletableFuture<@Nullable Void> otherSender) {
            try {
                otherSender.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError("the other sender was not told in time", e);
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause().getMessage(), e);
            }
        }

        private void goOn(ProofNode node, Entity queue) {
            disk.release();
            tokens.forEach((token, committed) -> {
                InDoubtOutcome[] outcome = {InDoubtOutcome.UNDECIDED};
                Eventually.eventually("the outcome of " + token + " is known", () -> {
                    outcome[0] = node.broker.commitOutcome(token);
                    return outcome[0] != InDoubtOutcome.UNDECIDED;
                });
                assertThat(outcome[0]).isIn(InDoubtOutcome.COMMITTED, InDoubtOutcome.NOT_COMMITTED);
                if (outcome[0] == InDoubtOutcome.COMMITTED) {
                    committed.run();
                }
            });
            // What was not committed is not done.
            sends.replaceAll((id, told) -> told == Told.UNKNOWN ? Told.NOT_DONE : told);
            completions.replaceAll((id, told) -> told == Told.UNKNOWN ? Told.NOT_DONE : told);
            Eventually.eventually("the node goes on", () -> send(node, queue) && complete(node, queue));
        }

        /** Closes the node. A shutdown that hangs may end later. */
        private void close(ProofNode node) throws Exception {
            CompletableFuture<@Nullable Void> closing = CompletableFuture.runAsync(node::close);
            try {
                closing.get(CLOSE_LIMITS * LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throw new AssertionError("the close has not ended in time", e);
            } finally {
                if (disk.isHanging() && !disk.isReleased()) {
                    copy("during the close");
                }
                disk.release();
                closing.handle((done, failure) -> null).join();
            }
        }

        private boolean canBeOpened() {
            try {
                StoreOpener.open(StoreChild.location(database)).close();
                return true;
            } catch (StoreException e) {
                return false;
            }
        }

        private void sendDuringHang(ProofNode node, Entity other) {
            try {
                disk.awaitHanging();
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
            long startedNanos = System.nanoTime();
            try {
                node.send(other, "b");
            } catch (BrokerException told) {
                assertThat(told.reason())
                        .isIn(
                                BrokerErrorReason.STORE_UNAVAILABLE,
                                BrokerErrorReason.OUTCOME_UNKNOWN,
                                BrokerErrorReason.CLOSED);
            }
            requireInTime("another send", startedNanos);
        }

        private void askDuringHang(ProofNode node, String token) {
            long startedNanos = System.nanoTime();
            try {
                assertThat(node.broker.commitOutcome(token)).isNotEqualTo(InDoubtOutcome.UNKNOWN);
            } catch (BrokerException told) {
                assertThat(told.reason()).isIn(BrokerErrorReason.STORE_UNAVAILABLE, BrokerErrorReason.OUTCOME_UNKNOWN);
            }
            requireInTime("a query of an outcome", startedNanos);
        }

        private boolean send(ProofNode node, Entity queue) {
            byte[] content = new byte[3_000];
            random.nextBytes(content);
            PreparedSend prepared = node.prepare(queue, HexFormat.of().formatHex(content));
            long id = prepared.delivery().id();
            boolean done = tell("a send", sends, id, () -> node.broker.sender().send(prepared));
            if (done) {
                available.add(id);
            }
            return done;
        }

        private boolean complete(ProofNode node, Entity queue) {
            InFlightDelivery received;
            long startedNanos = System.nanoTime();
            try {
                received = node.receiveNoWait(queue);
            } catch (BrokerException told) {
                requireInTime("a receive", startedNanos);
                return false;
            }
            requireInTime("a receive", startedNanos);
            if (received == null) {
                return false;
            }
            return tell("a completion", completions, received.delivery().id(), () -> node.broker
                    .settler()
                    .complete(List.of(received)));
        }

        /** Executes a call, and records what its caller is told; returns whether it is done. */
        private boolean tell(String what, Map<Long, Told> told, long id, Runnable call) {
            long startedNanos = System.nanoTime();
            Told outcome = Told.DONE;
            try {
                call.run();
            } catch (BrokerException failure) {
                switch (failure.reason()) {
                    case OUTCOME_UNKNOWN -> {
                        assertThat(failure.outcomeToken())
                                .as("token of " + what)
                                .isNotNull();
                        tokens.put(String.valueOf(failure.outcomeToken()), () -> told.put(id, Told.DONE));
                        outcome = Told.UNKNOWN;
                    }
                    case STORE_UNAVAILABLE -> outcome = Told.NOT_DONE;
                    default -> throw new AssertionError(what + " has failed: " + failure, failure);
                }
            }
            told.put(id, outcome);
            requireInTime(what, startedNanos);
            return outcome == Told.DONE;
        }

        private void requireInTime(String what, long startedNanos) {
            assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos))
                    .as("milliseconds of " + what)
                    .isLessThan(LIMIT_MILLIS);
        }

        /** Copies the files as they are after the end of the process, and after a loss of power. */
        private void copy(String time) throws IOException {
            Set<Long> present = new HashSet<>();
            Set<Long> absent = new HashSet<>();
            sends.forEach((id, told) -> {
                if (told == Told.NOT_DONE || completions.get(id) == Told.DONE) {
                    absent.add(id);
                } else if (told == Told.DONE && completions.get(id) != Told.UNKNOWN) {
                    present.add(id);
                }
            });
            copies.add(time, present, absent, Set.copyOf(sends.keySet()));
        }
    }
}
