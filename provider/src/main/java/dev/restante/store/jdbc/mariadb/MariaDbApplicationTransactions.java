package dev.restante.store.jdbc.mariadb;

import dev.restante.model.DeliveryRef;
import dev.restante.store.CommitOutcomeRepository;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.batch.BatchStatements;
import dev.restante.store.jdbc.batch.JdbcApplicationTransactions;
import dev.restante.store.jdbc.connect.ConnectionWork;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Statements;
import dev.restante.store.jdbc.mariadb.galera.GaleraSession;
import dev.restante.store.jdbc.mariadb.galera.WriterServerConnector;
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
 * Application transactions on MariaDB and MySQL, identified by an outcome counter that each transaction inserts,
 * because these servers do not report outcomes. Until the commit, other sessions see the counter, which has a random
 * id, only by READ UNCOMMITTED queries.
 */
final class MariaDbApplicationTransactions extends JdbcApplicationTransactions {

    /** Error numbers for a missing table, a table that this user must not read, and a missing database. */
    private static final Set<Integer> NO_SUCH_TABLE = Set.of(1146, 1142, 1143, 1044, 1046);

    private static final String SERVER_KEY_SQL = "CONCAT_WS('/', @@hostname, @@port, @@datadir, DATABASE())";

    /** Columns for the server of a cluster, and for whether it is the designated writer. */
    private static final String OF_CLUSTER = ", " + GaleraSession.SERVER + ", " + GaleraSession.IS_WRITER;

    private static final String INSERT_COUNTER =
            "INSERT INTO restante_outcome_counter (id, last_count, kept_until) VALUES (?, 1, ?)";

    /** Insert of a void counter, after which the transaction cannot commit its own counter. */
    private static final String INSERT_VOID_COUNTER =
            "INSERT IGNORE INTO restante_outcome_counter (id, last_count, kept_until) VALUES (?, 0, ?)";

    private static final String FIND_COUNTER =
            "SELECT id FROM restante_outcome_counter WHERE id = ? AND last_count > 0";

    private static final String SERVER = "SELECT " + GaleraSession.SERVER;

    /** Isolation level of the next statement or transaction only. */
    private static final String UNCOMMITTED_TOO = "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED";

    private static final String REMAINING = "SELECT id FROM restante_delivery FORCE INDEX (PRIMARY) WHERE id IN ";

    /** Time after which the counter may have been deleted although the transaction was committed. */
    private static final long KNOWN_NANOS = TimeUnit.NANOSECONDS.convert(CommitOutcomeRepository.RETENTION) / 2;

    /** Handle of an application transaction, with the cluster server on which it began, or null for a single server. */
    private record MariaDbTransactionHandle(long number, long begunAtNanos, @Nullable String server)
            implements Ticket {}

    private final SecureRandom random = new SecureRandom();
    private final ServerVariant variant;
    private final String locationKeySql;
    private final String current;
    private final String next;

    /** Connector of a cluster, or null for a single server. */
    private final @Nullable WriterServerConnector writerConnector;

    MariaDbApplicationTransactions(Database database) {
        super(database);
        MariaDbDialect dialect = (MariaDbDialect) database.dialect();
        this.variant = dialect.variant();
        this.writerConnector = dialect.writerConnector();
        this.locationKeySql = writerConnector == null ? SERVER_KEY_SQL : GaleraSession.STORE_MARK;
        String begin = "SELECT @@autocommit, " + variant.inTransaction() + ", @@" + variant.isolationVariable() + ", ";
        String ofCluster = writerConnector == null ? "" : OF_CLUSTER;
        this.current = begin + "(SELECT MIN(alive) FROM restante_pipeline WHERE incarnation = ?), " + locationKeySql
                + ofCluster;
        this.next = begin + "(SELECT COUNT(*) FROM restante_outcome_counter WHERE id = ?), NULL" + ofCluster;
    }

    @Override
    protected CurrentTransaction findCurrent(
            Connection connection, long incarnation, @Nullable TransactionQuery formerQuery) throws SQLException {
        if (formerQuery == null) {
            return new CurrentTransaction(begin(connection, check(connection, incarnation)), TransactionOutcome.OPEN);
        }
        // The next transaction of the connection also sees the counter of a committed transaction.
        VisibleCounter seen = seesCounter(connection, formerQuery);
        TransactionOutcome outcome = outcome(formerQuery);
        return seen.there() && outcome.state() == ApplicationTransactionState.OPEN
                ? new CurrentTransaction(formerQuery.ticket(), TransactionOutcome.OPEN)
                : new CurrentTransaction(begin(connection, seen.server()), outcome);
    }

