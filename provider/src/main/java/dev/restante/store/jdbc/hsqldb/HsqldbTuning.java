package dev.restante.store.jdbc.hsqldb;

/**
 * Tuning values for HSQLDB checkpoints that only tests and measurements change.
 *
 * @param checkpointLogBytes the size of HSQLDB's log above which a checkpoint is taken, in bytes
 * @param checkpointRows the number of rows written to tables on disk after which a checkpoint is taken, because it
 *     stops all sessions while it writes them
 * @param logCheckIntervalMillis the interval between checks of the log size, which cost as much as a small batch on
 *     some file systems
 * @param idleTransactionTimeoutMillis the time for which a checkpoint waits for an idle transaction before it rolls
 *     back that transaction
 */
public record HsqldbTuning(
        long checkpointLogBytes, long checkpointRows, long logCheckIntervalMillis, long idleTransactionTimeoutMillis) {
    public static final HsqldbTuning DEFAULT = new HsqldbTuning(64L << 20, 20_000, 100, 5_000);
}
