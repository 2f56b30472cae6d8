package dev.restante.store.jdbc.mariadb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB tells nobody what has become of a transaction. So each that messages take part in leaves a row with a number
 * that nobody else has. While the transaction is open only those see it who look at what is not committed, too.
 */
final class MariaDbApplicationTransactions extends JdbcApplicationTransactions {

    /** No table, none that this user may read, no database. */
    private static final Set<Integer> NO_SUCH_TABLE = Set.of(1146, 1142, 1143, 1044, 1046);

    private static final String WHERE = "CONCAT_WS('/', @@hostname, @@port, @@datadir, DATABASE())";

    private static final String LEAVE = "INSERT INTO restante_lane (id, last_step, kept_until) VALUES (?, 1, ?)";

    private static final String FIND = "SELECT id FROM restante_lane WHERE id = ?";

    /** Of what the next statement sees, or the transaction that begins with it. */
    private static final String UNCOMMITTED_TOO = "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED";

    private static final String LEFT = "SELECT id FROM restante_delivery WHERE id IN ";

    /** After so long the row may have been forgotten, though the transaction was committed. */
    private static final long KNOWN_MILLIS = TimeUnit.MILLISECONDS.convert(OutcomeRepository.KEPT) / 2;

    private record Numbered(long number, long begunAtMillis) implements Ticket {}

    private final SecureRandom random = new SecureRandom();
    private final Idiom idiom;
    private final String current;
    private final String next;

    MariaDbApplicationTransactions(Database database) {
        super(database);
        this.idiom = ((MariaDbDialect) database.dialect()).idiom();
        String begin = "SELECT @@autocommit, " + idiom.inTransaction() + ", @@" + idiom.isolation() + ", ";
        this.current = begin + "(SELECT MIN(alive) FROM restante_pipeline WHERE incarnation = ?), " + WHERE;
        this.next = begin + "(SELECT COUNT(*) FROM restante_lane WHERE id = ?)";
    }

    @Override
    protected Current find(Connection connection, long incarnation, @Nullable Question former) throws SQLException {
        if (former == null) {
            check(connection, incarnation);
            return new Current(begin(connection), Fate.OPEN);
        }
        // One that was committed can be seen, too, in the next transaction of the same connection.
        boolean seen = sees(connection, former);
        Fate fate = fate(former);
        return seen && fate.state() == State.OPEN
                ? new Current(former.ticket(), Fate.OPEN)
                : new Current(begin(connection), fate);
    }

    private void check(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(current)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                boolean alive = row.getBoolean(4);
                boolean known = !row.wasNull() && isOwn(row.getString(5));
                check(isolation(row), known ? alive : null, incarnation);
            }
        }
    }

    /** Whether the row of a transaction is there for its connection. */
    private boolean sees(Connection connection, Question former) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(next)) {
            select.setLong(1, ((Numbered) former.ticket()).number());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                checkIsolation(isolation(row));
                return row.getInt(4) > 0;
            }
        }
    }

    /** In a transaction of the server's, a connection may be in auto-commit mode all the same. */
    private void checkTransaction(Connection connection, ResultSet row) throws SQLException {
        if (row.getBoolean(1) && !row.getBoolean(2) && !idiom.isInTransaction(connection)) {
            throw inAutoCommitMode();
        }
    }

    private static String isolation(ResultSet row) throws SQLException {
        return row.getString(3).replace('-', ' ').toLowerCase(Locale.ROOT);
    }

    private Numbered begin(Connection connection) throws SQLException {
        long now = System.currentTimeMillis();
        Numbered begun = new Numbered(random.nextLong() >>> 1, now);
        try (PreparedStatement insert = connection.prepareStatement(LEAVE)) {
            insert.setLong(1, begun.number());
            insert.setLong(2, now + TimeUnit.MILLISECONDS.convert(OutcomeRepository.KEPT));
            insert.executeUpdate();
        }
        return begun;
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.contains(failure.getErrorCode());
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return MariaDbBatchStatements.ofApplication(
                connection, (MariaDbDialect) database().dialect());
    }

    @Override
    protected Object where(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT " + WHERE);
                ResultSet row = select.executeQuery()) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public Fate fate(Question question) {
        State state = state((Numbered) question.ticket());
        // After the state: what a transaction has left is certain when that is over.
        return state == State.OPEN
                ? Fate.OPEN
                : new Fate(state, read(connection -> left(connection, question.deliveryIds())));
    }

    /** One that is rolled back between the two looks is taken for open, until somebody looks again. */
    private State state(Numbered ticket) {
        boolean there = read(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(UNCOMMITTED_TOO);
            }
            return isThere(connection, ticket);
        });
        if (!there) {
            return System.currentTimeMillis() - ticket.begunAtMillis() > KNOWN_MILLIS ? State.OVER : State.ROLLED_BACK;
        }
        return read(connection -> isThere(connection, ticket)) ? State.COMMITTED : State.OPEN;
    }

    private <T> T read(ConnectionWork<T> work) {
        return database().read("what has become of a transaction of the application can't be read", work);
    }

    private static boolean isThere(Connection connection, Numbered ticket) throws SQLException {
        try (PreparedStatement find = connection.prepareStatement(FIND)) {
            find.setLong(1, ticket.number());
            try (ResultSet row = find.executeQuery()) {
                return row.next();
            }
        }
    }

    private static Set<Long> left(Connection connection, List<Long> ids) throws SQLException {
        Set<Long> left = new HashSet<>();
        for (List<Long> some : RowLists.of(ids)) {
            try (PreparedStatement select = connection.prepareStatement(LEFT + RowLists.parameters(some.size()))) {
                RowLists.bind(select, 1, some);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        left.add(rows.getLong(1));
                    }
                }
            }
        }
        return left;
    }

    @Override
    protected boolean remove(Connection connection, DeliveryRef ref) throws SQLException {
        if (!execute(connection, DeliveryRows.DELETE_FENCED, ref.id(), ref.owner(), ref.acquisition())) {
            return false;
        }
        if (ref.sole()) {
            execute(connection, DeliveryRows.DELETE_MESSAGE, ref.messageId());
        }
        return true;
    }
}
