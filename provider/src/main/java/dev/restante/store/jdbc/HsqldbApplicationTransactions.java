package dev.restante.store.jdbc;

import dev.restante.model.DeliveryRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.hsqldb.Session;
import org.hsqldb.jdbc.JDBCConnection;
import org.jspecify.annotations.Nullable;

/** HSQLDB runs in this process, so its sessions themselves are asked. */
final class HsqldbApplicationTransactions extends JdbcApplicationTransactions {

    private static final String ALIVE =
            "SELECT MIN(CASE WHEN alive THEN 1 ELSE 0 END) FROM restante_pipeline WHERE incarnation = ?";

    /** A session, and the number of the change with which its transaction began. */
    private record Numbered(Session session, long begunAt) implements Ticket {}

    HsqldbApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    Current find(Connection connection, long incarnation, @Nullable Ticket former) throws SQLException {
        if (!connection.isWrapperFor(JDBCConnection.class)
                || !(connection.unwrap(JDBCConnection.class).getSession() instanceof Session session)) {
            throw refused("a " + connection.getClass().getName() + " is no connection to HSQLDB within this process");
        }
        // The query begins the transaction, if none is under way.
        Boolean alive = alive(connection, incarnation);
        check(isolation(connection), alive, incarnation);
        return new Current(
                new Numbered(session, session.getTransactionSCN()), former == null ? State.OPEN : state(former));
    }

    private static @Nullable Boolean alive(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(ALIVE)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                int alive = row.getInt(1);
                return row.wasNull() ? null : Boolean.valueOf(alive == 1);
            }
        }
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
    public State state(Ticket ticket) {
        Numbered numbered = (Numbered) ticket;
        Session session = numbered.session();
        boolean open = !session.isClosed()
                && session.isInMidTransaction()
                && session.getTransactionSCN() == numbered.begunAt();
        return open ? State.OPEN : State.OVER;
    }

    /** Only the leader of the pipeline knows in which table it is; one that was acquired again has moved. */
    @Override
    boolean remove(Connection connection, DeliveryRef ref) throws SQLException {
        if (ref.acquisition() == 1 && execute(connection, BatchSql.DELETE_BORN, ref.id(), ref.owner())) {
            return true;
        }
        boolean removed = execute(connection, BatchSql.DELETE_DELIVERY, ref.id(), ref.owner(), ref.acquisition());
        if (removed && ref.sole()) {
            execute(connection, BatchSql.DELETE_MESSAGE, ref.messageId());
        }
        return removed;
    }
}
