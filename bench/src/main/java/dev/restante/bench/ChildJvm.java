package dev.restante.bench;

import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.Contenders;
import dev.restante.bench.measure.Outcome;
import dev.restante.bench.scenario.Scenario;
import dev.restante.bench.scenario.Settings;
import dev.restante.bench.scenario.Trial;
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

/** Runs one turn in a JVM of its own and reads its outcome back from a file. */
final class ChildJvm {

    /** First argument of a child; then scenario, contender, data directory, result file and the settings. */
    static final String MARKER = "--child";

    private static final String STATUS = "status";
    private static final String REASON = "reason";
    private static final String RATE = "messagesPerSecond";
    private static final String FIGURE_PREFIX = "figure.";

    private ChildJvm() {}

    static Outcome run(Scenario scenario, Contender contender, Trial trial) throws IOException, InterruptedException {
        Path resultFile = trial.directory().resolveSibling(trial.directory().getFileName() + ".properties");
        Files.deleteIfExists(resultFile);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + trial.settings().childHeap(),
                "-classpath",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                MARKER,
                scenario.name(),
                contender.name(),
                trial.directory().toString(),
                resultFile.toString()));
        command.addAll(trial.settings().toArguments());
        Process process = new ProcessBuilder(command).inheritIO().start();
        try {
            long minutes = scenario.patience().toMinutes();
            if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
                return new Outcome.Failed("the child JVM did not end within " + minutes + " minutes");
            }
            if (!Files.exists(resultFile)) {
                return new Outcome.Failed("the child JVM ended with exit code " + process.exitValue());
            }
            return read(resultFile);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(resultFile);
        }
    }

    /** The child's side: {@code arguments} without the marker. */
    static void runAsChild(List<String> arguments) throws IOException {
        Scenario scenario = Catalogue.scenario(arguments.get(0));
        Contender contender = Contenders.named(arguments.get(1));
        Path directory = Path.of(arguments.get(2));
        Path resultFile = Path.of(arguments.get(3));
        Settings settings = Settings.parse(arguments.subList(4, arguments.size()));
        write(resultFile, Turn.runHere(scenario, contender, new Trial(settings, directory)));
    }

    static void write(Path file, Outcome outcome) throws IOException {
        Properties properties = new Properties();
        if (outcome instanceof Outcome.Measured measured) {
            properties.setProperty(STATUS, "measured");
            properties.setProperty(RATE, Double.toString(measured.messagesPerSecond()));
            measured.figures()
                    .forEach((name, value) -> properties.setProperty(FIGURE_PREFIX + name, Double.toString(value)));
        } else if (outcome instanceof Outcome.Skipped skipped) {
            properties.setProperty(STATUS, "skipped");
            properties.setProperty(REASON, skipped.reason());
        } else if (outcome instanceof Outcome.Failed failed) {
            properties.setProperty(STATUS, "failed");
            properties.setProperty(REASON, failed.reason());
        }
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        }
    }

    static Outcome read(Path file) throws IOException {
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
                    if (key.startsWith(FIGURE_PREFIX)) {
                        figures.put(
                                key.substring(FIGURE_PREFIX.length()),
                                Double.valueOf(properties.getProperty(key, "NaN")));
                    }
                }
                yield new Outcome.Measured(Double.parseDouble(properties.getProperty(RATE, "NaN")), Map.of(), figures);
            }
            case "skipped" -> new Outcome.Skipped(reason);
            case "failed" -> new Outcome.Failed(reason);
            default -> new Outcome.Failed("the child JVM wrote no outcome but \"" + status + "\"");
        };
    }
}
