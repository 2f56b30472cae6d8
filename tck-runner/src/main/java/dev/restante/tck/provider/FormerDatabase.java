package dev.restante.tck.provider;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Makes databases on a server, and drops the one before: hundreds of them would fill the disk. */
final class FormerDatabase {

    private final String dropOptions;
    private int made;
    private @Nullable String former;

    /**
     * @param dropOptions how one is dropped that somebody is connected to
     */
    FormerDatabase(String dropOptions) {
        this.dropOptions = dropOptions;
    }

    /** The name of a new one. */
    String next(Connection administrator) throws SQLException {
        made++;
        String database = "conformance_" + made;
        try (Statement statement = administrator.createStatement()) {
            statement.execute("CREATE DATABASE " + database);
            if (former != null) {
                statement.execute("DROP DATABASE " + former + dropOptions);
            }
        }
        former = database;
        return database;
    }
}
