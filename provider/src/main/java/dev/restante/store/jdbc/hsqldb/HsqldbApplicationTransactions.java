package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.hsqldb.Session;
import org.hsqldb.jdbc.JDBCConnection;
import org.jspecify.annotations.Nullable;

/** Application transactions on HSQLDB, identified by the in-process HSQLDB session and its transaction timestamp. */
final class HsqldbApplicationTransactions extends JdbcApplicationTransactions {

    private static final String NO_SUCH_TABLE = "42501";

    private static final String ALIVE =
            "SELECT MIN(CASE WHEN alive THEN 1 ELSE 0 END) FROM restante_pipeline WHERE incarnation = ?";

    /** Handle of an application transaction on HSQLDB. */
    private record HsqldbTransactionHandle(Session session, long startTimestamp) implements Ticket {}

    HsqldbApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    protected CurrentTransaction findCurrent(
            Connection connection, long incarnation, @Nullable TransactionQuery formerQuery) throws SQLException {
        if (!connection.isWrapperFor(JDBCConnection.class)
                || !(connection.unwrap(JDBCConnection.class).getSession() instanceof Session session)) {
            throw rejected(
                    "a " + connection.getClass().getName() + " is not a connection to HSQLDB inside this process");
        }
        if (session.isAutoCommit()) {
            throw autoCommitMode();
        }
        // The query begins the transaction if none is open.
        Boolean alive = isStoreLocation(session.getDatabase()) ? alive(connection, incarnation) : null;
        requireJoinable(isolation(connection), alive, incarnation);
        return new CurrentTransaction(
                new HsqldbTransactionHandle(session, session.getTransactionSCN()),
                formerQuery == null ? TransactionOutcome.OPEN : outcome(formerQuery));
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.equals(failure.getSQLState());
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return new HsqldbBatchStatements(connection, database().dialect());
    }

    @Override
    protected Object locationKey(Connection connection) throws SQLException {
        return ((Session) connection.unwrap(JDBCConnection.class).getSession()).getDatabase();
    }

    private static @Nullable Boolean alive(Connection connection, long incarnation) throws SQLException {
        OptionalLong alive = Statements.firstLong(connection, ALIVE, incarnation);
        return alive.isEmpty() ? null : Boolean.valueOf(alive.getAsLong() == 1);
    }

    private static String isolation(Connection connection) throws SQLException {
        return switch (connection.getTransactionIsolation()) {
            case Connection.TRANSACTION_READ_COMMITTED -> "read committed";
            case Connection.TRANSACTION_READ_UNCOMMITTED -> "read uncommitted";
            case Connection.TRANSACTION_REPEATABLE_READ -> "repeatable read";
            default -> "serializable";
        };
    }

    @Override
    public TransactionOutcome outcome(TransactionQuery query) {
        HsqldbTransactionHandle handle = (HsqldbTransactionHandle) query.ticket();
        Session session = handle.session();
        boolean open = !session.isClosed()
                && session.isInMidTransaction()
                && session.getTransactionSCN() == handle.startTimestamp();
        return open
                ? TransactionOutcome.OPEN
                : new TransactionOutcome(ApplicationTransactionState.ENDED, remainingDeliveries(query.deliveryIds()));
    }

    private Set<Long> remainingDeliveries(Collection<Long> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return database().read("The remaining deliveries of a transaction cannot be read", connection -> {
            Set<Long> remainingIds = new HashSet<>();
            for (String table : new String[] {"restante_direct_delivery", "restante_delivery"}) {
                try (PreparedStatement select =
                        connection.prepareStatement("SELECT 1 FROM " + table + " WHERE id = ?")) {
                    for (long id : ids) {
                        select.setLong(1, id);
                        try (ResultSet row = select.executeQuery()) {
                            if (row.next()) {
                                remainingIds.add(id);
                            }
                        }
                    }
                }
            }
            return remainingIds;
        });
    }

    /**
     * Tries both tables, because only the leader of the pipeline knows which one contains the delivery; a delivery
     * acquired again is in the ordinary one.
     */
    @Override
    protected boolean deleteFenced(Connection connection, DeliveryRef ref) throws SQLException {
        if (ref.acquisitionCount() == 1 && execute(connection, HsqldbBatchSql.DELETE_DIRECT, ref.id(), ref.owner())) {
            return true;
        }
        boolean removed =
                execute(connection, DeliveryRows.DELETE_FENCED, ref.id(), ref.owner(), ref.acquisitionCount());
        if (removed && ref.onlyDelivery()) {
            execute(connection, DeliveryRows.DELETE_MESSAGE, ref.messageId());
        }
        return removed;
    }
}
