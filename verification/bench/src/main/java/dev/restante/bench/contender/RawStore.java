package dev.restante.bench.contender;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Interface to minimal message and delivery tables on one JDBC connection, with which scenarios measure a database
 * without a messaging provider. Each commit causes one fsync.
 */
public interface RawStore extends AutoCloseable {

    void addInsert(long id, byte[] body) throws SQLException;

    void insert() throws SQLException;

    /** Deletes the messages with ids from {@code fromId} (inclusive) to {@code toId} (exclusive). */
    void delete(long fromId, long toId) throws SQLException;

    /**
     * Reads the next messages in order with their bodies.
     *
     * @return the number of messages, at most {@code limit}
     */
    int read(long afterId, int limit) throws SQLException;

    void commit() throws SQLException;

    /** Runs a checkpoint if the database needs one and does not run it itself. */
    void checkpointIfDue() throws SQLException, IOException;

    long rowCount() throws SQLException;

    @Override
    void close() throws Exception;
}
