package dev.restante.store.jdbc.postgres;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Refuses a search path on which a schema stands before the functions and operators of PostgreSQL itself. */
final class SearchPathCheck {

    /**
     * Schemas before {@code pg_catalog}. Where the path does not name that, PostgreSQL looks there first. It never
     * looks for functions in a schema of temporary tables.
     */
    private static final String SCHEMAS_BEFORE =
            """
            SELECT string_agg(name, ', ' ORDER BY place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS s (name, place)
            WHERE place < (SELECT min(place) FROM unnest(current_schemas(true)) WITH ORDINALITY AS c (name, place)
                           WHERE name = 'pg_catalog')
              AND name NOT LIKE 'pg\\_temp\\_%'""";

    private SearchPathCheck() {}

    /**
     * Checks the search path of a connection.
     *
     * @param where names the database in the message
     * @throws StoreException with kind FATAL if a schema stands before {@code pg_catalog}
     */
    static void requireCatalogFirst(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SCHEMAS_BEFORE)) {
            row.next();
            String before = row.getString(1);
            if (before != null) {
                throw new StoreException(
                        Kind.FATAL,
                        where + " has a search_path with " + before
                                + " before pg_catalog, so functions and operators of"
                                + " that schema would run with the rights of this role in place of PostgreSQL's own."
                                + " Leave pg_catalog out of the search_path of the role, the database and the URL",
                        null);
            }
        }
    }
}
