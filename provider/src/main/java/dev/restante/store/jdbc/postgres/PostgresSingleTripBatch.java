package dev.restante.store.jdbc.postgres;

import static java.util.Objects.requireNonNull;

import dev.restante.model.LargeBody;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.batch.SingleTripBatch;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Small batch of sends and completions that PostgreSQL executes and commits in a single round trip. The driver sends
 * the statements of one text together and begins no transaction for them. They are one implicit transaction, which the
 * server commits at their end. If the fence, an entity or a removal misses, a statement fails on purpose and nothing is
 * committed.
 *
 * <p>Behind a transaction-mode pooler, a transaction with its own settings has already begun, so the text ends with
 * COMMIT.
 */
final class PostgresSingleTripBatch implements SingleTripBatch {

    /** Maximum number of operations, each of which sends or completes a message. */
    static final int MAX_OPERATIONS = 2 * PostgresMessageInserter.MAX_SINGLE_VALUES;

    /** Numbers of removals for which there is a text; the last row fills unused places, and is removed once. */
    private static final int[] REMOVALS = {0, 1, 4, PostgresMessageInserter.MAX_SINGLE_VALUES};

    /** Numbers of target entities for which there is a text; the last entity fills unused places. */
    private static final int[] TARGETS = {0, 1, PostgresMessageInserter.MAX_SINGLE_VALUES};

    private record BatchShape(int targets, int inserts, int removals, boolean inTransaction) {}

    private static final Map<BatchShape, String> SQL_BY_SHAPE = texts();

    private static final String PING = "SELECT 1";

    private final Connection connection;
    private final boolean inTransaction;
    private final StatementCache statements;
    private final PreparedStatement batch;

    private PostgresSingleTripBatch(
            Connection connection, boolean inTransaction, StatementCache statements, PreparedStatement batch) {
        this.connection = connection;
        this.inTransaction = inTransaction;
        this.statements = statements;
        this.batch = batch;
    }

    private static Map<BatchShape, String> texts() {
        Map<BatchShape, String> texts = new HashMap<>();
        for (int inserts = 0; inserts <= PostgresMessageInserter.MAX_SINGLE_VALUES; inserts++) {
            for (int removals : REMOVALS) {
                for (int targets : TARGETS) {
                    String insert = inserts == 0 ? null : PostgresMessageInserter.singleValuesSql(inserts);
                    String remove = removals == 0 ? null : PostgresBatchSql.removeAll(removals);
                    String text = Stream.of(fence(targets), insert, remove)
                            .filter(part -> part != null)
                            .collect(Collectors.joining("; "));
                    texts.put(new BatchShape(targets, inserts, removals, false), text);
                    texts.put(new BatchShape(targets, inserts, removals, true), text + "; COMMIT");
                }
            }
        }
        return Map.copyOf(texts);
    }

    /**
     * Returns the first statement, which writes the fence, locks entities against deletion, and divides by zero if one
     * of them misses.
     */
    private static String fence(int targets) {
        String kept = targets == 0 ? "" : PostgresBatchSql.andEntitiesLocked(targets);
        return "WITH held AS (" + PipelineFence.SQL + kept + " RETURNING 1) SELECT 1 / count(*) FROM held";
    }

    private static @Nullable BatchShape shape(
            boolean inTransaction, int targets, List<Change.Enqueue> enqueues, List<FencedRow> removals) {
        if (removals.size() > PostgresMessageInserter.MAX_SINGLE_VALUES
                || !PostgresMessageInserter.fitsSingleValues(enqueues)) {
            return null;
        }
        long bytes = 0;
        for (Change.Enqueue enqueue : enqueues) {
            bytes += enqueue.storedBytes();
            // Large bodies need rows of another table, and many bytes must be sliced.
            if (LargeBody.isBodyOf(enqueue.message()) || bytes > PostgresMessageInserter.MAX_BYTES) {
                return null;
            }
        }
        long formerId = Long.MIN_VALUE;
        for (FencedRow row : removals) {
            boolean simple = row.change().ref().owned() && row.change().ref().onlyDelivery() && row.id() > formerId;
            if (!simple) {
                return null;
            }
            formerId = row.id();
        }
        return new BatchShape(
                smallestAtLeast(TARGETS, targets),
                enqueues.size(),
                smallestAtLeast(REMOVALS, removals.size()),
                inTransaction);
    }

