package dev.restante.store.jdbc;

import dev.restante.model.DeliveryRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** PostgreSQL numbers transactions that write, and tells everybody what has become of them. */
final class PostgresApplicationTransactions extends JdbcApplicationTransactions {

    private static final String CURRENT =
            """
            SELECT pg_current_xact_id()::text, current_setting('transaction_isolation'),
                (SELECT bool_and(alive) FROM restante_pipeline WHERE incarnation = ?)""";

    private static final String NEXT = "SELECT pg_current_xact_id()::text, pg_xact_status(?::xid8)";

    private static final String STATUS = "SELECT pg_xact_status(?::xid8)";

    private static final String REMOVE_WITH_MESSAGE =
            """
            WITH gone AS (DELETE FROM restante_delivery WHERE id = ? AND owner = ? AND acquisition = ? RETURNING message)
            DELETE FROM restante_message m USING gone WHERE m.id = gone.message""";

    private record Numbered(String number) implements Ticket {}

    PostgresApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    Current find(Connection connection, long incarnation, @Nullable Ticket former) throws SQLException {
        return former == null ? first(connection, incarnation) : next(connection, (Numbered) former);
    }

    private Current first(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CURRENT)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                boolean alive = row.getBoolean(3);
                check(row.getString(2), row.wasNull() ? null : alive, incarnation);
                return new Current(new Numbered(row.getString(1)), State.OPEN);
            }
        }
    }

    /** What was good enough for the former one is not looked at again. */
    private static Current next(Connection connection, Numbered former) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            select.setString(1, former.number());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return new Current(new Numbered(row.getString(1)), state(row.getString(2)));
            }
        }
    }

    @Override
    public State state(Ticket ticket) {
        return database().read("the state of a transaction of the application can't be read", connection -> {
            try (PreparedStatement select = connection.prepareStatement(STATUS)) {
                select.setString(1, ((Numbered) ticket).number());
                try (ResultSet row = select.executeQuery()) {
                    row.next();
                    return state(row.getString(1));
                }
            }
        });
    }

    /** It is null once nobody remembers. */
    private static State state(@Nullable String status) {
        if (status == null) {
            return State.OVER;
        }
        return switch (status) {
            case "in progress" -> State.OPEN;
            case "committed" -> State.COMMITTED;
            default -> State.ROLLED_BACK;
        };
    }

    @Override
    boolean remove(Connection connection, DeliveryRef ref) throws SQLException {
        return execute(
                connection,
                ref.sole() ? REMOVE_WITH_MESSAGE : BatchSql.DELETE_DELIVERY,
                ref.id(),
                ref.owner(),
                ref.acquisition());
    }
}
