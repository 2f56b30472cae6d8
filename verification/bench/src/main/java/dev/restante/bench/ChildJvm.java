package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.ContenderCatalog;
import dev.restante.bench.measure.RunOutcome;
import dev.restante.bench.scenario.BenchmarkSettings;
import dev.restante.bench.scenario.RunContext;
import dev.restante.bench.scenario.Scenario;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Child JVM that executes one scenario run and writes its outcome to a file. */
final class ChildJvm {

    /** First argument of a child JVM. Scenario, contender, data directory, result file and settings follow. */
    static final String CHILD_OPTION = "--child";

    private static final String STATUS = "status";
    private static final String REASON = "reason";
    private static final String RATE = "messagesPerSecond";
    private static final String VALUE_PREFIX = "figure.";

    private ChildJvm() {}

    static RunOutcome run(Scenario scenario, Contender contender, RunContext context)
            throws IOException, InterruptedException {
        Path resultFile = context.directory().resolveSibling(context.directory().getFileName() + ".properties");
        Files.deleteIfExists(resultFile);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + context.settings().childHeap(),
                "-classpath",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                CHILD_OPTION,
                scenario.name(),
                contender.name(),
                context.directory().toString(),
                resultFile.toString()));
        command.addAll(context.settings().toArguments());
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            long minutes = scenario.timeout().toMinutes();
            if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
                return new RunOutcome.FailedRun("the child JVM did not end within " + minutes + " minutes");
            }
            if (!Files.exists(resultFile)) {
                return new RunOutcome.FailedRun("the child JVM ended with exit code " + process.exitValue());
            }
            return read(resultFile);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(resultFile);
        }
    }

    /** Executes a run inside the child JVM. */
    static void runAsChild(List<String> arguments) throws IOException {
        Scenario scenario = ScenarioCatalog.scenario(arguments.get(0));
        Contender contender = ContenderCatalog.get(arguments.get(1));
        Path directory = Path.of(arguments.get(2));
        Path resultFile = Path.of(arguments.get(3));
        BenchmarkSettings settings = BenchmarkSettings.parse(arguments.subList(4, arguments.size()));
        write(resultFile, ScenarioRunner.runInThisJvm(scenario, contender, new RunContext(settings, directory)));
    }

    static void write(Path file, RunOutcome outcome) throws IOException {
        Properties properties = new Properties();
        if (outcome instanceof RunOutcome.MeasuredRun measured) {
            properties.setProperty(STATUS, "measured");
            properties.setProperty(RATE, Double.toString(measured.messagesPerSecond()));
            measured.values()
                    .forEach((name, value) -> properties.setProperty(VALUE_PREFIX + name, Double.toString(value)));
        } else if (outcome instanceof RunOutcome.SkippedRun skipped) {
            properties.setProperty(STATUS, "skipped");
            properties.setProperty(REASON, skipped.reason());
        } else if (outcome instanceof RunOutcome.FailedRun failed) {
            properties.setProperty(STATUS, "failed");
            properties.setProperty(REASON, failed.reason());
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    static RunOutcome read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        String status = properties.getProperty(STATUS, "");
        String reason = properties.getProperty(REASON, "");
        return switch (status) {
            case "measured" -> {
                Map<String, Double> figures = new TreeMap<>();
                for (String key : properties.stringPropertyNames()) {
                    if (key.startsWith(VALUE_PREFIX)) {
                        figures.put(
                                key.substring(VALUE_PREFIX.length()),
                                Double.valueOf(properties.getProperty(key, "NaN")));
                    }
                }
                yield new RunOutcome.MeasuredRun(
                        Double.parseDouble(properties.getProperty(RATE, "NaN")), Map.of(), figures);
            }
            case "skipped" -> new RunOutcome.SkippedRun(reason);
            case "failed" -> new RunOutcome.FailedRun(reason);
            default -> new RunOutcome.FailedRun("the child JVM wrote no outcome but \"" + status + "\"");
        };
    }
}
