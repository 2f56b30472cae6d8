package dev.restante.store.jdbc.plan;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Tables of a store with identical rows, and the statistics about them. In row n, each column that a fencing token
 * compares has the value n, so that every statement finds rows.
 */
final class PlanTables {

    static final int ROWS = 20_000;

    /** Entity of all rows, and number of one row. */
    static final long ENTITY = 10;

    private static final String GROWING = "relnamespace = 'public'::regnamespace AND relname LIKE 'restante\\_%'"
            + " AND relkind IN ('r', 'i') AND relname !~ 'entity|node|pipeline|schema'";

    /** Statistics about the tables and their indexes. */
    enum State {
        /** Statistics of empty tables. Sessions keep the plans that they made with these statistics. */
        GROWN(""),
        NO_ROW("UPDATE pg_class SET reltuples = 0 WHERE " + GROWING),
        ONE_ROW("UPDATE pg_class SET reltuples = 1, relpages = 1000 WHERE " + GROWING),
        NEVER_ANALYSED("UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE " + GROWING
                + "; DELETE FROM pg_statistic WHERE starelid IN (SELECT oid FROM pg_class WHERE " + GROWING + ")"),
        HUGE("UPDATE pg_class SET reltuples = 5e8, relpages = 1e7 WHERE " + GROWING),
        HEALTHY("ANALYZE");

        private final String change;

        State(String change) {
            this.change = change;
        }

        void set(Connection administrator) throws SQLException {
            execute(administrator, change);
        }
    }

    private PlanTables() {}

    /** Records the tables as empty in the statistics, like the tables of a drained store. */
    static void empty(Connection administrator) throws SQLException {
        execute(
                administrator,
                "DO $$ DECLARE t regclass; BEGIN FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND " + GROWING
                        + " LOOP EXECUTE 'ALTER TABLE ' || t || ' SET (autovacuum_enabled = off)'; END LOOP; END $$");
        execute(administrator, "VACUUM (ANALYZE)");
    }

    static void fill(Connection administrator) throws SQLException {
        String rows = " FROM generate_series(1, " + ROWS + ") n";
        execute(
                administrator,
                "INSERT INTO restante_message SELECT n, 1, repeat('h', 60)::bytea, repeat('b', 200)::bytea" + rows,
                "INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id,"
                        + " size_bytes, persistent, only_delivery, visible_at, enqueued_at, expires_at, due_at, delivery_count,"
                        + " owner, acquisition_count, redelivery_suspected, value_key) SELECT n, n, " + ENTITY
                        + ", (ARRAY[2, 3, 5, 1])[1 + n % 4], 5, n, 'k' || n, 200, TRUE, TRUE, 0, n, n, n, 0, n, 1,"
                        + " FALSE, 'k' || n" + rows,
                "INSERT INTO restante_shared_message SELECT n, 3" + rows,
                "INSERT INTO restante_last_value SELECT n, 'k' || n, n" + rows,
                "INSERT INTO restante_duplicate_id SELECT " + ENTITY + ", 'k' || n, n" + rows,
                "INSERT INTO restante_receive_attempt SELECT " + ENTITY + ", 'k' || n, '', n" + rows,
                "INSERT INTO restante_message_group SELECT " + ENTITY + ", 'k' || n, n, n" + rows,
                "INSERT INTO restante_large_body SELECT n" + rows,
                "INSERT INTO restante_large_body_chunk SELECT n, 0, 'c'" + rows,
                "INSERT INTO restante_large_body_reference SELECT n, n" + rows + " WHERE n <> " + ENTITY,
                "INSERT INTO restante_large_body_retention SELECT n, n, n" + rows + " WHERE n <> " + ENTITY);
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (!sql.isEmpty()) {
                    statement.execute(sql);
                }
            }
        }
    }
}
