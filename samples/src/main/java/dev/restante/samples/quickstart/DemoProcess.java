package dev.restante.samples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Process that runs the {@link DemoApplication} until it is killed or done. */
final class DemoProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;

    private DemoProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static DemoProcess start(String url, String planName) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                "-Dfile.encoding=UTF-8",
                "-classpath",
                System.getProperty("java.class.path"),
                DemoApplication.class.getName(),
                url,
                planName);
        return new DemoProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Returns the next complete event, or empty after the end of the process. */
    Optional<DemoEvent> next() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Optional<DemoEvent> parsed = DemoEvent.parse(line);
            if (parsed.isPresent()) {
                return parsed;
            }
        }
        return Optional.empty();
    }

    /**
     * Kills the process like {@code kill -9}: no shutdown hook runs, and nothing is flushed or closed. The process
     * handle is used, because {@code Process} would also close the pipe, which may contain unread receipts.
     */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        lines.close();
    }
}
