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
 * One server with its configuration, deployments and data in a directory of its own, which is deleted at the end. The
 * installation is shared and never written to. A subclass knows one product.
 */
abstract class ApplicationServer implements AutoCloseable {

    /** Configuration of the resource adapter. */
    enum AdapterConfiguration {
        /** As the page says, with the store in PostgreSQL. */
        AS_DOCUMENTED,
        /** Without any property: the embedded store. */
        NOT_AT_ALL,
        /** With an option that does not exist. */
        WITH_UNKNOWN_OPTION,
        /** With a property that does not exist. */
        WITH_UNKNOWN_PROPERTY,
        /** With a URL that no driver knows. */
        WITH_BAD_URL,
        /** As the page says, and queues that are missing are not made. */
        WITHOUT_QUEUES,
        /** As the page says, and the password is wrong. */
        WITH_WRONG_PASSWORD;

        /** What no log shall show. */
        static final String WRONG_PASSWORD = "sekret";

        /** In the order in which they are written. */
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

    /** How long a server may take to start. */
    static final Duration START_TIMEOUT = Duration.ofSeconds(90);

    /** How long an undeployment may take. */
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
    /** Held while a process is started, so that none is that nobody ends. */
    private final Object launching = new Object();

    private volatile Process process;
    private boolean destroyedForGood;
    private int starts;

    ApplicationServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        this(archives, databases, adapter, freePort());
    }

    /** With a port of HTTP that it has chosen itself. */
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
        // Nothing stays behind, even if the tests are interrupted.
        Runtime.getRuntime().addShutdownHook(new Thread(this::preventRestart));
    }

    static Path build() {
        return Path.of(System.getProperty("servers.build"));
    }

    static Path installation(String name) {
        return build().resolve("servers").resolve(name);
    }

    /**
     * Writes the configuration and puts all archives in place; where a tool of the running server does that, the server
     * runs afterwards.
     */
    abstract void configure() throws Exception;

    /** The command that runs the server in the foreground. */
    abstract ProcessBuilder command() throws Exception;

    /** Deploys another copy of the probe while the server runs. */
    abstract void deployProbe() throws Exception;

    /** Takes the probe out while the server runs. */
    abstract void undeployProbe() throws Exception;

    /** Where the embedded store is, if nobody says otherwise. */
    abstract Path embeddedStore();

    /** The page of the documentation. */
    abstract DocumentationPage page() throws IOException;

    /** A block of the page with the databases of this test in place of those of the page. */
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

    /** What every server's JVM gets. */
    final List<String> jvmArguments() {
        return List.of("-Xmx768m", "-Drestante.crash.directory=" + crashDirectory);
    }

    final Path crashDirectory() {
        return crashDirectory;
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Starts it, unless it runs, and returns at once. */
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

    /** Starts it and waits until both applications answer. */
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

    /** Ends it with a signal that it can't catch. */
    final void kill() throws InterruptedException {
        destroy();
        if (process != null) {
            awaitEnd();
        }
    }

    /** When the JVM of the tests ends: the test that still runs must not start another process. */
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

    /** Waits for the end of a server that ends by itself. */
    final void awaitEnd() throws InterruptedException {
        if (!process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("The server has not ended within " + STOP + "\n" + log());
        }
    }

    /** Ends it in order. */
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

    /** Ends it if need be, and deletes what it wrote. */
    @Override
    public void close() throws Exception {
        kill();
        if (!Boolean.getBoolean("servers.keep")) {
            delete(directory);
        }
    }

    /** The files of the log, the newest last. */
    List<Path> logs() {
        return Stream.of(console()).filter(Files::exists).toList();
    }

    /** The end of the log: as much of each file as anybody reads. */
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

    /** Its last lines. */
    final String log() {
        List<String> lines = endOfLog().lines().toList();
        return "---- last lines of the log of " + getClass().getSimpleName() + "\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - SHOWN_LINES), lines.size()));
    }

    // ---- HTTP

    final String get(String path) throws IOException, InterruptedException {
        return responseText(HttpRequest.newBuilder(uri(path)).GET());
    }

    /** Parameters are names and values in turn. */
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

    /** Each one only once: the system gives the same again. */
    static int freePort() throws IOException {
        while (true) {
            try (ServerSocket socket = new ServerSocket(0)) {
                if (PORTS.add(socket.getLocalPort())) {
                    return socket.getLocalPort();
                }
            }
        }
    }

    /** Runs a tool of the server to its end. */
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
