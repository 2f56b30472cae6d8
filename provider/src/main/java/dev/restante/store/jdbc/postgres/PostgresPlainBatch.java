package dev.restante.store.jdbc.postgres;

import static java.util.Objects.requireNonNull;

import dev.restante.model.LargeBody;
import dev.restante.store.Change;
import dev.restante.store.jdbc.batch.PipelineFence;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.FencedRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A small batch of sends and completions in one round trip: the driver sends the statements of one text together, and
 * BEGIN before them. COMMIT is not among them: until it is sent, whatever goes wrong has certainly had no effect.
 */
final class PostgresPlainBatch {

    /** One text for each of these; the last row is bound again until there are as many, and removed once. */
    private static final int[] REMOVALS = {0, 1, 4, PostgresInserts.FEW};

    private record Form(int inserts, int removals) {}

    private static final Map<Form, String> TEXTS = texts();

    /** What became of such a batch: whether the incarnation is alive, and which deliveries were removed. */
    record Executed(boolean alive, Set<Long> removed) {}

    private PostgresPlainBatch() {}

    private static Map<Form, String> texts() {
        Map<Form, String> texts = new HashMap<>();
        for (int inserts = 0; inserts <= PostgresInserts.FEW; inserts++) {
            for (int removals : REMOVALS) {
                String insert = inserts == 0 ? null : PostgresInserts.few(inserts);
                String remove = removals == 0 ? null : PostgresBatchSql.removeOwned(removals);
                texts.put(
                        new Form(inserts, removals),
                        Stream.of(PipelineFence.SQL, insert, remove)
                                .filter(text -> text != null)
                                .collect(Collectors.joining("; ")));
            }
        }
        return Map.copyOf(texts);
    }

    private static @Nullable Form form(List<Change.Enqueue> enqueues, List<FencedRow> removals) {
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
        int rows = 0;
        while (REMOVALS[rows] < removals.size()) {
            rows++;
        }
        return new Form(enqueues.size(), REMOVALS[rows]);
    }

    /**
     * Executes a batch behind its fence.
     *
     * @param removals by ascending delivery id
     * @return null if the batch is none that this can execute; nothing has been done then
     */
    static @Nullable Executed execute(
            StatementCache statements,
            long incarnation,
            int pipeline,
            long batch,
            long highestId,
            List<Change.Enqueue> enqueues,
            List<FencedRow> removals)
            throws SQLException {
        Form form = form(enqueues, removals);
        if (form == null) {
            return null;
        }
        PreparedStatement statement = statements.get(requireNonNull(TEXTS.get(form)));
        int next = PipelineFence.bind(statement, incarnation, pipeline, batch, highestId);
        next = PostgresInserts.bindFew(statement, next, enqueues);
        for (int i = 0; i < form.removals(); i++) {
            FencedRow row = removals.get(Math.min(i, removals.size() - 1));
            statement.setLong(next, row.id());
            statement.setLong(next + 1, row.change().ref().owner());
            statement.setInt(next + 2, row.change().ref().acquisition());
            next += 3;
        }
        statement.execute();
        boolean alive = statement.getUpdateCount() == 1;
        if (!enqueues.isEmpty()) {
            statement.getMoreResults();
        }
        Set<Long> removed = new HashSet<>();
        if (!removals.isEmpty() && statement.getMoreResults()) {
            try (ResultSet ids = statement.getResultSet()) {
                while (ids.next()) {
                    removed.add(ids.getLong(1));
                }
            }
        }
        return new Executed(alive, removed);
    }
}
