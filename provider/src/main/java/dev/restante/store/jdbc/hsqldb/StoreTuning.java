package dev.restante.store.jdbc.hsqldb;

/**
 * Settings of a store that only tests and measurements change.
 *
 * @param hsqldbLogLimitBytes above which size of HSQLDB's log a checkpoint is taken
 * @param hsqldbRowLimit after how many rows written to tables on disk a checkpoint is taken, because it stops everybody
 *     for as long as writing them takes
 * @param hsqldbLogCheckMillis how often the size of the log is looked at, which costs as much as a small batch on some
 *     file systems
 * @param hsqldbCheckpointPatienceMillis how long a checkpoint waits for an idle transaction before that is rolled back
 */
public record StoreTuning(
        long hsqldbLogLimitBytes, long hsqldbRowLimit, long hsqldbLogCheckMillis, long hsqldbCheckpointPatienceMillis) {
    public static final StoreTuning DEFAULT = new StoreTuning(64L << 20, 20_000, 100, 5_000);
}
