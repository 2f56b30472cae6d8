package dev.restante.store.jdbc.mariadb.galera;

import dev.restante.store.jdbc.mariadb.galera.WriterFailoverRule.FailoverReason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connector to the designated writer of a Galera cluster, which moves that role to another server when
 * {@link WriterFailoverRule} allows. Row locks are local to a server. With two writers, batches would roll each other
 * back, and guarantees that depend on locks, such as the order of groups, would be lost.
 *
 * <p>A new connection is checked after the server has applied all earlier commits of the cluster. Later statements use
 * {@link GaleraSession#REQUIRE_WRITER} to find out whether the writer has changed. The cluster commits in one order.
 * Therefore a server that reads itself as the writer has applied all commits that precede its designation.
 *
 * <p>Thread-safe.
 */
public final class WriterServerConnector {

    private static final Logger LOGGER = LoggerFactory.getLogger(WriterServerConnector.class);

    /** SQLSTATE for a connection that cannot be made. */
    private static final String NO_CONNECTION = "08001";

    /** Function that connects to one server of the cluster. */
    @FunctionalInterface
    public interface Server {
        Connection connect() throws SQLException;
    }

    private final List<Server> servers;
    private final String databaseName;
    private final long graceMillis;

    private volatile int lastWriterIndex;

    /**
     * Creates a connector.
     *
     * @param servers servers in order of preference; empty if the application supplies the connections
     * @param databaseName name of the cluster in messages
     * @param graceMillis time for which all leases must have expired before the writer counts as unreachable
     */
    public WriterServerConnector(List<Server> servers, String databaseName, long graceMillis) {
        this.servers = List.copyOf(servers);
        this.databaseName = databaseName;
        this.graceMillis = graceMillis;
    }

    private record WriterCandidate(int index, Connection connection, GaleraServerState serverState) {}

    /**
     * Opens a connection to the writer.
     *
     * @throws SQLException if the writer cannot be reached, and no other server may take its place
     */
    public Connection connect() throws SQLException {
        List<WriterCandidate> candidates = new ArrayList<>();
        List<SQLException> failures = new ArrayList<>();
        Connection found = null;
        try {
            int first = lastWriterIndex;
            for (int i = 0; i < servers.size() && found == null; i++) {
                int index = i == 0 ? first : i <= first ? i - 1 : i;
                found = connectToWriter(index, candidates, failures);
            }
            if (found == null) {
                found = designate(candidates, failures);
            }
        } finally {
            for (WriterCandidate candidate : candidates) {
                if (candidate.connection() != found) {
                    close(candidate.connection());
                }
            }
        }
        if (found == null) {
            throw unreachable(candidates, failures);
        }
        return found;
    }

    /**
     * Returns a connection if it leads to the writer. Otherwise adds the server to the candidates or the failure to the
     * failures.
     */
    private @Nullable Connection connectToWriter(
            int index, List<WriterCandidate> candidates, List<SQLException> failures) {
        Connection opened = null;
        try {
            opened = servers.get(index).connect();
            GaleraSession session = new GaleraSession(opened);
            if (session.isWriter()) {
                lastWriterIndex = index;
                return opened;
            }
            candidates.add(new WriterCandidate(index, opened, session.readState()));
        } catch (SQLException e) {
            failures.add(e);
            if (opened != null) {
                close(opened);
            }
        }
        return null;
    }

    private @Nullable Connection designate(List<WriterCandidate> candidates, List<SQLException> failures) {
        for (int index = 0; index < servers.size(); index++) {
            for (WriterCandidate candidate : candidates) {
                if (candidate.index() != index) {
                    continue;
                }
                try {
                    if (designate(candidate.connection(), candidate.serverState(), false)) {
                        lastWriterIndex = index;
                        return candidate.connection();
                    }
                } catch (SQLException e) {
                    failures.add(e);
                }
            }
        }
        return null;
    }

    private boolean designate(Connection connection, GaleraServerState serverState, boolean applicationConnected)
            throws SQLException {
        FailoverReason reason = WriterFailoverRule.mayBecomeWriter(serverState, applicationConnected, graceMillis);
        if (reason == null || !new GaleraSession(connection).designate(serverState)) {
            return false;
        }
        DesignatedWriter former = serverState.designatedWriter();
        if (former == null || !former.isWriter()) {
            LOGGER.info("{}: all nodes write to the server {}", databaseName, serverState.serverName());
        } else {
            LOGGER.warn(
                    "{}: all nodes write to the server {} instead of {}, because {}",
                    databaseName,
                    serverState.serverName(),
                    former.server(),
                    switch (reason) {
                        case NONE_DESIGNATED, WRITER_LEFT -> "the former server has left the cluster";
                        case WRITER_UNREACHABLE ->
                            "no node has reached the former server for the time of a lease and " + graceMillis + " ms";
                        case APPLICATION_MOVED -> "connections of the application lead to the new server";
                    });
        }
        return true;
    }

    /** Returns the failure to report: a rejected password, or else the first failure. */
    private SQLException unreachable(List<WriterCandidate> candidates, List<SQLException> failures) {
        for (SQLException failure : failures) {
            String state = failure.getSQLState();
            if (state != null && state.startsWith("28")) {
                return failure;
            }
        }
        List<String> seen = candidates.stream()
                .map(candidate -> candidate.serverState().toString())
                .toList();
        SQLException failure = new SQLException(
                "The designated writer of the cluster cannot be reached, and no"
                        + " other server may replace it. Reached servers: "
                        + seen,
                NO_CONNECTION,
                failures.isEmpty() ? null : failures.get(0));
        failures.stream().skip(1).forEach(failure::addSuppressed);
        return failure;
    }

    /**
     * Checks a connection of the application data source.
     *
     * @throws SQLException if it leads to another server, which does not become the writer. The connection is then
     *     closed, so that its pool opens another one
     */
    public void checkBorrowed(Connection connection) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        if (!autoCommit) {
            connection.setAutoCommit(true);
        }
        GaleraSession session = new GaleraSession(connection);
        if (!session.isWriter()) {
            GaleraServerState serverState = session.readState();
            if (!designate(connection, serverState, true)) {
                abort(connection);
                throw new SQLException(wrong(serverState), NO_CONNECTION);
            }
        }
        if (!autoCommit) {
            connection.setAutoCommit(false);
        }
    }

    private static String wrong(GaleraServerState serverState) {
        return "The connection leads to " + serverState.serverName() + ", but all nodes write to "
                + serverState.designatedWriter();
    }

    /**
     * Makes a server the writer if the rule allows, because a connection of the application leads to it. Returns
     * whether it did.
     */
    public boolean designateIfAllowed(String server) {
        for (int index = 0; index < servers.size(); index++) {
            try (Connection connection = servers.get(index).connect()) {
                GaleraServerState serverState = new GaleraSession(connection).readState();
                if (serverState.serverName().equals(server)) {
                    boolean taken = designate(connection, serverState, true);
                    if (taken) {
                        lastWriterIndex = index;
                    }
                    return taken;
                }
            } catch (SQLException e) {
                LOGGER.debug("{}: a server of the cluster cannot be queried", databaseName, e);
            }
        }
        return false;
    }

    /** Aborts a connection, because a merely closed one would return from its pool. */
    public static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("A connection to a server other than the designated writer cannot be aborted", e);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOGGER.debug("A connection to a server other than the designated writer cannot be closed", e);
        }
    }
}
