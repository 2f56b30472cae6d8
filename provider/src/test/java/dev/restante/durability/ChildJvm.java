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
 * A JVM of its own that runs one of the {@code *Child} classes, tells of itself on standard output, and can be killed
 * or paused.
 */
public final class ChildJvm implements AutoCloseable {

    /** Ends each line that a child prints: a line without it was cut off by the kill. */
    static final String END = ";";

    private static final long PATIENCE_SECONDS = 60;

    /**
     * No child lives longer unless its test says so: then no test waits for ever for the next line of one that has
     * nothing more to tell.
     */
    private static final Duration LIFE = Duration.ofMinutes(4);

    private static final String HEAP = "256m";

    private final Process process;
    private final BufferedReader output;
    private final BufferedWriter input;

    private ChildJvm(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.input = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    /** Starts a child's {@code main}. */
    public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return start(LIFE, HEAP, List.of(), main, arguments);
    }

    /** Starts a child's {@code main}, which is killed if it lives for too long. */
    public static ChildJvm start(Duration life, Class<?> main, String... arguments) throws IOException {
        return start(life, HEAP, List.of(), main, arguments);
    }

    /** The same with a heap such as "64m". */
    static ChildJvm start(Duration life, String heap, Class<?> main, String... arguments) throws IOException {
        return start(life, heap, List.of(), main, arguments);
    }

    /** Starts a child's {@code main} under another program, such as strace. */
    static ChildJvm start(List<String> under, Class<?> main, String... arguments) throws IOException {
        return start(LIFE, HEAP, under, main, arguments);
    }

    private static ChildJvm start(Duration life, String heap, List<String> under, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(under);
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
        CompletableFuture.delayedExecutor(life.toMillis(), TimeUnit.MILLISECONDS)
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

    /** Prints a line as a child: whole, and at once. */
    public static void tell(String line) {
        synchronized (System.out) {
            System.out.println(line + END);
            System.out.flush();
        }
    }

    /** The next whole line, without its end; null when there is none any more. */
    @Nullable
    public String readLine() throws IOException {
        String line = output.readLine();
        return line == null || !line.endsWith(END) ? null : line.substring(0, line.length() - END.length());
    }

    /** The lines up to its end, whole or not. */
    List<String> readRest() {
        return output.lines().toList();
    }

    /** Expects a line that begins in a certain way, and returns the rest of it. */
    public String expect(String beginning) throws IOException {
        String line = readLine();
        assertThat(line).as("what the child tells").isNotNull().startsWith(beginning);
        return line.substring(beginning.length()).trim();
    }

    /** Writes a line to its standard input. */
    public void write(String line) throws IOException {
        input.write(line);
        input.newLine();
        input.flush();
    }

    /** SIGKILL; returns when the process is gone. What it had told can still be read. */
    public void kill() throws InterruptedException {
        // Process.destroyForcibly would close the output as well.
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Kills it unless it ends by itself before. */
    void killAfter(long millis) throws InterruptedException {
        if (!process.waitFor(millis, TimeUnit.MILLISECONDS)) {
            kill();
        }
    }

    /** Waits until the process has ended. */
    public int awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .as("the child has ended")
                .isTrue();
        return process.exitValue();
    }

    /** SIGTERM. */
    void terminate() throws IOException, InterruptedException {
        signal("TERM");
    }

    /** SIGSTOP. */
    public void pause() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).as("kill -" + name).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
