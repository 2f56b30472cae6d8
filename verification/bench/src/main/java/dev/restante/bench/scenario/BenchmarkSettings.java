package dev.restante.bench.scenario;

import static java.util.Objects.requireNonNull;

import dev.restante.bench.measure.BodyGenerator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings of a benchmark, parsed from the command line.
 *
 * @param scenarios the scenario names, in execution order
 * @param contenders the contender names, in the order in which they alternate within a round
 * @param warmUp the time under load before the measured window
 * @param rounds the number of runs of each contender in each scenario, at least 1
 * @param bodyBytes the size of each message body, at least {@link BodyGenerator#HEADER_BYTES}
 * @param inFlightLimit the highest number of unconsumed messages, at least 1,000, which keeps queues almost empty
 * @param diskMessages the number of messages in the {@code disk} scenario
 * @param expiryMessages the number of messages in the {@code expiry} scenario
 * @param sustainedDuration the length of the {@code decay} scenarios
 * @param sustainedPerSecond the messages per second in the {@code decay} scenarios
 * @param childHeap the heap size of child JVMs in the syntax of {@code -Xmx}
 * @param recordsHistories whether the nodes of {@code nodes-N} record each send and receive, which is checked then
 */
public record BenchmarkSettings(
        List<String> scenarios,
        List<String> contenders,
        Duration warmUp,
        Duration window,
        int rounds,
        int bodyBytes,
        int inFlightLimit,
        long diskMessages,
        int expiryMessages,
        Duration sustainedDuration,
        int sustainedPerSecond,
        String childHeap,
        boolean recordsHistories,
        Path out) {

    public static final String USAGE =
            """
            options, each followed by its value:
              --scenarios        comma-separated: sync-1 sync-8 sync-32 client-8 async-1 tx-100 non-persistent raw-N
                                 backlog-N paced-N nodes-N decay decay-snapshot
                                 selector-1 selector-backlog-N grouped-backlog-N priorities-1 priorities-backlog-N
                                 mass-expiry-N rare-N searched-N topic-N fan-out-N
                                 correlated-N selected-N consumers-N queues-N xa-N disk expiry
                                 (default sync-1,sync-8,async-1,tx-100,non-persistent,raw-50,backlog-10000)
              --contenders       comma-separated: restante restante-strict artemis classic raw (default: these);
                                 on PostgreSQL restante-postgresql restante-postgresql-strict artemis-jdbc classic-jdbc
                                 naive-postgresql db-scheduler raw-postgresql;
                                 on MariaDB restante-mariadb restante-mariadb-strict naive-mariadb raw-mariadb
              --seconds          length of the measured window (default 8)
              --warm-up          seconds under load before it (default 4)
              --rounds           turns per contender and scenario (default 3)
              --body-bytes       size of a body (default 1024)
              --max-in-flight    most messages sent and not yet consumed (default 20000)
              --disk-messages    messages through the queue in "disk" (default 5000000)
              --expiry-messages  messages that expire in "expiry" (default 100000)
              --decay-minutes    length of "decay" and "decay-snapshot" (default 30)
              --decay-per-second messages a second in these (default 2000)
              --child-heap       heap of the child JVM of scenarios that have one (default 512m)
              --histories        true: record and check each send and receive of "nodes-N" (default false)
              --out              directory of the report (default target/bench)
            """;

    public BenchmarkSettings {
        scenarios = List.copyOf(scenarios);
        contenders = List.copyOf(contenders);
        require(!scenarios.isEmpty() && !contenders.isEmpty(), "at least one scenario and one contender are needed");
        require(rounds >= 1, "--rounds must be 1 or more");
        require(!window.isNegative() && !window.isZero(), "--seconds must be more than 0");
        require(!warmUp.isNegative(), "--warm-up must not be negative");
        require(bodyBytes >= BodyGenerator.HEADER_BYTES, "--body-bytes must be at least " + BodyGenerator.HEADER_BYTES);
        require(inFlightLimit >= 1_000, "--max-in-flight must be 1000 or more");
        require(diskMessages >= 1 && expiryMessages >= 1, "message counts must be 1 or more");
        require(sustainedDuration.compareTo(Duration.ZERO) > 0, "--decay-minutes must be more than 0");
        require(sustainedPerSecond >= 1, "--decay-per-second must be 1 or more");
    }

    public static BenchmarkSettings defaults() {
        return new BenchmarkSettings(
                List.of("sync-1", "sync-8", "async-1", "tx-100", "non-persistent", "raw-50", "backlog-10000"),
                List.of("restante", "restante-strict", "artemis", "classic", "raw"),
                Duration.ofSeconds(4),
                Duration.ofSeconds(8),
                3,
                1024,
                20_000,
                5_000_000,
                100_000,
                Duration.ofMinutes(30),
                2_000,
                "512m",
                false,
                Path.of("target", "bench"));
    }

    /**
     * Parses a command line, with defaults for missing options.
     *
     * @throws IllegalArgumentException if an option is unknown, or if its value is missing, malformed or out of range
     */
    public static BenchmarkSettings parse(List<String> arguments) {
        Map<String, String> values = new HashMap<>();
        putAll(values, defaults().toArguments());
        Set<String> known = Set.copyOf(values.keySet());
        putAll(values, arguments);
        for (String option : values.keySet()) {
            require(known.contains(option), "unknown option: " + option);
        }
        return new BenchmarkSettings(
                names(values, "--scenarios"),
                names(values, "--contenders"),
                seconds(values, "--warm-up"),
                seconds(values, "--seconds"),
                integer(values, "--rounds"),
                integer(values, "--body-bytes"),
                integer(values, "--max-in-flight"),
                integer(values, "--disk-messages"),
                integer(values, "--expiry-messages"),
                seconds(values, "--decay-minutes").multipliedBy(60),
                integer(values, "--decay-per-second"),
                given(values, "--child-heap"),
                flag(values, "--histories"),
                Path.of(given(values, "--out")));
    }

    private static void putAll(Map<String, String> values, List<String> arguments) {
        Iterator<String> remaining = arguments.iterator();
        while (remaining.hasNext()) {
            String option = remaining.next();
            require(option.startsWith("--"), "unexpected argument: " + option);
            require(remaining.hasNext(), option + " needs a value");
            values.put(option, remaining.next());
        }
    }

    /** Returns the options that rebuild these settings in a child JVM. */
    public List<String> toArguments() {
        return List.of(
                "--scenarios", String.join(",", scenarios),
                "--contenders", String.join(",", contenders),
                "--seconds", Double.toString(window.toMillis() / 1e3),
                "--warm-up", Double.toString(warmUp.toMillis() / 1e3),
                "--rounds", Integer.toString(rounds),
                "--body-bytes", Integer.toString(bodyBytes),
                "--max-in-flight", Integer.toString(inFlightLimit),
                "--disk-messages", Long.toString(diskMessages),
                "--expiry-messages", Integer.toString(expiryMessages),
                "--decay-minutes", Double.toString(sustainedDuration.toMillis() / 60e3),
                "--decay-per-second", Integer.toString(sustainedPerSecond),
                "--child-heap", childHeap,
                "--histories", Boolean.toString(recordsHistories),
                "--out", out.toString());
    }

    private static String given(Map<String, String> values, String option) {
        return requireNonNull(values.get(option), option);
    }

    private static List<String> names(Map<String, String> values, String option) {
        return Arrays.stream(given(values, option).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private static Duration seconds(Map<String, String> values, String option) {
        String value = given(values, option);
        try {
            return Duration.ofMillis(Math.round(Double.parseDouble(value) * 1e3));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a number, not " + value, e);
        }
    }

    private static int integer(Map<String, String> values, String option) {
        String value = given(values, option);
        try {
            return Integer.parseInt(value.replace("_", ""));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a whole number, not " + value, e);
        }
    }

    private static boolean flag(Map<String, String> values, String option) {
        String value = given(values, option);
        require(value.equals("true") || value.equals("false"), option + " needs true or false, not " + value);
        return value.equals("true");
    }

    private static void require(boolean condition, String complaint) {
        if (!condition) {
            throw new IllegalArgumentException(complaint);
        }
    }
}
