package dev.restante.store.jdbc.dialect;

/** PostgreSQL 14 and later. */
public record PostgresDialect() implements Dialect {

    /*
     * A node that stands still in the middle of a transaction holds row locks, among them the one that others need to declare it dead; its database session,
     * which is idle for so long, is ended by the server.
     */
    private static final String IDLE_LIMIT = "idle_in_transaction_session_timeout = 5000";

    /*
     * Every statement of the writer has one good plan, along an index, whatever the statistics of a table that was empty a second ago say.
     * A generic plan also saves planning with each execution.
     */
    private static final String[] WRITER_SETTINGS = {
        "SET plan_cache_mode = force_generic_plan",
        "SET enable_seqscan = off",
        "SET enable_hashjoin = off",
        "SET enable_mergejoin = off",
        "SET enable_bitmapscan = off",
        "SET jit = off",
        "SET " + IDLE_LIMIT,
    };

    private static final String[] WRITER_SETTINGS_UNDONE = {
        "RESET plan_cache_mode",
        "RESET enable_seqscan",
        "RESET enable_hashjoin",
        "RESET enable_mergejoin",
        "RESET enable_bitmapscan",
        "RESET jit",
        "RESET idle_in_transaction_session_timeout",
    };

    private static final String[] TRANSACTION_SETTINGS = {"SET LOCAL " + IDLE_LIMIT};

    @Override
    public String name() {
        return "PostgreSQL";
    }

    @Override
    public String schemaFolder() {
        return "postgresql";
    }

    @Override
    public boolean arrays() {
        return true;
    }

    @Override
    public boolean bornTogether() {
        return false;
    }

    @Override
    public String alongIndex() {
        return "";
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public String forUpdateOfFree() {
        return " FOR UPDATE SKIP LOCKED";
    }

    @Override
    public String forShare() {
        return " FOR SHARE";
    }

    @Override
    public String nextEntityId() {
        return "SELECT nextval('restante_entity_id')";
    }

    @Override
    public String[] writerSettings() {
        return WRITER_SETTINGS.clone();
    }

    @Override
    public String[] writerSettingsUndone() {
        return WRITER_SETTINGS_UNDONE.clone();
    }

    @Override
    public String[] transactionSettings() {
        return TRANSACTION_SETTINGS.clone();
    }
}
