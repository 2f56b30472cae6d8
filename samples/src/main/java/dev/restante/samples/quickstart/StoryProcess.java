package dev.restante.samples.quickstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One life of the {@link Story}, in a JVM of its own. */
final class StoryProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader lines;

    private StoryProcess(Process process) {
        this.process = process;
        this.lines = process.inputReader(StandardCharsets.UTF_8);
    }

    static StoryProcess start(String url, String script) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        List<String> command = List.of(
                java.toString(),
                "-Dfile.encoding=UTF-8",
                "-classpath",
                System.getProperty("java.class.path"),
                Story.class.getName(),
                url,
                script);
        return new StoryProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** The next line that is whole; empty when the process has ended. */
    Optional<StoryLine> next() throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            Optional<StoryLine> parsed = StoryLine.parse(line);
            if (parsed.isPresent()) {
                return parsed;
            }
        }
        return Optional.empty();
    }

    /**
     * {@code kill -9}: no shutdown hook runs, nothing is flushed, nothing is closed. By way of the handle, because the
     * process itself would also close the pipe, in which there may be receipts that nobody has read.
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
