package dev.restante.store.jdbc.mariadb.galera;

import java.sql.Connection;
import java.sql.SQLException;

/** Changes of the server that all nodes write to, for which nothing is the reason but a test. */
public final class MovedWriter {

    private MovedWriter() {}

    /** Makes the server of a connection the writer; false if it is that already, or somebody else was faster. */
    public static boolean moveTo(Connection connection) throws SQLException {
        GaleraSession session = new GaleraSession(connection);
        ServerView seen = session.look();
        return !seen.isWriter() && session.agree(seen);
    }
}
