package dev.restante.store.jdbc.mariadb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.OutcomeRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.mariadb.galera.AgreedWriter;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
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

    /** Which server it is, and whether all nodes write to it. */
    private static final String OF_CLUSTER = ", " + GaleraSession.SERVER + ", " + GaleraSession.IS_WRITER;

    private static final String LEAVE = "INSERT INTO restante_lane (id, last_step, kept_until) VALUES (?, 1, ?)";

    /** Nobody can leave such a row any more where there is this one. */
    private static final String LEAVE_NOTHING =
            "INSERT IGNORE INTO restante_lane (id, last_step, kept_until) VALUES (?, 0, ?)";

    private static final String FIND = "SELECT id FROM restante_lane WHERE id = ? AND last_step > 0";

    private static final String SERVER = "SELECT " + GaleraSession.SERVER;

    /** Of what the next statement sees, or the transaction that begins with it. */
    private static final String UNCOMMITTED_TOO = "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED";

    private static final String LEFT = "SELECT id FROM restante_delivery FORCE INDEX (PRIMARY) WHERE id IN ";

    /** After so long the row may have been forgotten, though the transaction was committed. */
    private static final long KNOWN_NANOS = TimeUnit.NANOSECONDS.convert(OutcomeRepository.KEPT) / 2;

    /** With the server of a cluster that it has begun on; null where there is one server. */
    private record Numbered(long number, long begunAtNanos, @Nullable String server) implements Ticket {}

    private final SecureRandom random = new SecureRandom();
    private final Idiom idiom;
    private final String where;
    private final String current;
    private final String next;

    /** Null where there is one server. */
    private final @Nullable AgreedWriter writer;

    MariaDbApplicationTransactions(Database database) {
        super(database);
        MariaDbDialect dialect = (MariaDbDialect) database.dialect();
        this.idiom = dialect.idiom();
        this.writer = dialect.writer();
        this.where = writer == null ? WHERE : GaleraSession.OF_STORE;
        String begin = "SELECT @@autocommit, " + idiom.inTransaction() + ", @@" + idiom.isolation() + ", ";
        String ofCluster = writer == null ? "" : OF_CLUSTER;
        this.current = begin + "(SELECT MIN(alive) FROM restante_pipeline WHERE incarnation = ?), " + where + ofCluster;
        this.next = begin + "(SELECT COUNT(*) FROM restante_lane WHERE id = ?), NULL" + ofCluster;
    }

    @Override
    protected Current find(Connection connection, long incarnation, @Nullable Question former) throws SQLException {
        if (former == null) {
            return new Current(begin(connection, check(connection, incarnation)), Fate.OPEN);
        }
        // One that was committed can be seen, too, in the next transaction of the same connection.
        Seen seen = sees(connection, former);
        Fate fate = fate(former);
        return seen.there() && fate.state() == State.OPEN
                ? new Current(former.ticket(), Fate.OPEN)
                : new Current(begin(connection, seen.server()), fate);
    }

    /** Returns the server of a cluster. */
    private @Nullable String check(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(current)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                boolean alive = row.getBoolean(4);
                boolean known = !row.wasNull() && row.getString(5) != null && isOwn(row.getString(5));
                check(isolation(row), known ? alive : null, incarnation);
                return server(connection, row);
            }
        }
    }

    /** The server of a cluster, which is the one that all nodes write to. */
    private @Nullable String server(Connection connection, ResultSet row) throws SQLException {
        if (writer == null) {
            return null;
        }
        String server = row.getString(6);
        if (!row.getBoolean(7) && !writer.follow(server)) {
            AgreedWriter.abort(connection);
            throw new StoreException(
                    Kind.UNAVAILABLE,
                    "the connection of the application leads to the server " + server
                            + " of a cluster, and the nodes of the store write to another one; it was closed: open another,"
                            + " and try again. If new ones always lead to that server, the nodes follow",
                    null);
        }
        return server;
    }

    /** Presence of the row of a transaction, and the server of a cluster. */
    private record Seen(boolean there, @Nullable String server) {}

    /** Whether the row of a transaction is there for its connection. */
    private Seen sees(Connection connection, Question former) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(next)) {
            select.setLong(1, ((Numbered) former.ticket()).number());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                checkIsolation(isolation(row));
                return new Seen(row.getInt(4) > 0, server(connection, row));
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

    private Numbered begin(Connection connection, @Nullable String server) throws SQLException {
        Numbered begun = new Numbered(random.nextLong() >>> 1, System.nanoTime(), server);
        int unused = leave(connection, LEAVE, begun);
        return begun;
    }

    private int leave(Connection connection, String sql, Numbered ticket) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setLong(1, ticket.number());
            insert.setLong(2, database().outcomeKeptUntilMillis());
            return insert.executeUpdate();
        }
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
        return text(connection, "SELECT " + where);
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
        if (!there && System.nanoTime() - ticket.begunAtNanos() > KNOWN_NANOS) {
            return State.OVER;
        }
        if (!there && (ticket.server() == null || isVoid(ticket, ticket.server()))) {
            return State.ROLLED_BACK;
        }
        return read(connection -> isThere(connection, ticket)) ? State.COMMITTED : State.OPEN;
    }

    /**
     * Whether a transaction of a server of a cluster will never be committed, where it can't be seen. What is open on
     * another server can't be, and may still be committed: not any more when its row is there without it.
     */
    private boolean isVoid(Numbered ticket, String server) {
        return database()
                .transaction(
                        "what has become of a transaction of the application can't be decided",
                        connection -> server.equals(text(connection, SERVER))
                                || leave(connection, LEAVE_NOTHING, ticket) == 1
                                || !isThere(connection, ticket));
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
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
