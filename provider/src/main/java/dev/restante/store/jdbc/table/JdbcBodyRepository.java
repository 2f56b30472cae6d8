package dev.restante.store.jdbc.table;

import dev.restante.store.BodyRepository;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bodies in chunks. What has no reference and no hold any more goes to the ended bodies first, in one short
 * transaction: from then on no message can get it. Its chunks follow page by page.
 */
public final class JdbcBodyRepository implements BodyRepository {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBodyRepository.class);

    /** So many bodies end in one transaction. */
    private static final int MOST_ENDED = 100;

    private static final String BEGIN = "INSERT INTO restante_body (id) VALUES (?)";
    private static final String HOLD = "INSERT INTO restante_body_hold (id, body, incarnation) VALUES (?, ?, ?)";
    private static final String PUT = "INSERT INTO restante_body_chunk (body, chunk_number, content) VALUES (?, ?, ?)";
    private static final String CHUNK = "SELECT content FROM restante_body_chunk WHERE body = ? AND chunk_number = ?";
    private static final String RELEASE = "DELETE FROM restante_body_hold WHERE id = ?";

    private static final String ANY = "SELECT id FROM restante_body LIMIT 1";
    private static final String ANY_ENDED = "SELECT id FROM restante_ended_body LIMIT 1";

    /** A subquery that gives one value is asked for each row, by its key, however large the other table is. */
    private static final String FORGET_REFERENCES =
            """
            DELETE FROM restante_body_reference
            WHERE (SELECT m.id FROM restante_message m WHERE m.id = restante_body_reference.message) IS NULL""";

    private static final String RELEASE_OF_DEAD =
            """
            DELETE FROM restante_body_hold
            WHERE incarnation NOT IN (SELECT incarnation FROM restante_node WHERE alive = TRUE)""";

    private static final String UNUSED =
            """
            SELECT b.id FROM restante_body b
            WHERE (SELECT MIN(r.body) FROM restante_body_reference r WHERE r.body = b.id) IS NULL
            AND (SELECT MIN(h.body) FROM restante_body_hold h WHERE h.body = b.id) IS NULL LIMIT ?""";

    private static final String DELETE = "DELETE FROM restante_body WHERE id = ?";
    private static final String END = "INSERT INTO restante_ended_body (id) VALUES (?)";
    private static final String FIRST_ENDED = "SELECT id FROM restante_ended_body LIMIT 1";
    private static final String CHUNKS =
            "SELECT chunk_number FROM restante_body_chunk WHERE body = ? ORDER BY chunk_number LIMIT ?";
    private static final String DELETE_CHUNK = "DELETE FROM restante_body_chunk WHERE body = ? AND chunk_number = ?";
    private static final String DELETE_ENDED = "DELETE FROM restante_ended_body WHERE id = ?";

    private final Database database;
    private final String forgetReferences;
    private final String unused;
    private final String firstEnded;

    public JdbcBodyRepository(Database database) {
        this.database = database;
        this.forgetReferences = FORGET_REFERENCES + database.dialect().born().hasNot("restante_body_reference.message");
        // What somebody is just taking into use, or ending, is left to him.
        this.unused = UNUSED + database.dialect().forUpdateOfFree();
        this.firstEnded = FIRST_ENDED + database.dialect().forUpdateOfFree();
    }

    /** Executes a change. */
    public static void apply(StatementCache statements, Change.PutChunk chunk) throws SQLException {
        if (chunk.number() == 0) {
            execute(statements.get(BEGIN), chunk.bodyId());
            execute(statements.get(HOLD), chunk.bodyId(), chunk.bodyId(), chunk.owner());
        }
        PreparedStatement put = statements.get(PUT);
        put.setLong(1, chunk.bodyId());
        put.setInt(2, chunk.number());
        put.setBytes(3, chunk.content());
        put.executeUpdate();
    }

    @Override
    public Optional<byte[]> chunk(long bodyId, int number) {
        return database.read("chunk " + number + " of body " + bodyId + " can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(CHUNK)) {
                select.setLong(1, bodyId);
                select.setInt(2, number);
                try (ResultSet row = select.executeQuery()) {
                    return row.next() ? Optional.of(row.getBytes(1)) : Optional.empty();
                }
            }
        });
    }

    @Override
    public boolean hold(long holdId, long bodyId, long incarnation) {
        try {
            return database.transaction("body " + bodyId + " can't be held", connection -> {
                update(connection, HOLD, holdId, bodyId, incarnation);
                return true;
            });
        } catch (StoreException e) {
            if (e.kind() == Kind.CONSTRAINT) {
                LOG.debug("Body {} is gone", bodyId, e);
                return false;
            }
            throw e;
        }
    }

    @Override
    public void release(Collection<Long> holdIds) {
        database.transaction("holds on bodies can't be released", connection -> {
            for (long holdId : holdIds) {
                update(connection, RELEASE, holdId);
            }
            return holdIds.size();
        });
    }

    @Override
    public boolean removeUnused(int mostChunks) {
        String doing = "bodies that nobody has can't be removed";
        boolean any = database.read(doing, connection -> !longs(connection, ANY).isEmpty());
        boolean more = any && endUnused(doing);
        if (!database.read(doing, connection -> !longs(connection, ANY_ENDED).isEmpty())) {
            return more;
        }
        return database.transaction(doing, connection -> removeChunks(connection, mostChunks)) || more;
    }

    private boolean endUnused(String doing) {
        try {
            return database.transaction(doing, connection -> {
                update(connection, forgetReferences);
                update(connection, RELEASE_OF_DEAD);
                List<Long> ended = longs(connection, unused, MOST_ENDED);
                for (long bodyId : ended) {
                    update(connection, DELETE, bodyId);
                    update(connection, END, bodyId);
                }
                return ended.size() == MOST_ENDED;
            });
        } catch (StoreException e) {
            if (e.kind() != Kind.CONSTRAINT) {
                throw e;
            }
            LOG.debug("A message has just got a body that nobody had", e);
            return false;
        }
    }

    /** Whether there may be more, of this body or another. */
    private boolean removeChunks(Connection connection, int most) throws SQLException {
        List<Long> first = longs(connection, firstEnded);
        if (first.isEmpty()) {
            return false;
        }
        long bodyId = first.get(0);
        List<Long> numbers = longs(connection, CHUNKS, bodyId, most);
        try (PreparedStatement delete = connection.prepareStatement(DELETE_CHUNK)) {
            for (long number : numbers) {
                delete.setLong(1, bodyId);
                delete.setLong(2, number);
                delete.addBatch();
            }
            if (!numbers.isEmpty()) {
                delete.executeBatch();
            }
        }
        if (numbers.size() < most) {
            update(connection, DELETE_ENDED, bodyId);
        }
        return true;
    }

    private static List<Long> longs(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            bind(select, parameters);
            List<Long> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getLong(1));
                }
            }
            return found;
        }
    }

    private static void update(Connection connection, String sql, long... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            execute(statement, parameters);
        }
    }

    private static void execute(PreparedStatement statement, long... parameters) throws SQLException {
        bind(statement, parameters);
        statement.executeUpdate();
    }

    private static void bind(PreparedStatement statement, long... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setLong(i + 1, parameters[i]);
        }
    }
}
