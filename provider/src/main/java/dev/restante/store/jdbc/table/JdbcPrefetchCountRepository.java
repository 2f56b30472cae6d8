package dev.restante.store.jdbc.table;

import dev.restante.store.PrefetchCountRepository;
import dev.restante.store.PrefetchCountRepository.PrefetchCount;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repository of the prefetched counts of all nodes, one row for each entity and node with prefetched deliveries. */
public final class JdbcPrefetchCountRepository implements PrefetchCountRepository {

    private static final String DELETE = "DELETE FROM restante_prefetch_count WHERE entity = ? AND incarnation = ?";
    private static final String INSERT =
            """
            INSERT INTO restante_prefetch_count (entity, incarnation, acquired, without_row, first_enqueued_at)
            VALUES (?, ?, ?, ?, ?)""";

    /** Query for the counts of live nodes. It ignores reports that a node wrote after it was declared dead. */
    private static final String OF_OTHER_NODES =
            """
            SELECT s.entity, s.acquired, s.without_row, s.first_enqueued_at FROM restante_prefetch_count s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.incarnation <> ?""";

    private final Database database;

    public JdbcPrefetchCountRepository(Database database) {
        this.database = database;
    }

    @Override
    public void report(long incarnation, Map<Long, PrefetchCount> countsByEntity) {
        database.transaction("The prefetched counts of this node cannot be written", connection -> {
            Statements.updateEach(
                    connection, DELETE, countsByEntity.keySet(), entityId -> new Object[] {entityId, incarnation});
            insert(connection, incarnation, countsByEntity);
            return countsByEntity.size();
        });
    }

    private void insert(Connection connection, long incarnation, Map<Long, PrefetchCount> countsByEntity)
            throws SQLException {
        List<Map.Entry<Long, PrefetchCount>> some = countsByEntity.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(PrefetchCount.NONE))
                .toList();
        try (StatementCache statements = new StatementCache(connection)) {
            database.dialect().bulkInserter().insert(statements, INSERT, some, (insert, first, entry) -> {
                PrefetchCount prefetchCount = entry.getValue();
                insert.setLong(first, entry.getKey());
                insert.setLong(first + 1, incarnation);
                insert.setLong(first + 2, prefetchCount.acquired());
                insert.setLong(first + 3, prefetchCount.withoutRow());
                insert.setLong(first + 4, prefetchCount.firstEnqueuedAtMillis());
                return first + 5;
            });
        }
    }

    @Override
    public Map<Long, PrefetchCount> countsOfOtherNodes(long incarnation) {
        return database.read("The prefetched counts of other nodes cannot be read", connection -> {
            Map<Long, PrefetchCount> prefetchCounts = new HashMap<>();
            Statements.forEach(
                    connection,
                    OF_OTHER_NODES,
                    row -> prefetchCounts.merge(
                            row.getLong(1),
                            new PrefetchCount(row.getLong(2), row.getLong(3), row.getLong(4)),
                            PrefetchCount::plus),
                    incarnation);
            return prefetchCounts;
        });
    }
}
