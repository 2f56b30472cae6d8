package dev.restante.store.jdbc.table;

import dev.restante.store.BufferStockRepository;
import dev.restante.store.BufferStockRepository.BufferStock;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stocks of nodes in a table, one row for each entity and node that has something. */
public final class JdbcBufferStockRepository implements BufferStockRepository {

    private static final String DELETE = "DELETE FROM restante_buffer_stock WHERE entity = ? AND incarnation = ?";
    private static final String INSERT =
            """
            INSERT INTO restante_buffer_stock (entity, incarnation, acquired, unstored, first_enqueued_at)
            VALUES (?, ?, ?, ?, ?)""";

    /** Of nodes that live: what one that was declared dead tells too late counts no more. */
    private static final String ELSEWHERE =
            """
            SELECT s.entity, s.acquired, s.unstored, s.first_enqueued_at FROM restante_buffer_stock s
            JOIN restante_node n ON n.incarnation = s.incarnation AND n.alive = TRUE
            WHERE s.incarnation <> ?""";

    private final Database database;

    public JdbcBufferStockRepository(Database database) {
        this.database = database;
    }

    @Override
    public void tell(long incarnation, Map<Long, BufferStock> byEntity) {
        database.transaction("it can't be told what waits in memory", connection -> {
            delete(connection, incarnation, byEntity);
            insert(connection, incarnation, byEntity);
            return byEntity.size();
        });
    }

    private static void delete(Connection connection, long incarnation, Map<Long, BufferStock> byEntity)
            throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement(DELETE)) {
            for (Long entityId : byEntity.keySet()) {
                delete.setLong(1, entityId);
                delete.setLong(2, incarnation);
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    private void insert(Connection connection, long incarnation, Map<Long, BufferStock> byEntity) throws SQLException {
        List<Map.Entry<Long, BufferStock>> some = byEntity.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(BufferStock.NONE))
                .toList();
        try (StatementCache statements = new StatementCache(connection)) {
            database.dialect().inserts().insert(statements, INSERT, some, (insert, first, entry) -> {
                BufferStock stock = entry.getValue();
                insert.setLong(first, entry.getKey());
                insert.setLong(first + 1, incarnation);
                insert.setLong(first + 2, stock.acquired());
                insert.setLong(first + 3, stock.unstored());
                insert.setLong(first + 4, stock.firstEnqueuedAt());
                return first + 5;
            });
        }
    }

    @Override
    public Map<Long, BufferStock> elsewhere(long incarnation) {
        return database.read("it can't be read what waits in the memory of other nodes", connection -> {
            Map<Long, BufferStock> stocks = new HashMap<>();
            try (PreparedStatement select = connection.prepareStatement(ELSEWHERE)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        BufferStock stock = new BufferStock(rows.getLong(2), rows.getLong(3), rows.getLong(4));
                        stocks.merge(rows.getLong(1), stock, BufferStock::plus);
                    }
                }
            }
            return stocks;
        });
    }
}
