package dev.restante.store.jdbc.table;

import dev.restante.model.IdLayout;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.database.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Source of incarnations and node numbers for nodes that join. */
final class NodeIdentity {

    private static final Logger LOG = LoggerFactory.getLogger(NodeIdentity.class);

    private static final String COUNT_INCARNATION =
            "UPDATE restante_pipeline SET batch = batch + 1 WHERE incarnation = 0 AND pipeline_number = 0"
                    + " AND batch >= 0 AND batch < " + Long.MAX_VALUE;
    private static final String FIRST_INCARNATION =
            "INSERT INTO restante_pipeline (incarnation, pipeline_number, batch, alive, highest_id) VALUES (0, 0, 1, FALSE, 0)";
    private static final String INCARNATION =
            "SELECT batch FROM restante_pipeline WHERE incarnation = 0 AND pipeline_number = 0";
    private static final String NODE_NUMBERS = "SELECT node_number, incarnation FROM restante_node WHERE alive = TRUE";

    /** All that keeps the incarnation of a node for longer than the node lives. */
    private static final String HIGHEST_INCARNATION =
            """
            SELECT MAX(known.incarnation) FROM (
              SELECT MAX(incarnation) AS incarnation FROM restante_node
              UNION ALL SELECT MAX(incarnation) FROM restante_pipeline
              UNION ALL SELECT MAX(incarnation) FROM restante_xa_branch
              UNION ALL SELECT MAX(owner) FROM restante_delivery WHERE state = 3) known""";

    private NodeIdentity() {}

    /** Returns the next incarnation. Locks the row that counts them, so that nodes join one after the other. */
    static long nextIncarnation(Database database, Connection connection) throws SQLException {
        if (LongStatements.update(connection, COUNT_INCARNATION) == 0) {
            if (!LongStatements.longs(connection, INCARNATION).isEmpty()) {
                throw incarnationsUsedUp(database, connection);
            }
            LongStatements.update(connection, FIRST_INCARNATION);
        }
        return LongStatements.longs(connection, INCARNATION).get(0);
    }

    private static StoreException incarnationsUsedUp(Database database, Connection connection) throws SQLException {
        return new StoreException(
                Kind.FATAL,
                "no node can join " + database.where()
                        + ": column batch of the row with incarnation 0 and pipeline_number"
                        + " 0 of restante_pipeline counts the incarnations of nodes, and has a value that no node writes. Stop"
                        + " all nodes, and run: UPDATE restante_pipeline SET batch = "
                        + LongStatements.longs(connection, HIGHEST_INCARNATION).get(0)
                        + " WHERE incarnation = 0 AND pipeline_number = 0",
                null);
    }

    /** Returns the least node number that no live node has. */
    static int freeNumber(Database database, Connection connection) throws SQLException {
        BitSet taken = new BitSet();
        try (PreparedStatement select = connection.prepareStatement(NODE_NUMBERS);
                ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                long number = rows.getLong(1);
                if (number >= 0 && number <= IdLayout.MAX_NODE_NUMBER) {
                    taken.set((int) number);
                } else {
                    LOG.warn(
                            "Passing over the node number {} of incarnation {} in restante_node of {}: no node has it",
                            number,
                            rows.getLong(2),
                            database.where());
                }
            }
        }
        int free = taken.nextClearBit(0);
        if (free > IdLayout.MAX_NODE_NUMBER) {
            throw new StoreException(
                    Kind.UNAVAILABLE,
                    "all " + (IdLayout.MAX_NODE_NUMBER + 1) + " node numbers of " + database.where() + " are taken",
                    null);
        }
        return free;
    }
}
