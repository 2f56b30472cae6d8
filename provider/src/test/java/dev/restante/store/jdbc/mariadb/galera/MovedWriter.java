package dev.restante.store.jdbc.mariadb.galera;

import java.sql.Connection;
import java.sql.SQLException;

/** Test helper that changes the designated writer of a cluster without a failover reason. */
public final class MovedWriter {

    private MovedWriter() {}

    /**
     * Makes the server of a connection the designated writer. Returns false if the server is already the writer, or if
     * another session was faster.
     */
    public static boolean moveTo(Connection connection) throws SQLException {
        GaleraSession session = new GaleraSession(connection);
        GaleraServerState seen = session.readState();
        return !seen.isWriter() && session.designate(seen);
    }
}
