package dev.restante.store.jdbc.postgres;

import dev.restante.model.DeliveryRef;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PostgreSQL numbers transactions that write, and tells everybody what has become of them. */
final class PostgresApplicationTransactions extends JdbcApplicationTransactions {

    /** There is none of the name, or this user may not read it. */
    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42501");

    /** In the same words whatever the time zone of the session. */
    private static final String WHERE = "concat_ws('/', current_database(), 'restante_pipeline'::regclass::oid,"
            + " EXTRACT(EPOCH FROM pg_postmaster_start_time()))";

    private static final String CURRENT = "SELECT pg_current_xact_id()::text, current_setting('transaction_isolation'),"
            + " (SELECT bool_and(alive) FROM restante_pipeline WHERE incarnation = ?), " + WHERE;

    private static final String LEFT = "SELECT id FROM restante_delivery WHERE id = ANY(?::bigint[])";

    /*
     * Another server, or the same one started again, gives the number to another transaction, or has not come to it
     * yet. What was not prepared there is over.
     */
    private static final String STATE = "CASE WHEN " + WHERE + " = ? THEN pg_xact_status(?::xid8)"
            + " WHEN EXISTS (SELECT FROM pg_prepared_xacts WHERE transaction = ?::xid8::xid) THEN 'in progress' END";

    private static final String STATUS = "SELECT " + STATE + ", ARRAY(" + LEFT + ")";

    private static final String NEXT = AlongIndexes.of("SELECT " + STATE + ", ARRAY(" + LEFT
            + "), current_setting('transaction_isolation'), pg_current_xact_id()::text, " + WHERE);

    private static final String NUMBER = "SELECT pg_current_xact_id_if_assigned()::text";

    private static final String REMOVE = AlongIndexes.of(DeliveryRows.DELETE_FENCED);

    private static final String REMOVE_WITH_MESSAGE = AlongIndexes.of("WITH gone AS (" + DeliveryRows.DELETE_FENCED
            + " RETURNING message) DELETE FROM restante_message m USING gone WHERE m.id = ANY(ARRAY[gone.message])");

    /**
     * A transaction.
     *
     * @param server where it has that number
     */
    record Numbered(String number, String server) implements Ticket {}

    PostgresApplicationTransactions(Database database) {
        super(database);
    }

    @Override
    protected Current find(Connection connection, long incarnation, @Nullable Question former) throws SQLException {
        Current found = former == null ? first(connection, incarnation) : next(connection, former);
        Numbered ticket = (Numbered) found.ticket();
        boolean goesOn = former != null && former.ticket().equals(ticket);
        // Open Liberty says so of connections in the server's transactions, too; the next statement tells.
        if (!goesOn && connection.getAutoCommit() && !ticket.number().equals(number(connection))) {
            throw inAutoCommitMode();
        }
        return found;
    }

    /** Of the transaction under way; null for a statement that is one by itself. */
    private static @Nullable String number(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NUMBER);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    private Current first(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(CURRENT)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                boolean alive = row.getBoolean(3);
                boolean known = !row.wasNull() && isOwn(row.getString(4));
                check(row.getString(2), known ? alive : null, incarnation);
                return new Current(new Numbered(row.getString(1), row.getString(4)), Fate.OPEN);
            }
        }
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.contains(String.valueOf(failure.getSQLState()));
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return PostgresBatchStatements.ofApplication(connection);
    }

    @Override
    protected Object where(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + WHERE);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    /** Where the connection leads to, and whether the node is alive, is not looked at again. */
    private Current next(Connection connection, Question former) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(NEXT)) {
            bind(select, connection, former);
            AlongIndexes.execute(select);
            try (ResultSet row = select.getResultSet()) {
                row.next();
                checkIsolation(row.getString(3));
                return new Current(new Numbered(row.getString(4), row.getString(5)), fate(row));
            }
        }
    }

    private static void bind(PreparedStatement select, Connection connection, Question question) throws SQLException {
        Numbered ticket = (Numbered) question.ticket();
        select.setString(1, ticket.server());
        select.setString(2, ticket.number());
        select.setString(3, ticket.number());
        select.setArray(
                4, connection.createArrayOf("bigint", question.deliveryIds().toArray()));
    }

    private static Fate fate(ResultSet row) throws SQLException {
        State state = state(row.getString(1));
        return state == State.OPEN
                ? Fate.OPEN
                : new Fate(state, Set.of((Long[]) row.getArray(2).getArray()));
    }

    /**
     * What looks left by one that has just been committed is asked about again: it may have been looked at before the
     * state.
     */
    @Override
    public Fate fate(Question question) {
        return database().read("what has become of a transaction of the application can't be read", connection -> {
            Fate fate = statusAndLeft(connection, question);
            boolean sure = fate.state() == State.OPEN
                    || fate.state() == State.ROLLED_BACK
                    || fate.left().isEmpty();
            return sure ? fate : statusAndLeft(connection, question);
        });
    }

    private static Fate statusAndLeft(Connection connection, Question question) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(STATUS)) {
            bind(select, connection, question);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return fate(row);
            }
        }
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
    protected boolean remove(Connection connection, DeliveryRef ref) throws SQLException {
        try (PreparedStatement remove = connection.prepareStatement(ref.sole() ? REMOVE_WITH_MESSAGE : REMOVE)) {
            remove.setLong(1, ref.id());
            remove.setLong(2, ref.owner());
            remove.setInt(3, ref.acquisition());
            AlongIndexes.execute(remove);
            return remove.getUpdateCount() == 1;
        }
    }
}
