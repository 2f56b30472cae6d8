package dev.restante.store.jdbc.table;

import dev.restante.store.NodeRequestRepository;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repository of requests from one node to another and of their answers; its table is almost always empty. */
public final class JdbcNodeRequestRepository implements NodeRequestRepository {

    private static final String SUBMIT =
            "INSERT INTO restante_node_request (id, incarnation, kind, entity, delivery, selector) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String PENDING =
            "SELECT id, kind, entity, delivery, selector FROM restante_node_request WHERE incarnation = ? AND answer IS NULL ORDER BY id";
    private static final String ANSWER = "UPDATE restante_node_request SET answer = ? WHERE id = ?";
    private static final String FIND_ANSWER = "SELECT answer FROM restante_node_request WHERE id = ?";
    private static final String WITHDRAW = "DELETE FROM restante_node_request WHERE id = ?";
    private static final String DELETE_BEFORE = "DELETE FROM restante_node_request WHERE id < ?";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcNodeRequestRepository.class);

    private final Database database;

    public JdbcNodeRequestRepository(Database database) {
        this.database = database;
    }

    @Override
    public void submit(NodeRequest request) {
        database.transaction("The request to node " + request.incarnation() + " cannot be stored", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(SUBMIT)) {
                insert.setLong(1, request.id());
                insert.setLong(2, request.incarnation());
                insert.setInt(3, request.kind().code());
                insert.setLong(4, request.entityId());
                insert.setLong(5, request.deliveryIdOrLimit());
                if (request.selectorOrGroup() == null) {
                    insert.setNull(6, Types.VARCHAR);
                } else {
                    insert.setString(6, request.selectorOrGroup());
                }
                return insert.executeUpdate();
            }
        });
    }

    @Override
    public List<NodeRequest> pending(long incarnation) {
        return database.read("The requests to node " + incarnation + " cannot be read", connection -> {
            List<NodeRequest> pending = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(PENDING)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        try {
                            pending.add(new NodeRequest(
                                    rows.getLong(1),
                                    incarnation,
                                    kind(rows.getInt(2)),
                                    rows.getLong(3),
                                    rows.getLong(4),
                                    rows.getString(5)));
                        } catch (IllegalArgumentException e) {
                            LOG.warn(
                                    "Node request {} cannot be read. The requesting node gets no answer.",
                                    rows.getLong(1),
                                    e);
                        }
                    }
                }
            }
            return pending;
        });
    }

    private static NodeRequestKind kind(int code) {
        for (NodeRequestKind kind : NodeRequestKind.values()) {
            if (kind.code() == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("No kind of node request has the code " + code);
    }

    @Override
    public void answer(long requestId, long answer) {
        database.transaction(
                "The request " + requestId + " cannot be answered",
                connection -> EntityDeleter.update(connection, ANSWER, answer, requestId));
    }

    @Override
    public OptionalLong findAnswer(long requestId) {
        return database.read("The answer to request " + requestId + " cannot be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(FIND_ANSWER)) {
                select.setLong(1, requestId);
                return answer(select);
            }
        });
    }

    private static OptionalLong answer(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return OptionalLong.empty();
            }
            long answer = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(answer);
        }
    }

    @Override
    public void withdraw(long requestId) {
        delete(WITHDRAW, requestId);
    }

    @Override
    public void deleteBefore(long requestId) {
        delete(DELETE_BEFORE, requestId);
    }

    private void delete(String sql, long requestId) {
        database.transaction(
                "Node requests cannot be deleted",
                (Connection connection) -> EntityDeleter.update(connection, sql, requestId));
    }
}
