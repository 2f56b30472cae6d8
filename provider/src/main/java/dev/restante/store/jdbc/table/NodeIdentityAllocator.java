package dev.restante.store.jdbc.table;

import dev.restante.model.IdLayout;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Allocator of incarnation numbers (one for each run of a node) and of node numbers (unique among live nodes) for
 * joining nodes.
 */
final class NodeIdentityAllocator {

    private static final Logger LOG = LoggerFactory.getLogger(NodeIdentityAllocator.class);

    private static final String INCREMENT_INCARNATION =
            "UPDATE restante_pipeline SET last_batch = last_batch + 1 WHERE incarnation = 0 AND pipeline_number = 0"
                    + " AND last_batch >= 0 AND last_batch < " + Long.MAX_VALUE;
    private static final String FIRST_INCARNATION =
            "INSERT INTO restante_pipeline (incarnation, pipeline_number, last_batch, alive, highest_id) VALUES (0, 0, 1, FALSE, 0)";
    private static final String INCARNATION =
            "SELECT last_batch FROM restante_pipeline WHERE incarnation = 0 AND pipeline_number = 0";
    private static final String NODE_NUMBERS = "SELECT node_number, incarnation FROM restante_node WHERE alive = TRUE";

    /** Query for the highest incarnation in all tables that keep it longer than the node lives. */
    private static final String HIGHEST_INCARNATION =
            """
            SELECT MAX(known.incarnation) FROM (
              SELECT MAX(incarnation) AS incarnation FROM restante_node
              UNION ALL SELECT MAX(incarnation) FROM restante_pipeline
              UNION ALL SELECT MAX(incarnation) FROM restante_xa_branch
              UNION ALL SELECT MAX(owner) FROM restante_delivery WHERE state = 3) known""";

    private NodeIdentityAllocator() {}

    /** Returns the next incarnation. Locks the row that counts incarnations, so that nodes join one after the other. */
    static long nextIncarnation(Database database, Connection connection) throws SQLException {
        if (Statements.update(connection, INCREMENT_INCARNATION) == 0) {
            if (!Statements.longs(connection, INCARNATION).isEmpty()) {
                throw incarnationsUsedUp(database, connection);
            }
            Statements.update(connection, FIRST_INCARNATION);
        }
        return Statements.longs(connection, INCARNATION).get(0);
    }

    private static StoreException incarnationsUsedUp(Database database, Connection connection) throws SQLException {
        return new StoreException(
                StoreFailureKind.FATAL,
                "No node can join " + database.databaseName()
                        + ": the counter of incarnations, which is column last_batch of the row with incarnation 0 and"
                        + " pipeline_number 0 of restante_pipeline, has a value that no node writes. Stop all nodes"
                        + " and run: UPDATE restante_pipeline SET last_batch = "
                        + Statements.longs(connection, HIGHEST_INCARNATION).get(0)
                        + " WHERE incarnation = 0 AND pipeline_number = 0",
                null);
    }

    /** Returns the lowest node number that no live node uses. */
    static int lowestFreeNodeNumber(Database database, Connection connection) throws SQLException {
        BitSet taken = new BitSet();
        Statements.forEach(connection, NODE_NUMBERS, row -> {
            long number = row.getLong(1);
            if (number >= 0 && number <= IdLayout.MAX_NODE_NUMBER) {
                taken.set((int) number);
            } else {
                LOG.warn(
                        "Restante ignores the node number {} of incarnation {} in"
                                + " restante_node of {}, because it is out of range",
                        number,
                        row.getLong(2),
                        database.databaseName());
            }
        });
        int free = taken.nextClearBit(0);
        if (free > IdLayout.MAX_NODE_NUMBER) {
            throw new StoreException(
                    StoreFailureKind.UNAVAILABLE,
                    "All " + (IdLayout.MAX_NODE_NUMBER + 1) + " node numbers of " + database.databaseName()
                            + " are in use. Close a node before another node joins",
                    null);
        }
        return free;
    }
}
