package dev.restante.tck.provider;

import java.io.IOException;
import java.sql.SQLException;

/** Where new stores come from, one at a time. */
interface Databases extends AutoCloseable {

    /** The JDBC URL of an empty database; the former one may be gone afterwards. */
    String newUrl() throws SQLException;

    /** A user of all of them, who has no password. */
    String user();

    @Override
    void close() throws IOException;
}
