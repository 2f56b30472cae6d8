package dev.restante.store.jdbc.hsqldb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.hsqldb.Session;
import org.hsqldb.jdbc.JDBCConnection;
import org.jspecify.annotations.Nullable;

/** HSQLDB runs in this process, so its sessions themselves are asked. */
final class HsqldbApplicationTransactions extends JdbcApplicationTransactions {

    private static final String NO_SUCH_TABLE = "42501";

    private static final String ALIVE =
            "SELECT MIN(CASE WHEN alive THEN 1 ELSE 0 END) FROM restante_pipeline WHERE incarnation = ?";

    /** A session, and the number of the change with which its transaction began. */
    private record Numbered(Session session, long begunAt) implements Ticket {}

    HsqldbApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    protected Current find(Connection connection, long incarnation, @Nullable Question former) throws SQLException {
        if (!connection.isWrapperFor(JDBCConnection.class)
                || !(connection.unwrap(JDBCConnection.class).getSession() instanceof Session session)) {
            throw refused("a " + connection.getClass().getName() + " is no connection to HSQLDB within this process");
        }
        if (session.isAutoCommit()) {
            throw inAutoCommitMode();
        }
        // The query begins the transaction, if none is under way.
        Boolean alive = isOwn(session.getDatabase()) ? alive(connection, incarnation) : null;
        check(isolation(connection), alive, incarnation);
        return new Current(
                new Numbered(session, session.getTransactionSCN()), former == null ? Fate.OPEN : fate(former));
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.equals(failure.getSQLState());
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return HsqldbBatchStatements.ofApplication(connection, database().dialect());
    }

    @Override
    protected Object where(Connection connection) throws SQLException {
        return ((Session) connection.unwrap(JDBCConnection.class).getSession()).getDatabase();
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
    public Fate fate(Question question) {
        Numbered numbered = (Numbered) question.ticket();
        Session session = numbered.session();
        boolean open = !session.isClosed()
                && session.isInMidTransaction()
                && session.getTransactionSCN() == numbered.begunAt();
        return open ? Fate.OPEN : new Fate(State.OVER, left(question.deliveryIds()));
    }

    private Set<Long> left(Collection<Long> ids) {
        if (ids.isEmpty()) {
            return Set.of();
        }
        return database().read("what a transaction of the application has left can't be read", connection -> {
            Set<Long> left = new HashSet<>();
            for (String table : new String[] {"restante_born_message", "restante_delivery"}) {
                try (PreparedStatement select =
                        connection.prepareStatement("SELECT 1 FROM " + table + " WHERE id = ?")) {
                    for (long id : ids) {
                        select.setLong(1, id);
                        try (ResultSet row = select.executeQuery()) {
                            if (row.next()) {
                                left.add(id);
                            }
                        }
                    }
                }
            }
            return left;
        });
    }

    /** Only the leader of the pipeline knows in which table it is; one that was acquired again has moved. */
    @Override
    protected boolean remove(Connection connection, DeliveryRef ref) throws SQLException {
        if (ref.acquisition() == 1 && execute(connection, HsqldbBatchSql.DELETE_BORN, ref.id(), ref.owner())) {
            return true;
        }
        boolean removed = execute(connection, DeliveryRows.DELETE_FENCED, ref.id(), ref.owner(), ref.acquisition());
        if (removed && ref.sole()) {
            execute(connection, DeliveryRows.DELETE_MESSAGE, ref.messageId());
        }
        return removed;
    }
}
