package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Separate JVM that runs one of the {@code *Child} classes and reports on standard output. It can be killed or paused.
 */
public final class ChildJvm implements AutoCloseable {

    /** End of each line that a child prints. A line without it was cut off by the kill. */
    static final String END = ";";

    private static final long PATIENCE_SECONDS = 60;

    /** Default maximum time of a child. It prevents a test from waiting forever for the next line of a child. */
    private static final Duration MAX_LIFETIME = Duration.ofMinutes(4);

    private static final String HEAP = "256m";

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** Starts the {@code main} of a child. */
    public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return start(MAX_LIFETIME, HEAP, List.of(), main, arguments);
    }

    /** Starts the {@code main} of a child, which is killed after a maximum time. */
    public static ChildJvm start(Duration maxLifetime, Class<?> main, String... arguments) throws IOException {
        return start(maxLifetime, HEAP, List.of(), main, arguments);
    }

    /** Starts the {@code main} of a child with a heap size such as "64m". */
    static ChildJvm start(Duration maxLifetime, String heap, Class<?> main, String... arguments) throws IOException {
        return start(maxLifetime, heap, List.of(), main, arguments);
    }

    /** Starts the {@code main} of a child under another program, such as strace. */
    static ChildJvm start(List<String> commandPrefix, Class<?> main, String... arguments) throws IOException {
        return start(MAX_LIFETIME, HEAP, commandPrefix, main, arguments);
    }

    private static ChildJvm start(
            Duration maxLifetime, String heap, List<String> commandPrefix, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(commandPrefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heap,
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                classPath(),
                ChildMain.class.getName(),
                main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        CompletableFuture.delayedExecutor(maxLifetime.toMillis(), TimeUnit.MILLISECONDS)
                .execute(process.toHandle()::destroyForcibly);
        return new ChildJvm(process);
    }

    private static String classPath() {
        String surefire = System.getProperty("surefire.test.class.path");
        if (surefire != null) {
            return surefire;
        }
        if (ChildJvm.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs()).map(ChildJvm::path).collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String path(URL url) {
        try {
            return Path.of(url.toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Prints a complete line in a child and flushes it. */
    public static void tell(String line) {
        synchronized (System.out) {
            System.out.println(line + END);
            System.out.flush();
        }
    }

    /** Returns the next complete line without its end, or null if there is no further line. */
    @Nullable
    public String readLine() throws IOException {
        String line = output.readLine();
        return line == null || !line.endsWith(END) ? null : line.substring(0, line.length() - END.length());
    }

    /** Returns the remaining lines, complete or not, until the child ends. */
    List<String> readRest() {
        return output.lines().toList();
    }

    /** Expects a line with a prefix and returns the rest of the line. */
    public String expect(String beginning) throws IOException {
        String line = readLine();
        assertThat(line).as("next line of the child").isNotNull().startsWith(beginning);
        return line.substring(beginning.length()).trim();
    }

    /** Writes a line to the standard input of the child. */
    public void write(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** Sends SIGKILL and waits for the end of the process. Earlier output remains readable. */
    public void kill() throws InterruptedException {
        // The method destroyForcibly of the process itself would also close the output.
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Kills the child unless it ends within the time. */
    void killAfter(long millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** Waits for the end of the process and returns its exit code. */
    public int awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("the child has ended")
                .isTrue();
        return process.exitValue();
    }

    void terminate() throws IOException, InterruptedException {
        signal("TERM");
    }

    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("exit code of kill -" + name).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
