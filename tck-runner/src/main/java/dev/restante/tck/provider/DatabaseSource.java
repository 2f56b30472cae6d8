package dev.restante.tck.provider;

import java.io.IOException;
import java.sql.SQLException;

/** Source of empty databases for Restante, one at a time. */
interface DatabaseSource extends AutoCloseable {

    /** Returns the JDBC URL of an empty database, and may drop the previous database. */
    String newUrl() throws SQLException;

    /** Returns the user of all databases, who has no password. */
    String user();

    @Override
    void close() throws IOException;
}
