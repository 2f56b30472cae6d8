package dev.restante.store.jdbc;

/**
 * What only tests and measurements change.
 *
 * @param hsqldbLogLimitBytes above which size of HSQLDB's log a checkpoint is taken
 * @param hsqldbCheckpointPatienceMillis how long a checkpoint waits for an idle transaction before that is rolled back
 */
record StoreTuning(long hsqldbLogLimitBytes, long hsqldbCheckpointPatienceMillis) {
    static final StoreTuning DEFAULT = new StoreTuning(64L << 20, 5_000);
}
