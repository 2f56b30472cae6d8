package dev.restante.bench.node;

import dev.restante.bench.contender.OnPostgresql;
import dev.restante.bench.measure.Flow;
import dev.restante.bench.measure.Latency;
import dev.restante.bench.measure.LatencyKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A node in a JVM of its own, as its parent sees it. Not thread-safe. */
public final class NodeProcess implements AutoCloseable {

    private static final long END_SECONDS = 60;

    private final Process process;
    private final BufferedReader replies;
    private final Writer commands;

    private NodeProcess(Process process) {
        this.process = process;
        this.replies = process.inputReader(StandardCharsets.UTF_8);
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts it; what it says beside its replies goes to standard error.
     *
     * @param directory is made, for its files
     * @param heap in the syntax of {@code -Xmx}
     */
    public static NodeProcess start(OnPostgresql contender, String url, Path directory, int bodyBytes, String heap)
            throws IOException {
        Files.createDirectories(directory);
        return new NodeProcess(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heap,
                        "-classpath",
                        System.getProperty("java.class.path"),
                        NodeMain.class.getName(),
                        contender.name(),
                        url,
                        directory.toString(),
                        Integer.toString(bodyBytes))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits until it is there. */
    public void awaitStart() throws IOException {
        reply();
    }

    /** Opens consumers, for messages that producers will send at that pace; 0 a second is as fast as it goes. */
    public void open(int producers, int consumers, int perSecond) throws IOException {
        ask(String.format(Locale.ROOT, "open %d %d %d", producers, consumers, perSecond));
    }

    /** Starts the producers. */
    public void startProducers() throws IOException {
        ask("start");
    }

    public void measure(boolean on) throws IOException {
        ask(on ? "measure on" : "measure off");
    }

    public Flow flow() throws IOException {
        String[] numbers = ask("flow").split(" ");
        return new Flow(
                Long.parseLong(numbers[0]),
                Long.parseLong(numbers[1]),
                Long.parseLong(numbers[2]),
                Long.parseLong(numbers[3]));
    }

    /** Ends the producers. */
    public void stopProducers() throws IOException {
        ask("stop");
    }

    /** Ends the consumers, and adds the latencies that were measured to those that are given. */
    public void closeInto(Map<LatencyKind, Latency> latencies) throws IOException {
        String reply = ask("close");
        for (String each : reply.isEmpty() ? List.<String>of() : List.of(reply.split(" "))) {
            int equals = each.indexOf('=');
            latencies
                    .computeIfAbsent(LatencyKind.valueOf(each.substring(0, equals)), kind -> new Latency())
                    .add(each.substring(equals + 1));
        }
    }

    private String ask(String command) throws IOException {
        commands.write(command + "\n");
        commands.flush();
        return reply();
    }

    private String reply() throws IOException {
        for (String line = replies.readLine(); line != null; line = replies.readLine()) {
            if (line.startsWith(NodeMain.REPLY)) {
                String reply = line.substring(NodeMain.REPLY.length());
                if (reply.startsWith(NodeMain.FAILED)) {
                    throw new IOException("a node " + reply);
                }
                return reply;
            }
            System.err.println(line);
        }
        throw new IOException("a node has ended by itself");
    }

    /** Lets it end, or ends it. */
    @Override
    public void close() throws IOException, InterruptedException {
        commands.close();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
