package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.AcquireResult;
import dev.restante.store.BatchResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Single attempt to execute the operations and acquisitions of a batch in an open transaction, which the caller commits
 * or rolls back.
 */
final class BatchExecution {

    /**
     * Number of lock timeouts after which the remaining operations of the batch are not tried, because each costs a
     * wait.
     */
    private static final int MAX_LOCK_TIMEOUTS = 16;

    /**
     * Total wait for locks after which operations similar to a blocked one are not tried. Some servers support no lock
     * timeout below one second.
     */
    private static final long MAX_LOCK_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Database database;
    private final Connection connection;
    private final BatchStatements statements;
    private final BatchFence fence;
    private final List<Operation> operations;
    private final @Nullable OperationOutcome[] outcomes;

    /** Creates an attempt for all operations whose outcome is null; the attempt stores their outcomes in the array. */
    BatchExecution(
            Database database,
            Connection connection,
            BatchStatements statements,
            BatchFence fence,
            List<Operation> operations,
            @Nullable OperationOutcome[] outcomes) {
        this.database = database;
        this.connection = connection;
        this.statements = statements;
        this.fence = fence;
        this.operations = operations;
        this.outcomes = outcomes;
    }

    /**
     * Sets the outcomes of operations that cannot take effect because of changed subscriptions or missing entities, and
     * that have changed nothing yet.
     */
    private boolean rejectImpossible(int from, int to) throws SQLException {
        boolean outdated = rejectOutdated(from, to);
        return rejectWithoutTarget(from, to, targets(from, to)) || outdated;
    }

    private TargetEntities targets(int from, int to) {
        TargetEntities targets = new TargetEntities(statements, fence.presenceCache());
        for (int i = from; i < to; i++) {
            if (outcomes[i] == null) {
                targets.add(operations.get(i));
            }
        }
        return targets;
    }

    /**
     * Locks the target entities against deletion. Sets the outcomes of operations whose target does not exist or is
     * being deleted. If the target is being deleted, the operation is retried later in a batch of its own. It does not
     * wait here, because the deletion waits for the row of this pipeline.
     */
    private boolean rejectWithoutTarget(int from, int to, TargetEntities targets) throws SQLException {
        if (targets.lockAll()) {
            return false;
        }
        boolean any = false;
        for (int i = from; i < to; i++) {
            if (outcomes[i] == null) {
                outcomes[i] = targets.failureOrRedirect(operations.get(i));
                any |= outcomes[i] != null;
            }
        }
        return any;
    }

    /** Rejects operations that were made for another version of a subscription set. */
    private boolean rejectOutdated(int from, int to) throws SQLException {
        SortedSet<Long> topicIds = new TreeSet<>();
        for (Operation operation : operations.subList(from, to)) {
            for (Change change : operation.changes()) {
                if (change instanceof Change.UnchangedSubscriptions unchanged) {
                    topicIds.add(unchanged.topicId());
                }
            }
        }
        if (topicIds.isEmpty()) {
            return false;
        }
        boolean any = false;
        Map<Long, Long> versions = statements.subscriptionVersions(topicIds);
        for (int i = from; i < to; i++) {
            for (Change change : operations.get(i).changes()) {
                if (change instanceof Change.UnchangedSubscriptions unchanged
                        && outcomes[i] == null
                        && !Objects.equals(versions.get(unchanged.topicId()), unchanged.version())) {
                    outcomes[i] = new OperationOutcome.SubscriptionsChanged(unchanged.topicId());
                    any = true;
                }
            }
        }
        return any;
    }

    /** Writes the fence. If {@code noLockWait} is true, later statements fail at once instead of waiting for a lock. */
    private void begin(boolean noLockWait) throws SQLException {
        if (!statements.fence(fence)) {
            throw fence.missedLookup().read(connection);
        }
        if (noLockWait) {
            database.disableLockWaits(connection);
        }
    }

