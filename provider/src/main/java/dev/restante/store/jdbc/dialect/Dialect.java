package dev.restante.store.jdbc.dialect;

/** What a database says differently from the others. */
public sealed interface Dialect permits HsqldbDialect, PostgresDialect {

    /** The name in messages. */
    String name();

    /** The folder of its migrations. */
    String schemaFolder();

    /** Whether rows of a statement travel as arrays and come back through RETURNING; otherwise as JDBC batches. */
    boolean arrays();

    /**
     * Whether a message that is born acquired is kept together with its delivery, in the table
     * {@code restante_born_message}, until it needs more.
     */
    boolean bornTogether();

    /** What follows {@code LIMIT ?} where the rows must come out of an index in the order asked for. */
    String alongIndex();

    /** What ends a SELECT that locks the rows that it finds. */
    String forUpdate();

    /** The same for rows that nobody else is changing; the others are left out rather than waited for. */
    String forUpdateOfFree();

    /** What ends a SELECT that keeps others from changing the rows that it finds. */
    String forShare();

    /** The next entity id. */
    String nextEntityId();

    /**
     * Statements that prepare a connection on which batches are executed.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] writerSettings(long lockMillis);

    /** Statements that undo {@link #writerSettings} before a connection goes back to its owner. */
    String[] writerSettingsUndone();

    /**
     * Statements that begin any other transaction, for which alone they hold.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] transactionSettings(long lockMillis);

    /** Whether a connection has one session for as long as it is open; otherwise for each transaction another one. */
    boolean keepsSessions();

    /**
     * Statements that begin each batch, where {@link #writerSettings} can't.
     *
     * @param lockMillis how long one of its statements waits for a lock
     */
    String[] batchSettings(long lockMillis);

    /** Statements after which the rest of a transaction waits for locks of others for a moment only. */
    String[] hurry();

    /**
     * What is executed first on a connection of our own; empty for nothing.
     *
     * @param lockMillis how long a statement waits for a lock where nobody has said anything else
     */
    String connectionSettings(long lockMillis);

    /** The dialect of a database product, as its JDBC driver names it. */
    static Dialect ofProduct(String product) {
        return switch (product) {
            case "HSQL Database Engine" -> new HsqldbDialect();
            case "PostgreSQL" -> new PostgresDialect();
            default ->
                throw new IllegalArgumentException(
                        "the database " + product + " is not supported; use HSQLDB or PostgreSQL");
        };
    }
}
