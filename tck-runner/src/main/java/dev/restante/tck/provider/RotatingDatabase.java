package dev.restante.tck.provider;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Creator of databases that drops the previous database, because hundreds of databases would fill the disk. */
final class RotatingDatabase {

    private final String dropOptions;
    private int createdCount;
    private @Nullable String previous;

    /** @param dropOptions options that drop a database which still has connections */
    RotatingDatabase(String dropOptions) {
        this.dropOptions = dropOptions;
    }

    /** Creates a database and returns its name. */
    String create(Connection administrator) throws SQLException {
        createdCount++;
        String database = "conformance_" + createdCount;
        try (Statement statement = administrator.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
            if (previous != null) {
                statement.execute("DROP DATABASE " + previous + dropOptions);
            }
        }
        previous = database;
        return database;
    }
}
