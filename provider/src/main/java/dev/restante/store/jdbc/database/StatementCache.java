package dev.restante.store.jdbc.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** Cache of the prepared statements of one connection, each prepared on first use. Not thread-safe. */
public final class StatementCache implements AutoCloseable {

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    public StatementCache(Connection connection) {
        this.connection = connection;
    }

    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = prepared.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            prepared.put(sql, statement);
        }
        return statement;
    }

    public void clearBatches() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.clearBatch();
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : prepared.values()) {
            statement.close();
        }
        prepared.clear();
    }
}
