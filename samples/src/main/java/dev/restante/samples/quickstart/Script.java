package dev.restante.samples.quickstart;

import java.time.Duration;

/**
 * How the story goes.
 *
 * @param jobs how many jobs the front takes in all, numbered from 1
 * @param spikeFrom the first job of the spike
 * @param spikeTo the last job of the spike
 * @param calmPause between two jobs outside the spike
 * @param spikePause between two jobs of the spike
 * @param deadline how long the customer waits for an ordinary job: its time to live
 * @param work how long a worker needs for an ordinary job
 * @param longWork how long a worker needs for a long one: longer than a lock lasts
 * @param lock how long a worker holds a job without renewing
 * @param workers how many there are
 */
record Script(
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

    /** About 20 seconds: 4 workers do 40 jobs a second; 20 a second come in, and 200 a second in the spike. */
    static final Script FULL = new Script(
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

    /** The same in a few seconds, for a test. */
    static final Script SHORT = new Script(
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

    static Script named(String name) {
        return switch (name) {
            case "full" -> FULL;
            case "short" -> SHORT;
            default -> throw new IllegalArgumentException("There is no script " + name + "; there are full and short");
        };
    }

    Duration pauseAfter(int job) {
        return job >= spikeFrom && job <= spikeTo ? spikePause : calmPause;
    }
}
