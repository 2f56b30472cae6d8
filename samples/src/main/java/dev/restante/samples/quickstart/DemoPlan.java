package dev.restante.samples.quickstart;

import java.time.Duration;

/**
 * Plan of a demo run: the numbers of jobs and workers, the load spike, and all pauses and time limits.
 *
 * @param jobs the number of jobs, which are numbered from 1
 * @param spikeFrom the first job of the spike
 * @param spikeTo the last job of the spike
 * @param calmPause the pause between two jobs outside the spike
 * @param spikePause the pause between two jobs of the spike
 * @param deadline the time to live of an ordinary job, for which the customer waits
 * @param work the duration of an ordinary job
 * @param longWork the duration of a long job, which exceeds the lock duration
 * @param lock the lock duration of a job
 * @param workers the number of workers
 */
record DemoPlan(
        int jobs,
        int spikeFrom,
        int spikeTo,
        Duration calmPause,
        Duration spikePause,
        Duration deadline,
        Duration work,
        Duration longWork,
        Duration lock,
        int workers) {

    /**
     * Plan of about 20 seconds. Four workers do 40 jobs a second. 20 jobs a second arrive, and 200 a second in the
     * spike.
     */
    static final DemoPlan FULL = new DemoPlan(
            500,
            121,
            400,
            Duration.ofMillis(50),
            Duration.ofMillis(5),
            Duration.ofMillis(2_500),
            Duration.ofMillis(100),
            Duration.ofMillis(2_500),
            Duration.ofMillis(1_000),
            4);

    /** Similar plan of a few seconds for a test. */
    static final DemoPlan SHORT = new DemoPlan(
            100,
            21,
            70,
            Duration.ofMillis(10),
            Duration.ofMillis(1),
            Duration.ofMillis(500),
            Duration.ofMillis(40),
            Duration.ofMillis(700),
            Duration.ofMillis(300),
            3);

    static DemoPlan named(String name) {
        return switch (name) {
            case "full" -> FULL;
            case "short" -> SHORT;
            default -> throw new IllegalArgumentException("Unknown plan " + name + ". The plans are full and short.");
        };
    }

    Duration pauseAfter(int job) {
        return job >= spikeFrom && job <= spikeTo ? spikePause : calmPause;
    }
}
