package dev.restante.store.jdbc.table;

import dev.restante.store.BodyRepository;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repository of large message bodies, stored in chunks. A short transaction first marks each body without reference and
 * retention as ended, so that no message can reference it. Later transactions delete the chunks page by page.
 */
public final class JdbcBodyRepository implements BodyRepository {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcBodyRepository.class);

    /** Maximum number of bodies that one transaction marks as ended. */
    private static final int MAX_DELETED = 100;

    private static final String BEGIN = "INSERT INTO restante_large_body (id) VALUES (?)";
    private static final String INSERT_RETENTION =
            "INSERT INTO restante_large_body_retention (id, body, incarnation) VALUES (?, ?, ?)";
    private static final String PUT =
            "INSERT INTO restante_large_body_chunk (body, chunk_number, content) VALUES (?, ?, ?)";
    private static final String CHUNK =
            "SELECT content FROM restante_large_body_chunk WHERE body = ? AND chunk_number = ?";
    private static final String RELEASE = "DELETE FROM restante_large_body_retention WHERE id = ?";

    private static final String ANY = "SELECT id FROM restante_large_body LIMIT 1";
    private static final String ANY_DELETED = "SELECT id FROM restante_deleted_body LIMIT 1";

    /**
     * Statement with a scalar subquery, which databases evaluate for each row by key, however large the other table is.
     */
    private static final String FORGET_REFERENCES =
            """
            DELETE FROM restante_large_body_reference
            WHERE (SELECT m.id FROM restante_message m WHERE m.id = restante_large_body_reference.message) IS NULL""";

    private static final String RELEASE_OF_DEAD =
            """
            DELETE FROM restante_large_body_retention
            WHERE incarnation NOT IN (SELECT incarnation FROM restante_node WHERE alive = TRUE)""";

    private static final String UNREFERENCED =
            """
            SELECT b.id FROM restante_large_body b
            WHERE (SELECT MIN(r.body) FROM restante_large_body_reference r WHERE r.body = b.id) IS NULL
            AND (SELECT MIN(h.body) FROM restante_large_body_retention h WHERE h.body = b.id) IS NULL LIMIT ?""";

    private static final String DELETE = "DELETE FROM restante_large_body WHERE id = ?";
    private static final String END = "INSERT INTO restante_deleted_body (id) VALUES (?)";
    private static final String FIRST_DELETED = "SELECT id FROM restante_deleted_body LIMIT 1";
    private static final String CHUNKS =
            "SELECT chunk_number FROM restante_large_body_chunk WHERE body = ? ORDER BY chunk_number LIMIT ?";
    private static final String DELETE_CHUNK =
            "DELETE FROM restante_large_body_chunk WHERE body = ? AND chunk_number = ?";
    private static final String DELETE_ENDED = "DELETE FROM restante_deleted_body WHERE id = ?";

    private final Database database;
    private final String forgetReferences;
    private final String unreferenced;
    private final String firstDeleted;

    public JdbcBodyRepository(Database database) {
        this.database = database;
        this.forgetReferences = FORGET_REFERENCES
                + database.dialect().directDeliveries().absenceCondition("restante_large_body_reference.message");
        // These queries skip bodies that another transaction is referencing or deleting.
        this.unreferenced = UNREFERENCED + database.dialect().forUpdateSkipLocked();
        this.firstDeleted = FIRST_DELETED + database.dialect().forUpdateSkipLocked();
    }

    public static void apply(StatementCache statements, Change.PutBodyChunk chunk) throws SQLException {
        if (chunk.number() == 0) {
            execute(statements.prepare(BEGIN), chunk.bodyId());
            execute(statements.prepare(INSERT_RETENTION), chunk.bodyId(), chunk.bodyId(), chunk.owner());
        }
        PreparedStatement put = statements.prepare(PUT);
        put.setLong(1, chunk.bodyId());
        put.setInt(2, chunk.number());
        put.setBytes(3, chunk.content());
        put.executeUpdate();
    }

    @Override
    public Optional<byte[]> chunk(long bodyId, int number) {
        return database.read(
                "Chunk " + number + " of large body " + bodyId + " cannot be read",
                connection -> Statements.first(connection, CHUNK, row -> row.getBytes(1), bodyId, number));
    }

    @Override
    public boolean retain(long retentionId, long bodyId, long incarnation) {
        try {
            return database.transaction("Large body " + bodyId + " cannot be retained", connection -> {
                Statements.update(connection, INSERT_RETENTION, retentionId, bodyId, incarnation);
                return true;
            });
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.CONSTRAINT) {
                LOG.debug("Large body {} does not exist", bodyId, e);
                return false;
            }
            throw e;
        }
    }

    @Override
    public void release(Collection<Long> retentionIds) {
        database.transaction("The retention of large bodies cannot be ended", connection -> {
            for (long retentionId : retentionIds) {
                Statements.update(connection, RELEASE, retentionId);
            }
            return retentionIds.size();
        });
    }

    @Override
    public boolean removeUnused(int maxChunks) {
        String failureText = "Unused large bodies cannot be deleted";
        boolean any = database.read(failureText, connection -> Statements.exists(connection, ANY));
        boolean more = any && markUnusedDeleted(failureText);
        if (!database.read(failureText, connection -> Statements.exists(connection, ANY_DELETED))) {
            return more;
        }
        return database.transaction(failureText, connection -> removeChunks(connection, maxChunks)) || more;
    }

    private boolean markUnusedDeleted(String failureText) {
        try {
            return database.transaction(failureText, connection -> {
                Statements.update(connection, forgetReferences);
                Statements.update(connection, RELEASE_OF_DEAD);
                List<Long> ended = Statements.longs(connection, unreferenced, MAX_DELETED);
                for (long bodyId : ended) {
                    Statements.update(connection, DELETE, bodyId);
                    Statements.update(connection, END, bodyId);
                }
                return ended.size() == MAX_DELETED;
            });
        } catch (StoreException e) {
            if (e.kind() != StoreFailureKind.CONSTRAINT) {
                throw e;
            }
            LOG.debug(
                    "A new message uses a large body that Restante was about to delete as unused. The body stays.", e);
            return false;
        }
    }

    /** Deletes chunks of one ended body, and returns whether ended bodies may have more chunks. */
    private boolean removeChunks(Connection connection, int maxChunks) throws SQLException {
        List<Long> first = Statements.longs(connection, firstDeleted);
        if (first.isEmpty()) {
            return false;
        }
        long bodyId = first.get(0);
        List<Long> numbers = Statements.longs(connection, CHUNKS, bodyId, maxChunks);
        Statements.updateEach(connection, DELETE_CHUNK, numbers, number -> new Object[] {bodyId, number});
        if (numbers.size() < maxChunks) {
            Statements.update(connection, DELETE_ENDED, bodyId);
        }
        return true;
    }

    private static void execute(PreparedStatement statement, long... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            statement.setLong(i + 1, parameters[i]);
        }
        statement.executeUpdate();
    }
}
