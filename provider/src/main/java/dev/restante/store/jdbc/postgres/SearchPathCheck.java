package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Check that no schema precedes pg_catalog on a PostgreSQL search path, because its functions could replace
 * PostgreSQL's own.
 */
final class SearchPathCheck {

    /**
     * Query for the schemas before {@code pg_catalog}. PostgreSQL searches that first if the path does not name it. It
     * never searches a schema of temporary tables for functions.
     */
    private static final String SCHEMAS_BEFORE =
            """
            SELECT string_agg(name, ', ' ORDER BY place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS s (name, place)
            WHERE place < (SELECT min(place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS c (name, place)
                           WHERE name = 'pg_catalog')
              AND name NOT LIKE 'pg\\_temp\\_%'""";

    private SearchPathCheck() {}

    /**
     * Checks the search path.
     *
     * @param databaseName the name of the database in the message
     * @throws StoreException with kind FATAL if a schema precedes {@code pg_catalog}
     */
    static void requireCatalogFirst(Connection connection, String databaseName) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SCHEMAS_BEFORE)) {
            row.next();
            String before = row.getString(1);
            if (before != null) {
                throw new StoreException(
                        StoreFailureKind.FATAL,
                        databaseName + " has a search_path with " + before
                                + " before pg_catalog, so functions and operators of that schema would replace those"
                                + " of PostgreSQL and run with the permissions of this role. Remove pg_catalog from"
                                + " the search_path of the role, the database and the URL",
                        null);
            }
        }
    }
}
