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

/** Requests between nodes in their table, which is empty almost always. */
public final class JdbcNodeRequestRepository implements NodeRequestRepository {

    private static final String ASK =
            "INSERT INTO restante_node_request (id, incarnation, kind, entity, delivery, selector) VALUES (?, ?, ?, ?, ?, ?)";
    private static final String ASKED =
            "SELECT id, kind, entity, delivery, selector FROM restante_node_request WHERE incarnation = ? AND answer IS NULL ORDER BY id";
    private static final String ANSWER = "UPDATE restante_node_request SET answer = ? WHERE id = ?";
    private static final String ANSWER_OF = "SELECT answer FROM restante_node_request WHERE id = ?";
    private static final String WITHDRAW = "DELETE FROM restante_node_request WHERE id = ?";
    private static final String FORGET = "DELETE FROM restante_node_request WHERE id < ?";

    private static final Logger LOG = LoggerFactory.getLogger(JdbcNodeRequestRepository.class);

    private final Database database;

    public JdbcNodeRequestRepository(Database database) {
        this.database = database;
    }

    @Override
    public void ask(Request request) {
        database.transaction("the request to node " + request.incarnation() + " can't be stored", connection -> {
            try (PreparedStatement insert = connection.prepareStatement(ASK)) {
                insert.setLong(1, request.id());
                insert.setLong(2, request.incarnation());
                insert.setInt(3, request.kind().code());
                insert.setLong(4, request.entityId());
                insert.setLong(5, request.deliveryId());
                if (request.selector() == null) {
                    insert.setNull(6, Types.VARCHAR);
                } else {
                    insert.setString(6, request.selector());
                }
                return insert.executeUpdate();
            }
        });
    }

    @Override
    public List<Request> asked(long incarnation) {
        return database.read("requests to node " + incarnation + " can't be read", connection -> {
            List<Request> asked = new ArrayList<>();
            try (PreparedStatement select = connection.prepareStatement(ASKED)) {
                select.setLong(1, incarnation);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        try {
                            asked.add(new Request(
                                    rows.getLong(1),
                                    incarnation,
                                    kind(rows.getInt(2)),
                                    rows.getLong(3),
                                    rows.getLong(4),
                                    rows.getString(5)));
                        } catch (IllegalArgumentException e) {
                            LOG.warn("Request {} can't be read; whoever asked gets no answer", rows.getLong(1), e);
                        }
                    }
                }
            }
            return asked;
        });
    }

    private static Kind kind(int code) {
        for (Kind kind : Kind.values()) {
            if (kind.code() == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no kind of request has code " + code);
    }

    @Override
    public void answer(long requestId, long answer) {
        database.transaction(
                "the request " + requestId + " can't be answered",
                connection -> EntityRemoval.update(connection, ANSWER, answer, requestId));
    }

    @Override
    public OptionalLong answerOf(long requestId) {
        return database.read("the answer to request " + requestId + " can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(ANSWER_OF)) {
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
    public void forgetBefore(long requestId) {
        delete(FORGET, requestId);
    }

    private void delete(String sql, long requestId) {
        database.transaction(
                "requests can't be removed",
                (Connection connection) -> EntityRemoval.update(connection, sql, requestId));
    }
}
