package dev.restante.store.jdbc.mariadb.galera;

import dev.restante.store.jdbc.mariadb.galera.WriterRule.Reason;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to the one server of a cluster that all nodes write to, and has another one take its place when
 * {@link WriterRule} says so. Locks are local to a server: with two writers, batches would undo each other, and
 * what is kept by locks alone, such as the order of groups, would not be kept.
 *
 * <p>A connection is looked at when it is opened, once all is applied that the cluster has committed before. What is
 * done on it later finds out by {@link GaleraSession#REQUIRE_WRITER} whether the writer is another one by now. Who
 * reads on a server that it is the writer reads all that was committed before it became that, because a cluster
 * commits in one order.
 *
 * <p>Thread-safe.
 */
public final class AgreedWriter {

    private static final Logger LOGGER = LoggerFactory.getLogger(AgreedWriter.class);

    /** SQL standard: no connection can be made. */
    private static final String NO_CONNECTION = "08001";

    /** A server of the cluster. */
    @FunctionalInterface
    public interface Server {
        Connection connect() throws SQLException;
    }

    private final List<Server> servers;
    private final String where;
    private final long graceMillis;

    /** The server that was the writer when somebody looked last. */
    private volatile int last;

    /**
     * @param servers in the order in which they are preferred; none where connections are given by the application
     * @param where names the cluster in messages
     * @param graceMillis for how long all leases must be over until a writer counts as unused
     */
    public AgreedWriter(List<Server> servers, String where, long graceMillis) {
        this.servers = List.copyOf(servers);
        this.where = where;
        this.graceMillis = graceMillis;
    }

    private record Candidate(int place, Connection connection, ServerView view) {}

    /**
     * A new connection to the writer.
     *
     * @throws SQLException if it can't be reached, and no other server may take its place
     */
    public Connection connect() throws SQLException {
        List<Candidate> candidates = new ArrayList<>();
        List<SQLException> failures = new ArrayList<>();
        Connection found = null;
        try {
            int first = last;
            for (int i = 0; i < servers.size() && found == null; i++) {
                int place = i == 0 ? first : i <= first ? i - 1 : i;
                found = reach(place, candidates, failures);
            }
            if (found == null) {
                found = take(candidates, failures);
            }
        } finally {
            for (Candidate candidate : candidates) {
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

    /** The connection if it leads to the writer; otherwise notes what was found. */
    private @Nullable Connection reach(int place, List<Candidate> candidates, List<SQLException> failures) {
        Connection opened = null;
        try {
            opened = servers.get(place).connect();
            GaleraSession session = new GaleraSession(opened);
            if (session.isWriter()) {
                last = place;
                return opened;
            }
            candidates.add(new Candidate(place, opened, session.look()));
        } catch (SQLException e) {
            failures.add(e);
            if (opened != null) {
                close(opened);
            }
        }
        return null;
    }

    private @Nullable Connection take(List<Candidate> candidates, List<SQLException> failures) {
        for (int place = 0; place < servers.size(); place++) {
            for (Candidate candidate : candidates) {
                if (candidate.place() != place) {
                    continue;
                }
                try {
                    if (take(candidate.connection(), candidate.view(), false)) {
                        last = place;
                        return candidate.connection();
                    }
                } catch (SQLException e) {
                    failures.add(e);
                }
            }
        }
        return null;
    }

    private boolean take(Connection connection, ServerView view, boolean led) throws SQLException {
        Reason reason = WriterRule.mayBecomeWriter(view, led, graceMillis);
        if (reason == null || !new GaleraSession(connection).agree(view)) {
            return false;
        }
        AgreedServer former = view.agreed();
        if (former == null || !former.isWriter()) {
            LOGGER.info("{}: all nodes write to the server {}", where, view.server());
        } else {
            LOGGER.warn(
                    "{}: all nodes write to the server {} from now on, and no more to {}, because {}",
                    where,
                    view.server(),
                    former.server(),
                    switch (reason) {
                        case FIRST, GONE -> "that has left the cluster";
                        case UNUSED -> "no node has reached that for " + graceMillis + " ms and the time of a lease";
                        case FOLLOWED -> "connections of the application lead to it";
                    });
        }
        return true;
    }

    /** The first failure tells most, a refused password everything. */
    private SQLException unreachable(List<Candidate> candidates, List<SQLException> failures) {
        for (SQLException failure : failures) {
            String state = failure.getSQLState();
            if (state != null && state.startsWith("28")) {
                return failure;
            }
        }
        List<String> seen = candidates.stream()
                .map(candidate -> candidate.view().toString())
                .toList();
        SQLException failure = new SQLException(
                "the server of the cluster that all nodes write to can't be reached, and no other may take its place; seen: "
                        + seen,
                NO_CONNECTION,
                failures.isEmpty() ? null : failures.get(0));
        failures.stream().skip(1).forEach(failure::addSuppressed);
        return failure;
    }

    /**
     * Looks at a connection of the application's data source.
     *
     * @throws SQLException if it leads to another server than the writer, which does not become that; the connection is
     *     closed then, so that its pool opens another
     */
    public void check(Connection given) throws SQLException {
        boolean autoCommit = given.getAutoCommit();
        if (!autoCommit) {
            given.setAutoCommit(true);
        }
        GaleraSession session = new GaleraSession(given);
        if (!session.isWriter()) {
            ServerView view = session.look();
            if (!take(given, view, true)) {
                abort(given);
                throw new SQLException(wrong(view), NO_CONNECTION);
            }
        }
        if (!autoCommit) {
            given.setAutoCommit(false);
        }
    }

    private static String wrong(ServerView view) {
        return "the connection leads to " + view.server() + ", and all nodes write to " + view.agreed();
    }

    /**
     * A connection of the application was found to lead to another server than the writer, which may become that: it is
     * where the application's new connections go.
     *
     * @param server its name
     * @return whether it has become the writer
     */
    public boolean follow(String server) {
        for (int place = 0; place < servers.size(); place++) {
            try (Connection connection = servers.get(place).connect()) {
                ServerView view = new GaleraSession(connection).look();
                if (view.server().equals(server)) {
                    boolean taken = take(connection, view, true);
                    if (taken) {
                        last = place;
                    }
                    return taken;
                }
            } catch (SQLException e) {
                LOGGER.debug("{}: a server of the cluster can't be asked", where, e);
            }
        }
        return false;
    }

    /** However its pool has wrapped it: what is merely closed would come back. */
    public static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException | LinkageError e) {
            LOGGER.debug("A connection to a server that is not written to can't be aborted", e);
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            LOGGER.debug("A connection to a server that is not written to can't be closed", e);
        }
    }
}
