package dev.restante.store.jdbc.table;

import dev.restante.store.NodeRequestRepository;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.sql.ResultSet;
import java.sql.SQLException;
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
        database.transaction(
                "The request to node " + request.incarnation() + " cannot be stored",
                connection -> Statements.update(
                        connection,
                        SUBMIT,
                        request.id(),
                        request.incarnation(),
                        request.kind().code(),
                        request.entityId(),
                        request.deliveryIdOrLimit(),
                        request.selectorOrGroup()));
    }

    @Override
    public List<NodeRequest> pending(long incarnation) {
        return database.read("The requests to node " + incarnation + " cannot be read", connection -> {
            List<NodeRequest> pending = new ArrayList<>();
            Statements.forEach(connection, PENDING, row -> addRequest(row, incarnation, pending), incarnation);
            return pending;
        });
    }

    private static void addRequest(ResultSet row, long incarnation, List<NodeRequest> requests) throws SQLException {
        try {
            requests.add(new NodeRequest(
                    row.getLong(1),
                    incarnation,
                    kind(row.getInt(2)),
                    row.getLong(3),
                    row.getLong(4),
                    row.getString(5)));
        } catch (IllegalArgumentException e) {
            LOG.warn("Node request {} cannot be read. The requesting node gets no answer.", row.getLong(1), e);
        }
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
                connection -> Statements.update(connection, ANSWER, answer, requestId));
    }

    @Override
    public OptionalLong findAnswer(long requestId) {
        return database.read(
                "The answer to request " + requestId + " cannot be read",
                connection -> Statements.firstLong(connection, FIND_ANSWER, requestId));
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
                "Node requests cannot be deleted", connection -> Statements.update(connection, sql, requestId));
    }
}