    private static int smallestAtLeast(int[] numbers, int least) {
        int index = 0;
        while (numbers[index] < least) {
            index++;
        }
        return numbers[index];
    }

    /**
     * Binds a batch.
     *
     * @param inTransaction true if a transaction has begun on the connection
     * @param removals the rows to remove, by ascending delivery id
     * @return the batch, or null if it cannot be sent in a single trip
     */
    static @Nullable SingleTripBatch of(
            Connection connection,
            boolean inTransaction,
            StatementCache statements,
            long incarnation,
            int pipeline,
            BatchFence fence,
            List<Change.Enqueue> enqueues,
            List<FencedRow> removals)
            throws SQLException {
        Set<Long> targets = new TreeSet<>();
        for (Change.Enqueue enqueue : enqueues) {
            enqueue.deliveries().forEach(delivery -> targets.add(delivery.entityId()));
        }
        Set<Long> toLock = fence.presenceCache().toLock(targets);
        boolean few = toLock.size() <= PostgresMessageInserter.MAX_SINGLE_VALUES;
        BatchShape shape = few && fence.presenceCache().containsAll(targets)
                ? shape(inTransaction, toLock.size(), enqueues, removals)
                : null;
        if (shape == null) {
            return null;
        }
        PreparedStatement batch = statements.prepare(requireNonNull(SQL_BY_SHAPE.get(shape)));
        int next = PipelineFence.bind(batch, incarnation, pipeline, fence);
        next = bindTargets(batch, next, shape.targets(), toLock);
        next = PostgresMessageInserter.bindSingleValues(batch, next, enqueues);
        bindRemovals(batch, next, shape.removals(), removals);
        return new PostgresSingleTripBatch(connection, inTransaction, statements, batch);
    }

    private static void bindRemovals(PreparedStatement batch, int first, int count, List<FencedRow> removals)
            throws SQLException {
        if (count == 0) {
            return;
        }
        int next = first;
        for (int i = 0; i < count; i++) {
            batch.setLong(next++, removal(removals, i).id());
        }
        for (int i = 0; i < count; i++) {
            FencedRow row = removal(removals, i);
            batch.setLong(next++, row.id());
            batch.setLong(next++, row.change().ref().owner());
            batch.setInt(next++, row.change().ref().acquisitionCount());
        }
        batch.setInt(next, removals.size());
    }

    /** Returns the removal at an index, or the last one if there are fewer. */
    private static FencedRow removal(List<FencedRow> removals, int index) {
        return removals.get(Math.min(index, removals.size() - 1));
    }

    private static int bindTargets(PreparedStatement batch, int first, int count, Set<Long> targets)
            throws SQLException {
        if (count == 0) {
            return first;
        }
        int next = first;
        long last = 0;
        for (long target : targets) {
            batch.setLong(next++, target);
            last = target;
        }
        while (next < first + count) {
            batch.setLong(next++, last);
        }
        batch.setInt(next, targets.size());
        return next + 1;
    }

    @Override
    public void ping() throws SQLException {
        execute(statements.prepare(PING));
    }

    @Override
    public void commit() throws SQLException {
        execute(batch);
    }

    /** Executes in auto-commit mode unless a transaction has begun; only the driver notices the switch. */
    private void execute(PreparedStatement statement) throws SQLException {
        if (inTransaction) {
            UnreplicatedCommitCheck.execute(statement);
            return;
        }
        connection.setAutoCommit(true);
        try {
            UnreplicatedCommitCheck.execute(statement);
        } catch (SQLException | RuntimeException | Error e) {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException | RuntimeException broken) {
                e.addSuppressed(broken);
            }
            throw e;
        }
        connection.setAutoCommit(false);
    }
}
