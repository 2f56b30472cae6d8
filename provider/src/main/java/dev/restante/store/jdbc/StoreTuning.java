package dev.restante.store.jdbc;

/**
 * What only tests and measurements change.
 *
 * @param hsqldbLogLimitBytes above which size of HSQLDB's log a checkpoint is taken
 */
record StoreTuning(long hsqldbLogLimitBytes) {
    static final StoreTuning DEFAULT = new StoreTuning(64L << 20);
}