    private @Nullable String check(Connection connection, long incarnation) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(current)) {
            select.setLong(1, incarnation);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                boolean alive = row.getBoolean(4);
                boolean known = !row.wasNull() && row.getString(5) != null && isStoreLocation(row.getString(5));
                requireJoinable(isolation(row), known ? alive : null, incarnation);
                return server(connection, row);
            }
        }
    }

    /** Returns the server of a cluster, after a check that it is the designated writer. */
    private @Nullable String server(Connection connection, ResultSet row) throws SQLException {
        if (writerConnector == null) {
            return null;
        }
        String server = row.getString(6);
        if (!row.getBoolean(7) && !writerConnector.designateIfAllowed(server)) {
            WriterServerConnector.abort(connection);
            throw new StoreException(
                    StoreFailureKind.UNAVAILABLE,
                    "The connection of the application leads to the server " + server
                            + " of a cluster, but the nodes of the store write to another server. Restante closed the"
                            + " connection. Open a new connection and try again. If new connections always lead to"
                            + " that server, the nodes write to it, too",
                    null);
        }
        return server;
    }

    /** Presence of a transaction's outcome counter, and the queried cluster server. */
    private record VisibleCounter(boolean there, @Nullable String server) {}

    /** Returns whether the connection of a transaction sees its counter. */
    private VisibleCounter seesCounter(Connection connection, TransactionQuery formerQuery) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(next)) {
            select.setLong(1, ((MariaDbTransactionHandle) formerQuery.ticket()).number());
            try (ResultSet row = select.executeQuery()) {
                row.next();
                checkTransaction(connection, row);
                checkIsolation(isolation(row));
                return new VisibleCounter(row.getInt(4) > 0, server(connection, row));
            }
        }
    }

    /** Rejects auto-commit mode, which a connection may also report in a transaction of an application server. */
    private void checkTransaction(Connection connection, ResultSet row) throws SQLException {
        if (row.getBoolean(1) && !row.getBoolean(2) && !variant.isInTransaction(connection)) {
            throw autoCommitMode();
        }
    }

    private static String isolation(ResultSet row) throws SQLException {
        return row.getString(3).replace('-', ' ').toLowerCase(Locale.ROOT);
    }

    private MariaDbTransactionHandle begin(Connection connection, @Nullable String server) throws SQLException {
        MariaDbTransactionHandle begun =
                new MariaDbTransactionHandle(random.nextLong() >>> 1, System.nanoTime(), server);
        int unused = insertCounter(connection, INSERT_COUNTER, begun);
        return begun;
    }

    private int insertCounter(Connection connection, String sql, MariaDbTransactionHandle ticket) throws SQLException {
        return Statements.update(connection, sql, ticket.number(), database().outcomeRetainedUntilMillis());
    }

    @Override
    protected boolean isNoSuchTable(SQLException failure) {
        return NO_SUCH_TABLE.contains(failure.getErrorCode());
    }

    @Override
    protected BatchStatements statements(Connection connection) {
        return new MariaDbBatchStatements(
                connection, (MariaDbDialect) database().dialect());
    }

    @Override
    protected Object locationKey(Connection connection) throws SQLException {
        return text(connection, "SELECT " + locationKeySql);
    }

    @Override
    public TransactionOutcome outcome(TransactionQuery query) {
        ApplicationTransactionState state = state((MariaDbTransactionHandle) query.ticket());
        // The remaining deliveries are final once the transaction has ended, so they are read after the state.
        return state == ApplicationTransactionState.OPEN
                ? TransactionOutcome.OPEN
                : new TransactionOutcome(
                        state, read(connection -> remainingDeliveries(connection, query.deliveryIds())));
    }

    /**
     * Returns the state. A transaction that is rolled back between the two queries counts as open until the next call.
     */
    private ApplicationTransactionState state(MariaDbTransactionHandle ticket) {
        boolean there = read(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute(UNCOMMITTED_TOO);
            }
            return isThere(connection, ticket);
        });
        if (!there && System.nanoTime() - ticket.begunAtNanos() > KNOWN_NANOS) {
            return ApplicationTransactionState.ENDED;
        }
        if (!there && (ticket.server() == null || isVoid(ticket, ticket.server()))) {
            return ApplicationTransactionState.ROLLED_BACK;
        }
        return read(connection -> isThere(connection, ticket))
                ? ApplicationTransactionState.COMMITTED
                : ApplicationTransactionState.OPEN;
    }

    /**
     * Returns whether a transaction that cannot be seen on a cluster server will never be committed. It may be open on
     * another server, and is then void only if this method inserts a void counter first.
     */
    private boolean isVoid(MariaDbTransactionHandle ticket, String server) {
        return database()
                .transaction(
                        "The outcome of a transaction of the application cannot be determined",
                        connection -> server.equals(text(connection, SERVER))
                                || insertCounter(connection, INSERT_VOID_COUNTER, ticket) == 1
                                || !isThere(connection, ticket));
    }

    private static String text(Connection connection, String sql) throws SQLException {
        return Statements.first(connection, sql, row -> row.getString(1)).orElseThrow();
    }

    private <T> T read(ConnectionWork<T> work) {
        return database().read("The outcome of a transaction of the application cannot be read", work);
    }

    private static boolean isThere(Connection connection, MariaDbTransactionHandle ticket) throws SQLException {
        return Statements.exists(connection, FIND_COUNTER, ticket.number());
    }

    private static Set<Long> remainingDeliveries(Connection connection, List<Long> ids) throws SQLException {
        Set<Long> remainingIds = new HashSet<>();
        for (List<Long> some : PaddedParameterLists.slices(ids)) {
            remainingIds.addAll(Statements.longs(
                    connection, REMAINING + PaddedParameterLists.parameters(some.size()), some.toArray()));
        }
        return remainingIds;
    }

    @Override
    protected boolean deleteFenced(Connection connection, DeliveryRef ref) throws SQLException {
        if (!execute(connection, DeliveryRows.DELETE_FENCED, ref.id(), ref.owner(), ref.acquisitionCount())) {
            return false;
        }
        if (ref.onlyDelivery()) {
            execute(connection, DeliveryRows.DELETE_MESSAGE, ref.messageId());
        }
        return true;
    }
}
