package dev.restante.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Application server of one product, which runs with its configuration, deployments and data in a temporary directory.
 * {@link #close} deletes the directory. All tests share the installation and never write to it. Each subclass supports
 * one product.
 */
abstract class ApplicationServer implements AutoCloseable {

    /** Configuration of the resource adapter. */
    enum AdapterConfiguration {
        /** Configuration of the documentation page, with the store in PostgreSQL. */
        AS_DOCUMENTED,
        /** Configuration without any property, so that the adapter uses the embedded store. */
        NOT_AT_ALL,
        /** Configuration with an option that does not exist. */
        WITH_UNKNOWN_OPTION,
        /** Configuration with a property that does not exist. */
        WITH_UNKNOWN_PROPERTY,
        /** Configuration with a URL that no driver accepts. */
        WITH_BAD_URL,
        /** Documented configuration that does not create missing queues. */
        WITHOUT_QUEUES,
        /** Documented configuration with a wrong password. */
        WITH_WRONG_PASSWORD;

        /** Wrong password, which must not appear in any log. */
        static final String WRONG_PASSWORD = "sekret";

        /** Returns the properties in the order in which the configuration of a server lists them. */
        Map<String, String> properties(ServerDatabases.DatabasePair databases) {
            Map<String, String> properties = new LinkedHashMap<>();
            switch (this) {
                case NOT_AT_ALL -> {}
                case WITH_UNKNOWN_OPTION -> properties.put("options", "leaseDurration=5s");
                case WITH_UNKNOWN_PROPERTY -> properties.put("storeUrl", databases.messagesUrl());
                case WITH_BAD_URL -> properties.put("url", "jdbc:postgressql://localhost/messages");
                case AS_DOCUMENTED, WITHOUT_QUEUES, WITH_WRONG_PASSWORD -> {
                    properties.put("url", databases.messagesUrl());
                    properties.put("user", "restante");
                    properties.put("password", this == WITH_WRONG_PASSWORD ? WRONG_PASSWORD : "secret");
                    if (this == WITHOUT_QUEUES) {
                        properties.put("options", "autoCreateQueues=false");
                    }
                }
            }
            return properties;
        }
    }

    /** Maximum time for the start of a server. */
    static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    /** Maximum time for an undeployment. */
    static final Duration UNDEPLOY_TIMEOUT = Duration.ofMinutes(1);

    private static final Duration STOP = Duration.ofMinutes(1);
    private static final int SHOWN_LINES = 60;
    private static final int SHOWN_BYTES = 256 * 1024;

    private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();

    final Path directory;
    final DeploymentArchives archives;
    final ServerDatabases.DatabasePair databases;
    final AdapterConfiguration adapter;
    final int port;
    private final Path crashDirectory;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    /** Lock that prevents the start of a process after the shutdown hook has destroyed the server. */
    private final Object launching = new Object();

    private volatile Process process;
    private boolean destroyedForGood;
    private int starts;

    ApplicationServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        this(archives, databases, adapter, freePort());
    }

    /** Creates a server with an HTTP port that the subclass has chosen. */
    ApplicationServer(
            DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter, int port)
            throws IOException {
        this.archives = archives;
        this.databases = databases;
        this.adapter = adapter;
        Path parent = Files.createDirectories(build().resolve("instances"));
        directory = Files.createTempDirectory(parent, getClass().getSimpleName());
        crashDirectory = Files.createDirectory(directory.resolve("crash"));
        this.port = port;
        // The shutdown hook destroys the server process even if the tests are interrupted.
        Runtime.getRuntime().addShutdownHook(new Thread(this::preventRestart));
    }

    static Path build() {
        return Path.of(System.getProperty("servers.build"));
    }

    static Path installation(String name) {
        return build().resolve("servers").resolve(name);
    }

    /**
     * Writes the configuration and deploys all archives. If a tool of the running server does this, the server
     * continues to run.
     */
    abstract void configure() throws Exception;

    /** Returns the command that runs the server in the foreground. */
    abstract ProcessBuilder command() throws Exception;

    /** Deploys the probe again while the server runs. */
    abstract void deployProbe() throws Exception;

    /** Undeploys the probe while the server runs. */
    abstract void undeployProbe() throws Exception;

    /** Returns the default directory of the embedded store. */
    abstract Path embeddedStore();

    /** Returns the documentation page of this server. */
    abstract DocumentationPage page() throws IOException;

    /** Returns a block of the documentation page with the database URLs of this test instead of the documented URLs. */
    final String documentationBlock(String block, UnaryOperator<String> escape) throws IOException {
        String text = page().block(block);
        text = DocumentationPage.replaced(
                text, escape.apply("jdbc:postgresql://localhost:5432/messages"), escape.apply(databases.messagesUrl()));
        return DocumentationPage.replaced(
                text, escape.apply("jdbc:postgresql://localhost:5432/shop"), escape.apply(databases.shopUrl()));
    }

    final String documentationBlock(String block) throws IOException {
        return documentationBlock(block, UnaryOperator.identity());
    }

    /** Returns the JVM arguments that all servers share. */
    final List<String> jvmArguments() {
        return List.of("-Xmx768m", "-Drestante.crash.directory=" + crashDirectory);
    }

    final Path crashDirectory() {
        return crashDirectory;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Starts the server process unless it is running. Returns without waiting for the server. */
    final void startProcess() throws Exception {
        if (isAlive()) {
            return;
        }
        ProcessBuilder command = command();
        synchronized (launching) {
            if (destroyedForGood) {
                throw new IllegalStateException("The JVM of the tests is ending and would leave the server running");
            }
            starts++;
            process = command.redirectErrorStream(true)
                    .redirectOutput(console().toFile())
                    .start();
        }
    }

    private Path console() {
        return directory.resolve("console-" + starts + ".log");
    }

    /** Starts the server and waits until both applications respond. */
    final void start() throws Exception {
        startProcess();
        awaitApplication("/probe/ready");
        awaitApplication("/orders/orders?item=none");
    }

    final void awaitApplication(String path) throws Exception {
        try {
            ConditionWaiter.until(START_TIMEOUT, () -> !process.isAlive(), () -> get(path));
        } catch (AssertionError failure) {
            throw new AssertionError(failure.getMessage() + "\n" + log(), failure);
        }
    }

    final void awaitProbeGone() throws Exception {
        ConditionWaiter.untilTrue("undeployed", UNDEPLOY_TIMEOUT, () -> {
            try {
                get("/probe/ready");
                return false;
            } catch (IOException gone) {
                return true;
            }
        });
    }

    /** Kills the server process and its descendants with a signal that they cannot catch. */
    final void kill() throws InterruptedException {
        destroy();
        if (process != null) {
            awaitEnd();
        }
    }

    /** Destroys the server when the JVM of the tests ends, and prevents the current test from starting it again. */
    private void preventRestart() {
        synchronized (launching) {
            destroyedForGood = true;
        }
        destroy();
    }

    private void destroy() {
        Process running = process;
        if (running != null) {
            running.descendants().forEach(ProcessHandle::destroyForcibly);
            running.destroyForcibly();
        }
    }

    /** Waits until the server process has ended. */
    final void awaitEnd() throws InterruptedException {
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The server has not ended within " + STOP + "\n" + log());
        }
    }

    /** Shuts the server down in an orderly way. */
    void stop() throws Exception {
        process.destroy();
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            kill();
            throw new AssertionError("The server does not end when the test stops it\n" + log());
        }
    }

    final boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** Kills the server if it is running, and deletes its directory unless {@code servers.keep} is set. */
    @Override
    public void close() throws Exception {
        kill();
        if (!Boolean.getBoolean("servers.keep")) {
            delete(directory);
        }
    }

    /** Returns the log files, the newest last. */
    List<Path> logs() {
        return Stream.of(console()).filter(Files::exists).toList();
    }

    /** Returns the end of each log file, at most {@link #SHOWN_BYTES} bytes per file. */
    final String endOfLog() {
        StringBuilder end = new StringBuilder();
        for (Path file : logs()) {
            try (SeekableByteChannel channel = Files.newByteChannel(file)) {
                long start = Math.max(0, channel.size() - SHOWN_BYTES);
                channel.position(start);
                end.append(new String(Channels.newInputStream(channel).readNBytes(SHOWN_BYTES), UTF_8));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return end.toString();
    }

    /** Returns the last lines of the log for a failure message. */
    final String log() {
        List<String> lines = endOfLog().lines().toList();
        return "---- last lines of the log of " + getClass().getSimpleName() + "\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    // ---- HTTP

    final String get(String path) throws IOException, InterruptedException {
        return responseText(HttpRequest.newBuilder(uri(path)).GET());
    }

    /** Sends a POST request. The parameters are alternating names and values. */
    final String post(String path, String... parameters) throws IOException, InterruptedException {
        return responseText(
                HttpRequest.newBuilder(uri(path + query(parameters))).POST(HttpRequest.BodyPublishers.noBody()));
    }

    static String query(String... parameters) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < parameters.length; i += 2) {
            pairs.add(parameters[i] + "=" + URLEncoder.encode(parameters[i + 1], UTF_8));
        }
        return pairs.isEmpty() ? "" : pairs.stream().collect(Collectors.joining("&", "?", ""));
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private String responseText(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response =
                http.send(request.timeout(Duration.ofSeconds(60)).build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("HTTP " + response.statusCode() + " from " + response.uri() + ": "
                    + response.body().lines().limit(20).collect(Collectors.joining("\n")));
        }
        return response.body().strip();
    }

    // ---- files and processes

    /** Returns a free port that this method has not returned before. The operating system can assign a port twice. */
    static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0)) {
                if (PORTS.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
    }

    /** Runs a tool of the server, waits until it ends, and returns its output. */
    static String run(Path log, ProcessBuilder tool) throws IOException, InterruptedException {
        Process process =
                tool.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new IOException("Not done after two minutes: " + tool.command() + "\n" + Files.readString(log));
        }
        String output = Files.readString(log);
        if (process.exitValue() != 0) {
            throw new IOException(tool.command() + " ended with " + process.exitValue() + "\n" + output);
        }
        return output;
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = new ArrayList<>(files.toList());
            java.util.Collections.reverse(deepestFirst);
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
