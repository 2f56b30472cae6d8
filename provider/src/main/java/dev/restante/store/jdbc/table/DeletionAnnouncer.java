package dev.restante.store.jdbc.table;

import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Updater of the rows of all commit pipelines (batch writers of live nodes), by which each node learns that a queue is
 * being deleted. After the announcement, each batch that relied on its cached presence of the queue is committed or
 * misses its fence.
 *
 * <p>The announcer uses its own connection, because it must release the row of each pipeline at once. The batches of a
 * pipeline go on while the announcer waits for the next pipeline.
 */
final class DeletionAnnouncer {

    private static final String PIPELINES =
            "SELECT incarnation, pipeline_number FROM restante_pipeline WHERE alive = TRUE ORDER BY incarnation, pipeline_number";

    /** Update that waits for the running batch of the pipeline, which has locked the row. */
    private static final String ANNOUNCE = "UPDATE restante_pipeline SET announced_deletions = announced_deletions + 1"
            + " WHERE incarnation = ? AND pipeline_number = ?";

    private record Pipeline(long incarnation, int number) {}

    private final Database database;

    DeletionAnnouncer(Database database) {
        this.database = database;
    }

    /**
     * Announces a deletion.
     *
     * @param deletionConnection the connection of the deletion. Its transaction locks the presence row of the queue,
     *     but no row that a batch waits for. The announcer executes a query on it after each pipeline, so that the
     *     server does not end it as idle
     * @throws SQLException if a batch does not end in time; the deletion must stop then
     */
    void announce(Connection deletionConnection) throws SQLException {
        boolean unused = database.onDedicated(own -> announce(own, deletionConnection));
    }

    private boolean announce(Connection own, Connection deletionConnection) throws SQLException {
        try (ConnectionTimeLimits.Guard guard = database.limits().guard(own);
                Statement keepAlive = deletionConnection.createStatement()) {
            for (Pipeline pipeline : database.inTransaction(own, DeletionAnnouncer::pipelines)) {
                database.inTransaction(own, connection -> announce(connection, pipeline));
                keepAlive.executeQuery("SELECT COUNT(*) FROM restante_schema").close();
            }
        }
        return true;
    }

    private static List<Pipeline> pipelines(Connection connection) throws SQLException {
        return Statements.list(connection, PIPELINES, row -> new Pipeline(row.getLong(1), row.getInt(2)));
    }

    private static boolean announce(Connection connection, Pipeline pipeline) throws SQLException {
        return Statements.update(connection, ANNOUNCE, pipeline.incarnation(), pipeline.number()) == 1;
    }
}
