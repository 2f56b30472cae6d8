package dev.restante.store.jdbc.batch;

import dev.restante.store.AcquireRequest;
import dev.restante.store.Acquired;
import dev.restante.store.BatchResult;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
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
 * One attempt to execute the operations and acquires of a batch, in a transaction that has begun. It ends no
 * transaction; where the attempt can't stand, the caller rolls back and makes another one.
 */
final class BatchExecution {

    /** After so many the others are not even tried in the same batch: each costs a wait. */
    private static final int MOST_LOCKED_OUT = 16;

    /** After so long neither those that are like one that has waited: some servers know no wait below a second. */
    private static final long MOST_WAITED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Database database;
    private final Connection connection;
    private final BatchStatements statements;
    private final BatchFence fence;
    private final List<Operation> operations;
    private final @Nullable Outcome[] outcomes;

    /** For all operations whose outcome is null; what becomes of them is entered there. */
    BatchExecution(
            Database database,
            Connection connection,
            BatchStatements statements,
            BatchFence fence,
            List<Operation> operations,
            @Nullable Outcome[] outcomes) {
        this.database = database;
        this.connection = connection;
        this.statements = statements;
        this.fence = fence;
        this.operations = operations;
        this.outcomes = outcomes;
    }

    /**
     * Decides the operations that can't take effect because of subscriptions or entities; nothing is undone for them,
     * because nothing was done.
     *
     * @return whether there are any
     */
    private boolean findImpossible(int from, int to) throws SQLException {
        boolean outdated = findOutdated(from, to);
        return findWithoutTarget(from, to, targets(from, to)) || outdated;
    }

    /** The entities in which something arrives by operations that are undecided. */
    private Targets targets(int from, int to) {
        Targets targets = new Targets(statements, fence.entities());
        for (int i = from; i < to; i++) {
            if (outcomes[i] == null) {
                targets.add(operations.get(i));
            }
        }
        return targets;
    }

    /**
     * Keeps the entities in which deliveries arrive from being deleted. Decides the operations where that is not
     * possible: the entity is gone, or its deletion is under way. In the latter case the operation is tried again
     * later, apart from the others. It does not wait here, where its pipeline's row is locked: the deletion waits for
     * that.
     */
    private boolean findWithoutTarget(int from, int to, Targets targets) throws SQLException {
        if (targets.keep()) {
            return false;
        }
        boolean any = false;
        for (int i = from; i < to; i++) {
            if (outcomes[i] == null) {
                outcomes[i] = targets.failure(operations.get(i));
                any |= outcomes[i] != null;
            }
        }
        return any;
    }

