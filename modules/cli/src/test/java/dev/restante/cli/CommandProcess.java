package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Command process with an embedded store in a directory. */
final class CommandProcess {

    private final Path directory;
    private final List<String> options;
    private ProcessBuilder.Redirect input = ProcessBuilder.Redirect.PIPE;

    /** Creates a process description with options for the JVM. */
    CommandProcess(Path directory, String... options) {
        this.directory = directory;
        this.options = List.of(options);
    }

    private Path errors() {
        return directory.resolve("errors");
    }

    /** Makes the following commands read a file as their input. */
    CommandProcess reading(File file) {
        input = ProcessBuilder.Redirect.from(file);
        return this;
    }

    /** Starts a command whose error stream is redirected to a file. */
    Process start(ProcessBuilder.Redirect output, String... arguments) throws IOException {
        String classPath = Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1"));
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(errors().toFile())
                .redirectOutput(output)
                .redirectInput(input);
        builder.environment().put("RESTANTE_URL", "jdbc:hsqldb:file:" + directory.resolve("store"));
        return builder.start();
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        Process process = start(ProcessBuilder.Redirect.PIPE, arguments);
        process.getOutputStream().close();
        String output;
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            output = String.join("\n", reader.lines().toList());
        }
        return ended(process, output);
    }

    /** Waits for the end of a command, and returns its exit code, the given output and its errors. */
    Run ended(Process process, String output) throws IOException, InterruptedException {
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        return new Run(process.exitValue(), output, Files.readString(errors()));
    }
}
