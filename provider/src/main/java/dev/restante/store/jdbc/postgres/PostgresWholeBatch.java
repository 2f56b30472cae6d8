package dev.restante.store.jdbc.postgres;

import static java.util.Objects.requireNonNull;

import dev.restante.model.LargeBody;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.BatchFence;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.batch.WholeBatch;
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
 * A small batch of sends and completions in one round trip: the driver sends the statements of one text together, and
 * as it does not begin a transaction for them they are one by themselves, which the server commits when it has come to
 * their end. Where the fence, an entity or a removal misses, a statement fails on purpose, and nothing is committed.
 *
 * <p>Behind a pool that keeps no sessions a transaction has begun with settings of its own; there the text ends with
 * COMMIT.
 */
final class PostgresWholeBatch implements WholeBatch {

    /** Each sends or completes something. */
    static final int MOST_OPERATIONS = 2 * PostgresInserts.FEW;

    /** One text for each of these; the last row is bound again until there are as many, and removed once. */
    private static final int[] REMOVALS = {0, 1, 4, PostgresInserts.FEW};

    /** One text for each of these; the last entity is bound again until there are as many. */
    private static final int[] TARGETS = {0, 1, PostgresInserts.FEW};

    private record Form(int targets, int inserts, int removals, boolean begun) {}

    private static final Map<Form, String> TEXTS = texts();

    private static final String ASK = "SELECT 1";

    private final Connection connection;
    private final boolean begun;
    private final StatementCache statements;
    private final PreparedStatement batch;

    private PostgresWholeBatch(
            Connection connection, boolean begun, StatementCache statements, PreparedStatement batch) {
        this.connection = connection;
        this.begun = begun;
        this.statements = statements;
        this.batch = batch;
    }

    private static Map<Form, String> texts() {
        Map<Form, String> texts = new HashMap<>();
        for (int inserts = 0; inserts <= PostgresInserts.FEW; inserts++) {
            for (int removals : REMOVALS) {
                for (int targets : TARGETS) {
                    String insert = inserts == 0 ? null : PostgresInserts.few(inserts);
                    String remove = removals == 0 ? null : PostgresBatchSql.removeAll(removals);
                    String text = Stream.of(fence(targets), insert, remove)
                            .filter(part -> part != null)
                            .collect(Collectors.joining("; "));
                    texts.put(new Form(targets, inserts, removals, false), text);
                    texts.put(new Form(targets, inserts, removals, true), text + "; COMMIT");
                }
            }
        }
        return Map.copyOf(texts);
    }

    /**
     * Returns the first statement. It also keeps the entities that have to be locked from being deleted. Divides by
     * zero if the fence or one of them is missed.
     */
    private static String fence(int targets) {
        String kept = targets == 0 ? "" : PostgresBatchSql.andKept(targets);
        return "WITH held AS (" + PipelineFence.SQL + kept + " RETURNING 1) SELECT 1 / count(*) FROM held";
    }

    private static @Nullable Form form(
            boolean begun, int targets, List<Change.Enqueue> enqueues, List<FencedRow> removals) {
        if (removals.size() > PostgresInserts.FEW || !PostgresInserts.areFew(enqueues)) {
            return null;
        }
        long bytes = 0;
        for (Change.Enqueue enqueue : enqueues) {
            bytes += enqueue.bytes();
            // What brings a row of another table along, or would have to be sliced.
            if (LargeBody.isOf(enqueue.message()) || bytes > PostgresInserts.MOST_BYTES) {
                return null;
            }
        }
        long formerId = Long.MIN_VALUE;
        for (FencedRow row : removals) {
            boolean simple = row.change().ref().owned() && row.change().ref().sole() && row.id() > formerId;
            if (!simple) {
                return null;
            }
            formerId = row.id();
        }
        return new Form(atLeast(TARGETS, targets), enqueues.size(), atLeast(REMOVALS, removals.size()), begun);
    }

    private static int atLeast(int[] numbers, int least) {
        int place = 0;
        while (numbers[place] < least) {
            place++;
        }
        return numbers[place];
    }

    /**
     * Binds a batch.
     *
     * @param begun whether a transaction has begun on the connection
     * @param removals by ascending delivery id
     * @return null if it is none that can be sent whole
     */
    static @Nullable WholeBatch of(
            Connection connection,
            boolean begun,
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
        Set<Long> toLock = fence.entities().toLock(targets);
        boolean few = toLock.size() <= PostgresInserts.FEW;
        Form form = few && fence.entities().haveSeen(targets) ? form(begun, toLock.size(), enqueues, removals) : null;
        if (form == null) {
            return null;
        }
        PreparedStatement batch = statements.get(requireNonNull(TEXTS.get(form)));
        int next = PipelineFence.bind(batch, incarnation, pipeline, fence);
        next = bindTargets(batch, next, form.targets(), toLock);
        next = PostgresInserts.bindFew(batch, next, enqueues);
        bindRemovals(batch, next, form.removals(), removals);
        return new PostgresWholeBatch(connection, begun, statements, batch);
    }

    private static void bindRemovals(PreparedStatement batch, int first, int places, List<FencedRow> removals)
            throws SQLException {
        if (places == 0) {
            return;
        }
        int next = first;
        for (int i = 0; i < places; i++) {
            batch.setLong(next++, removal(removals, i).id());
        }
        for (int i = 0; i < places; i++) {
            FencedRow row = removal(removals, i);
            batch.setLong(next++, row.id());
            batch.setLong(next++, row.change().ref().owner());
            batch.setInt(next++, row.change().ref().acquisition());
        }
        batch.setInt(next, removals.size());
    }

    /** Returns the removal for a place; the last one again where there are fewer. */
    private static FencedRow removal(List<FencedRow> removals, int place) {
        return removals.get(Math.min(place, removals.size() - 1));
    }

    private static int bindTargets(PreparedStatement batch, int first, int places, Set<Long> targets)
            throws SQLException {
        if (places == 0) {
            return first;
        }
        int next = first;
        long last = 0;
        for (long target : targets) {
            batch.setLong(next++, target);
            last = target;
        }
        while (next < first + places) {
            batch.setLong(next++, last);
        }
        batch.setInt(next, targets.size());
        return next + 1;
    }

    @Override
    public void ask() throws SQLException {
        execute(statements.get(ASK));
    }

    @Override
    public void commit() throws SQLException {
        execute(batch);
    }

    /** Where no transaction has begun the switch is a matter of the driver alone. */
    private void execute(PreparedStatement statement) throws SQLException {
        if (begun) {
            UncopiedCommits.execute(statement);
            return;
        }
        connection.setAutoCommit(true);
        try {
            UncopiedCommits.execute(statement);
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
