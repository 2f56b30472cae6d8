package dev.restante.bench.node;

import dev.restante.bench.contender.PostgresqlContender;
import dev.restante.bench.measure.FlowTotals;
import dev.restante.bench.measure.LatencyHistogram;
import dev.restante.bench.measure.LatencyKind;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Handle of the benchmark on a node process: starts it, sends it commands and stops it. Not thread-safe. */
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
     * Starts a node process, whose output except replies goes to standard error.
     *
     * @param directory the directory for its files, which is created
     * @param heap the heap size in the syntax of {@code -Xmx}
     * @param history the file to which the node writes its sends and receives, or null for no history
     */
    public static NodeProcess start(
            PostgresqlContender contender,
            String url,
            Path directory,
            int bodyBytes,
            String heap,
            @Nullable Path history)
            throws IOException {
        Files.createDirectories(directory);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + heap,
                "-classpath",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                contender.name(),
                url,
                directory.toString(),
                Integer.toString(bodyBytes)));
        if (history != null) {
            command.add(history.toString());
        }
        return new NodeProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    public void awaitStart() throws IOException {
        reply();
    }

    /**
     * Opens consumers for the messages of a number of producers.
     *
     * @param perSecond the total send rate; 0 for as fast as possible
     */
    public void open(int producers, int consumers, int perSecond) throws IOException {
        request(String.format(Locale.ROOT, "open %d %d %d", producers, consumers, perSecond));
    }

    public void startProducers() throws IOException {
        request("start");
    }

    public void measure(boolean on) throws IOException {
        request(on ? "measure on" : "measure off");
    }

    public FlowTotals flow() throws IOException {
        String[] numbers = request("flow").split(" ");
        return new FlowTotals(
                Long.parseLong(numbers[0]),
                Long.parseLong(numbers[1]),
                Long.parseLong(numbers[2]),
                Long.parseLong(numbers[3]));
    }

    public void stopProducers() throws IOException {
        request("stop");
    }

    /** Closes the consumers and adds the recorded latencies to a map. */
    public void closeConsumers(Map<LatencyKind, LatencyHistogram> latencies) throws IOException {
        String reply = request("close");
        for (String each : reply.isEmpty() ? List.<String>of() : List.of(reply.split(" "))) {
            int equals = each.indexOf('=');
            latencies
                    .computeIfAbsent(LatencyKind.valueOf(each.substring(0, equals)), kind -> new LatencyHistogram())
                    .add(each.substring(equals + 1));
        }
    }

    private String request(String command) throws IOException {
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

    /** Ends the process, forcibly after a minute. */
    @Override
    public void close() throws IOException, InterruptedException {
        commands.close();
        if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