    private BatchPass passOverUndecided() {
        BatchPass pass = new BatchPass(operations);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                pass.add(i);
            }
        }
        return pass;
    }

    /** Prepares a single-trip batch, as {@link BatchStatements#singleTripBatch} does. */
    @Nullable
    SingleTripBatch asSingleTrip() throws SQLException {
        return passOverUndecided().singleTripBatch(fence, statements);
    }

    /**
     * Executes the fence and then all operations with JDBC batches, without waits for locks if {@code noLockWait}.
     *
     * @return false if operations missed their fencing tokens; their outcomes are set, and the caller must roll back
     *     and execute the other operations again
     * @throws StoreException with FENCED if the incarnation is dead; a {@link DeletionAnnouncedException} if the batch
     *     must be repeated because a deletion was announced
     */
    boolean executeTogether(boolean noLockWait) throws SQLException {
        TargetEntities targets = targets(0, outcomes.length);
        boolean fenceWithThem = !noLockWait && targets.areAllCached() && !targets.needTopicLockFirst();
        if (!fenceWithThem || !statements.fenceAndLockEntities(fence, targets.toLock())) {
            begin(noLockWait);
            rejectImpossible(0, outcomes.length);
        }
        BatchPass pass = passOverUndecided();
        if (!pass.execute(statements)) {
            pass.recordFailures(outcomes);
            return false;
        }
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                outcomes[i] = pass.outcome(i);
            }
        }
        return true;
    }

    /**
     * Executes the fence and then each operation with a savepoint of its own, without waits for locks if
     * {@code noLockWait}. An operation that is blocked by a row lock is undone and fails with TRANSIENT. After many
     * lock timeouts, all remaining operations fail in this way, because most likely one transaction blocks them all.
     * After a long wait, only operations with the same kinds of changes as a blocked one fail, because other operations
     * use other tables.
     *
     * @throws StoreException as for {@link #executeTogether}
     */
    void executeOneByOne(boolean noLockWait) throws SQLException {
        begin(noLockWait);
        int lockTimeouts = 0;
        long waitedNanos = 0;
        List<Set<Class<?>>> kindsThatWaited = new ArrayList<>();
        for (int i : undecidedByLockWaits()) {
            Set<Class<?>> kinds = kinds(operations.get(i));
            boolean like = kindsThatWaited.stream().anyMatch(kinds::containsAll);
            if (lockTimeouts == MAX_LOCK_TIMEOUTS || (waitedNanos >= MAX_LOCK_WAIT_NANOS && like)) {
                outcomes[i] = new OperationOutcome.Failed(new StoreException(
                        StoreFailureKind.TRANSIENT,
                        "Too many rows of " + database.databaseName() + " are locked by other transactions",
                        null));
                continue;
            }
            Savepoint before = connection.setSavepoint("before_operation");
            long startedNanos = System.nanoTime();
            BatchPass pass = new BatchPass(operations);
            try {
                if (rejectImpossible(i, i + 1)) {
                    continue;
                }
                pass.add(i);
                if (pass.execute(statements)) {
                    outcomes[i] = pass.outcome(i);
                } else {
                    pass.recordFailures(outcomes);
                    connection.rollback(before);
                }
            } catch (SQLException e) {
                boolean waits = database.failureClassifier().isLockTimeout(e);
                StoreException rejected = database.failureClassifier()
                        .toStoreException("An operation was rejected by " + database.databaseName(), e);
                if ((rejected.kind() != StoreFailureKind.CONSTRAINT && !waits)
                        || database.failureClassifier().rollsBackTransaction(e)) {
                    throw e;
                }
                if (waits) {
                    lockTimeouts++;
                    waitedNanos += System.nanoTime() - startedNanos;
                    operations.get(i).countLockWait();
                    kindsThatWaited.add(kinds);
                }
                outcomes[i] = new OperationOutcome.Failed(rejected);
                rollBackTo(before);
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                outcomes[i] = new OperationOutcome.Failed(new StoreException(
                        StoreFailureKind.CONSTRAINT,
                        "An operation cannot be written to " + database.databaseName(),
                        e));
                rollBackTo(before);
            }
        }
    }

    private static Set<Class<?>> kinds(Operation operation) {
        return operation.changes().stream().map(Object::getClass).collect(Collectors.toSet());
    }

    /**
     * Returns the indexes of the undecided operations. Operations with fewer lock timeouts come first, so that they do
     * not wait behind repeatedly blocked ones.
     */
    private int[] undecidedByLockWaits() {
        return IntStream.range(0, outcomes.length)
                .filter(i -> outcomes[i] == null)
                .boxed()
                .sorted(Comparator.comparingInt(i -> operations.get(i).lockWaitCount()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void rollBackTo(Savepoint before) throws SQLException {
        connection.rollback(before);
        statements.clearBoundRows();
    }

    /**
     * Exception of a failed acquisition that ran without a savepoint. The batch is then repeated with savepoints, so
     * that sends and settlements still succeed.
     */
    static final class AcquireFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        AcquireFailedException(Exception cause) {
            super(cause);
        }
    }

    /**
     * Executes the acquire requests, each with a savepoint if {@code withSavepoints}, and collects the result of the
     * batch.
     *
     * @return null if the whole batch must be rolled back and executed again
     */
    @Nullable
    BatchResult acquireAndCollect(List<AcquireRequest> acquires, boolean withSavepoints)
            throws SQLException, AcquireFailedException {
        AcquireResult[] acquireResults = new AcquireResult[acquires.size()];
        Map<Integer, StoreException> failed = new HashMap<>(0);
        for (int i : byEntity(acquires)) {
            Savepoint before = withSavepoints ? connection.setSavepoint("before_acquire") : null;
            try {
                AcquireResult got = statements.acquire(acquires.get(i));
                if (got == null) {
                    return null;
                }
                acquireResults[i] = got;
            } catch (StoreException e) {
                throw e;
            } catch (SQLException | RuntimeException e) {
                StoreException failure = failure(acquires.get(i), e);
                if (failure.kind() == StoreFailureKind.UNAVAILABLE) {
                    throw e;
                }
                if (before == null) {
                    throw new AcquireFailedException(e);
                }
                if (e instanceof SQLException rejected
                        && database.failureClassifier().rollsBackTransaction(rejected)) {
                    throw e;
                }
                rollBackTo(before);
                acquireResults[i] = AcquireResult.EMPTY;
                failed.put(i, failure);
            }
        }
        List<OperationOutcome> decided = new ArrayList<>(outcomes.length);
        for (OperationOutcome outcome : outcomes) {
            if (outcome == null) {
                throw new IllegalStateException("An operation of the batch has no outcome");
            }
            decided.add(outcome);
        }
        return new BatchResult(decided, List.of(acquireResults), failed);
    }

    /**
     * Returns the indexes of the acquire requests ordered by entity, because batches that lock the groups of several
     * entities must not deadlock. Requests for one entity keep their order.
     */
    private static int[] byEntity(List<AcquireRequest> acquires) {
        if (acquires.size() < 2) {
            return new int[acquires.size()];
        }
        return IntStream.range(0, acquires.size())
                .boxed()
                .sorted(Comparator.comparingLong(i -> acquires.get(i).entityId()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private StoreException failure(AcquireRequest request, Exception cause) {
        String failureText =
                "No message of entity " + request.entityId() + " can be fetched in " + database.databaseName();
        return cause instanceof SQLException rejected
                ? database.failureClassifier().toStoreException(failureText, rejected)
                : new StoreException(StoreFailureKind.CONSTRAINT, failureText, cause);
    }
}
