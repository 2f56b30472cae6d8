package dev.restante.bench.contender;

import java.io.IOException;
import java.sql.SQLException;

/** Two tables as narrow as a message store can make them, on one connection with one fsync per commit. */
public interface RawStore extends AutoCloseable {

    void addInsert(long id, byte[] body) throws SQLException;

    /** Inserts what was added. */
    void insert() throws SQLException;

    /** Deletes the messages of a closed-open range of ids. */
    void delete(long fromId, long toId) throws SQLException;

    /**
     * Reads the next messages in order, bodies included.
     *
     * @return how many were read, at most {@code limit}
     */
    int read(long afterId, int limit) throws SQLException;

    void commit() throws SQLException;

    /** Does what the database does not do by itself to keep its log short. */
    void checkpointIfDue() throws SQLException, IOException;

    long rowCount() throws SQLException;

    @Override
    void close() throws Exception;
}
