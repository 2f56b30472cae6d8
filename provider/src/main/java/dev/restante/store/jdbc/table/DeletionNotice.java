package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.connect.ConnectionLimits;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Announces the deletion of a queue to all pipelines of living nodes. When that is done, each batch that relied on
 * having seen the queue is committed or will miss its fence.
 *
 * <p>It uses a connection of its own, because each pipeline's row must be free again at once: its batches go on while
 * the deletion waits for the next pipeline.
 */
final class DeletionNotice {

    private static final String PIPELINES =
            "SELECT incarnation, pipeline_number FROM restante_pipeline WHERE alive = TRUE ORDER BY incarnation, pipeline_number";

    /** Waits for the batch under way, whose transaction has locked the row. */
    private static final String ANNOUNCE = "UPDATE restante_pipeline SET announced_deletions = announced_deletions + 1"
            + " WHERE incarnation = ? AND pipeline_number = ?";

    private record Pipeline(long incarnation, int number) {}

    private final Database database;

    DeletionNotice(Database database) {
        this.database = database;
    }

    /**
     * Announces a deletion.
     *
     * @param deleting the connection of the deletion, whose transaction keeps the row of the queue locked, and no row
     *     that a batch waits for. It hears something after each pipeline, or the server would end it as idle
     * @throws SQLException if a batch does not end in time; the deletion must not go on then
     */
    void announce(Connection deleting) throws SQLException {
        boolean unused = database.onDedicated(own -> announce(own, deleting));
    }

    private boolean announce(Connection own, Connection deleting) throws SQLException {
        try (ConnectionLimits.Guard guard = database.limits().guard(own);
                Statement sign = deleting.createStatement()) {
            for (Pipeline pipeline : database.inTransaction(own, DeletionNotice::pipelines)) {
                database.inTransaction(own, connection -> announce(connection, pipeline));
                sign.executeQuery("SELECT COUNT(*) FROM restante_schema").close();
            }
        }
        return true;
    }

    private static List<Pipeline> pipelines(Connection connection) throws SQLException {
        List<Pipeline> pipelines = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(PIPELINES);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                pipelines.add(new Pipeline(rows.getLong(1), rows.getInt(2)));
            }
        }
        return pipelines;
    }

    private static boolean announce(Connection connection, Pipeline pipeline) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(ANNOUNCE)) {
            update.setLong(1, pipeline.incarnation());
            update.setInt(2, pipeline.number());
            return update.executeUpdate() == 1;
        }
    }
}