    /** Those that were made for another set of subscriptions. */
    private boolean findOutdated(int from, int to) throws SQLException {
        SortedSet<Long> topicIds = new TreeSet<>();
        for (Operation operation : operations.subList(from, to)) {
            for (Change change : operation.changes()) {
                if (change instanceof Change.SameSubscriptions same) {
                    topicIds.add(same.topicId());
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
                if (change instanceof Change.SameSubscriptions same
                        && outcomes[i] == null
                        && !Objects.equals(versions.get(same.topicId()), same.version())) {
                    outcomes[i] = new Outcome.Outdated(same.topicId());
                    any = true;
                }
            }
        }
        return any;
    }

    /** Writes the fence. From then on nothing waits for a lock if it is {@code hurried}. */
    private void begin(boolean hurried) throws SQLException {
        if (!statements.fence(fence)) {
            throw fence.missed().on(connection);
        }
        if (hurried) {
            database.hurry(connection);
        }
    }

    private BatchPass undecided() {
        BatchPass pass = new BatchPass(operations);
        for (int i = 0; i < outcomes.length; i++) {
            if (outcomes[i] == null) {
                pass.add(i);
            }
        }
        return pass;
    }

    /** All of it in one round trip, COMMIT included, as {@link BatchStatements#whole}. */
    @Nullable
    WholeBatch whole() throws SQLException {
        return undecided().whole(fence, statements);
    }

    /**
     * Executes all with JDBC batches, behind the fence.
     *
     * @param hurried whether nothing is to wait for a lock
     * @return false if some lost a lock; their outcomes are known then, and the rest has to be executed again
     * @throws StoreException with FENCED if the incarnation is dead; a {@link DeletionAnnouncedException} if the batch
     *     has to be written again because a deletion was announced
     */
    boolean together(boolean hurried) throws SQLException {
        Targets targets = targets(0, outcomes.length);
        boolean fenceWithThem = !hurried && targets.areKnown() && !targets.comeAfterTopics();
        if (!fenceWithThem || !statements.fenceAndKeep(fence, targets.toLock())) {
            begin(hurried);
            findImpossible(0, outcomes.length);
        }
        BatchPass pass = undecided();
        if (!pass.execute(statements)) {
            pass.recordLockLost(outcomes);
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
     * What waits for a lock of somebody else is left undone, and fails with TRANSIENT; so is the rest where that is so
     * of many, because most likely they all wait for the same. Where it takes long to see, so is what is like those
     * that have waited, and nothing else: whoever does something else has to do with other tables.
     *
     * @param hurried whether nothing is to wait for a lock
     * @throws StoreException with FENCED if the incarnation is dead; a {@link DeletionAnnouncedException} if the batch
     *     has to be written again because a deletion was announced
     */
    void oneByOne(boolean hurried) throws SQLException {
        begin(hurried);
        int lockedOut = 0;
        long waitedNanos = 0;
        List<Set<Class<?>>> kindsThatWaited = new ArrayList<>();
        for (int i : undecidedByWaits()) {
            Set<Class<?>> kinds = kinds(operations.get(i));
            boolean like = kindsThatWaited.stream().anyMatch(kinds::containsAll);
            if (lockedOut == MOST_LOCKED_OUT || (waitedNanos >= MOST_WAITED_NANOS && like)) {
                outcomes[i] = new Outcome.Failed(new StoreException(
                        Kind.TRANSIENT, "too much in " + database.where() + " is locked by others", null));
                continue;
            }
            Savepoint before = connection.setSavepoint("before_operation");
            long startedNanos = System.nanoTime();
            BatchPass pass = new BatchPass(operations);
            try {
                if (findImpossible(i, i + 1)) {
                    continue;
                }
                pass.add(i);
                if (pass.execute(statements)) {
                    outcomes[i] = pass.outcome(i);
                } else {
                    pass.recordLockLost(outcomes);
                    connection.rollback(before);
                }
            } catch (SQLException e) {
                boolean waits = database.failures().lockedOut(e);
                StoreException refused = database.failures().of("an operation was refused by " + database.where(), e);
                if ((refused.kind() != Kind.CONSTRAINT && !waits)
                        || database.failures().endsTransaction(e)) {
                    throw e;
                }
                if (waits) {
                    lockedOut++;
                    waitedNanos += System.nanoTime() - startedNanos;
                    operations.get(i).waitedForLock();
                    kindsThatWaited.add(kinds);
                }
                outcomes[i] = new Outcome.Failed(refused);
                backTo(before);
            } catch (StoreException e) {
                throw e;
            } catch (RuntimeException e) {
                outcomes[i] = new Outcome.Failed(
                        new StoreException(Kind.CONSTRAINT, "an operation can't be written to " + database.where(), e));
                backTo(before);
            }
        }
    }

    private static Set<Class<?>> kinds(Operation operation) {
        return operation.changes().stream().map(Object::getClass).collect(Collectors.toSet());
    }

    /**
     * The places of the operations whose outcome is null, in order; but those that have been tried less often come
     * first, so that none waits for others that are locked out again and again.
     */
    private int[] undecidedByWaits() {
        return IntStream.range(0, outcomes.length)
                .filter(i -> outcomes[i] == null)
                .boxed()
                .sorted(Comparator.comparingInt(i -> operations.get(i).lockWaits()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void backTo(Savepoint before) throws SQLException {
        connection.rollback(before);
        statements.forgetBoundRows();
    }

    /**
     * Why an acquire failed that was executed without a savepoint. Nobody who sends or settles is to suffer from it.
     */
    static final class AcquireFailure extends Exception {
        private static final long serialVersionUID = 1L;

        AcquireFailure(Exception cause) {
            super(cause);
        }
    }

    /**
     * Acquires, and gathers what has become of everything.
     *
     * @param apart whether each acquire has a savepoint of its own
     * @return null if all of it must be run again
     */
    @Nullable
    BatchResult result(List<AcquireRequest> acquires, boolean apart) throws SQLException, AcquireFailure {
        Acquired[] acquired = new Acquired[acquires.size()];
        Map<Integer, StoreException> failed = new HashMap<>(0);
        for (int i : byEntity(acquires)) {
            Savepoint before = apart ? connection.setSavepoint("before_acquire") : null;
            try {
                Acquired got = statements.acquire(acquires.get(i));
                if (got == null) {
                    return null;
                }
                acquired[i] = got;
            } catch (StoreException e) {
                throw e;
            } catch (SQLException | RuntimeException e) {
                StoreException failure = failure(acquires.get(i), e);
                if (failure.kind() == Kind.UNAVAILABLE) {
                    throw e;
                }
                if (before == null) {
                    throw new AcquireFailure(e);
                }
                if (e instanceof SQLException refused && database.failures().endsTransaction(refused)) {
                    throw e;
                }
                backTo(before);
                acquired[i] = Acquired.NOTHING;
                failed.put(i, failure);
            }
        }
        List<Outcome> decided = new ArrayList<>(outcomes.length);
        for (Outcome outcome : outcomes) {
            if (outcome == null) {
                throw new IllegalStateException("an operation was left undecided");
            }
            decided.add(outcome);
        }
        return new BatchResult(decided, List.of(acquired), failed);
    }

    /**
     * The places of acquires, in the order of their entities: each may lock the groups of one, and batches of different
     * nodes must not wait for each other in a circle. Those of the same entity stay in order.
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
        String doing = "acquiring from entity " + request.entityId() + " in " + database.where();
        return cause instanceof SQLException refused
                ? database.failures().of(doing, refused)
                : new StoreException(Kind.CONSTRAINT, doing, cause);
    }
}
