package dev.restante.drill;

import dev.restante.testing.TcpProxy;
import dev.restante.testserver.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Server of a {@link PatroniCluster}: Patroni, its PostgreSQL, and the proxies in front of them. */
final class PatroniMember implements AutoCloseable {

    private static final Duration HTTP_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration LONGEST_CALL = Duration.ofSeconds(60);

    final String name;

    /**
     * Proxies from applications to PostgreSQL, from other servers to PostgreSQL, from clients to Patroni, and from
     * Patroni to etcd.
     */
    final TcpProxy clientProxy;

    final TcpProxy replicationProxy;
    final TcpProxy restProxy;
    private final TcpProxy etcdProxy;

    private final int restPort;
    private final Path data;
    private final Path configuration;
    private final Path log;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(HTTP_TIMEOUT).build();
    private @Nullable Process patroni;

    PatroniMember(PatroniCluster.Settings settings, Path folder, String name, int etcdPort, Path binaries)
            throws IOException {
        this.name = name;
        this.restPort = FreePort.find();
        int port = FreePort.find();
        this.clientProxy = new TcpProxy(port);
        this.replicationProxy = new TcpProxy(port);
        this.restProxy = new TcpProxy(restPort);
        this.etcdProxy = new TcpProxy(etcdPort);
        this.data = folder.resolve(name);
        this.configuration = folder.resolve(name + ".yml");
        this.log = folder.resolve(name + ".log");
        Files.writeString(
                configuration,
                String.format(
                        Locale.ROOT,
                        """
            scope: restante
            name: %1$s
            restapi: {listen: "127.0.0.1:%2$d", connect_address: "127.0.0.1:%3$d"}
            etcd: {hosts: ["127.0.0.1:%4$d"], use_proxies: true}
            bootstrap:
              dcs:
                ttl: %11$d
                loop_wait: %12$d
                retry_timeout: %13$d
                primary_start_timeout: %15$d
                maximum_lag_on_failover: 104857600
                synchronous_mode: %9$s
                synchronous_mode_strict: %9$s
                postgresql: {use_pg_rewind: true, use_slots: true, remove_data_directory_on_rewind_failure: true, remove_data_directory_on_diverged_timelines: true, parameters: {max_connections: 200, shared_buffers: 64MB, wal_level: replica, max_wal_senders: 10, synchronous_commit: "on", wal_keep_size: 64MB}}
              initdb: [{encoding: UTF8}, data-checksums, {locale: C}]
              pg_hba: ["local all all trust", "host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
            postgresql:
              listen: 127.0.0.1:%5$d
              connect_address: 127.0.0.1:%6$d
              data_dir: %7$s
              bin_dir: %8$s
              pgpass: %10$s
              basebackup: {checkpoint: fast}
              authentication: {superuser: {username: postgres, password: p}, replication: {username: copier, password: p}, rewind: {username: postgres, password: p}}
              parameters: {unix_socket_directories: "%14$s"}
            """,
                        name,
                        restPort,
                        restProxy.port(),
                        etcdProxy.port(),
                        port,
                        replicationProxy.port(),
                        data,
                        binaries,
                        settings.synchronous(),
                        folder.resolve(name + ".pgpass"),
                        settings.ttlSeconds(),
                        settings.loopWaitSeconds(),
                        settings.retrySeconds(),
                        folder,
                        settings.startSeconds()));
    }

    /** Starts Patroni, which starts PostgreSQL or takes over a running PostgreSQL. */
    void start() throws IOException {
        patroni = PatroniCluster.start(List.of("patroni", configuration.toString()), log);
    }

    boolean isUp() {
        Process current = patroni;
        return current != null && current.isAlive();
    }

    /**
     * Returns Patroni's HTTP status for a path such as {@code /primary}, or 0 without an answer. The request bypasses
     * all proxies.
     */
    int getStatus(String what) throws InterruptedException {
        return call(HttpRequest.newBuilder(uri(what)).GET(), HTTP_TIMEOUT);
    }

    int post(String what, String body) throws InterruptedException {
        return call(HttpRequest.newBuilder(uri(what)).POST(HttpRequest.BodyPublishers.ofString(body)), LONGEST_CALL);
    }

    int patch(String what, String body) throws InterruptedException {
        return call(
                HttpRequest.newBuilder(uri(what)).method("PATCH", HttpRequest.BodyPublishers.ofString(body)),
                HTTP_TIMEOUT);
    }

    /**
     * Returns whether this primary streams its log to a standby. The lag does not show that, because a standby with a
     * diverged log has no lag.
     */
    boolean streamsTo(PatroniMember standby) throws InterruptedException {
        try {
            String state = http.send(
                            HttpRequest.newBuilder(uri("/patroni"))
                                    .timeout(HTTP_TIMEOUT)
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
            return Pattern.compile("\\{[^{}]*\"application_name\": \"" + standby + "\"[^{}]*\"state\": \"streaming\"")
                    .matcher(state)
                    .find();
        } catch (IOException silent) {
            return false;
        }
    }

    private URI uri(String what) {
        return URI.create("http://127.0.0.1:" + restPort + what);
    }

    private int call(HttpRequest.Builder request, Duration timeout) throws InterruptedException {
        try {
            return http.send(request.timeout(timeout).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException silent) {
            return 0;
        }
    }

    boolean isPrimary() throws InterruptedException {
        return isUp() && getStatus("/primary") == 200;
    }

    /** Returns whether this server is a standby with nearly all data. */
    boolean isCaughtUp() throws InterruptedException {
        return getStatus("/replica?lag=1048576") == 200;
    }

    boolean isSynchronous() throws InterruptedException {
        return isUp() && getStatus("/sync") == 200;
    }

    /** Kills the postmaster, without which the other processes end. */
    void killPostgres() throws IOException {
        ProcessHandle postmaster = postmaster();
        if (postmaster != null) {
            postmaster.destroyForcibly();
        }
    }

    void killPatroni() throws InterruptedException {
        Process current = patroni;
        if (current != null) {
            current.toHandle().destroyForcibly();
            current.waitFor();
        }
    }

    /** Kills Patroni and PostgreSQL, like a power failure of the machine. */
    void kill() throws IOException, InterruptedException {
        killPatroni();
        List<ProcessHandle> all = postgres();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().join();
        }
    }

    /** Stops or continues PostgreSQL, and also Patroni if the whole machine is meant. */
    void signal(String signal, boolean whole) throws IOException, InterruptedException {
        List<ProcessHandle> processes = postgres();
        Process current = patroni;
        if (whole && current != null) {
            processes.add(current.toHandle());
        }
        String pids =
                processes.stream().map(process -> Long.toString(process.pid())).collect(Collectors.joining(" "));
        new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pids + " 2>/dev/null || true")
                .start()
                .waitFor();
    }

    /** Isolates the machine in both directions. */
    void isolate() {
        for (TcpProxy line : proxies()) {
            line.hold();
        }
    }

    void restore() {
        for (TcpProxy line : proxies()) {
            line.restore();
        }
    }

    private List<TcpProxy> proxies() {
        return List.of(clientProxy, replicationProxy, restProxy, etcdProxy);
    }

    private @Nullable ProcessHandle postmaster() throws IOException {
        Path file = data.resolve("postmaster.pid");
        if (!Files.exists(file)) {
            return null;
        }
        return ProcessHandle.of(Long.parseLong(Files.readAllLines(file).get(0).trim()))
                .filter(process -> process.info().command().orElse("").endsWith("postgres"))
                .orElse(null);
    }

    private List<ProcessHandle> postgres() throws IOException {
        List<ProcessHandle> all = new ArrayList<>();
        ProcessHandle postmaster = postmaster();
        if (postmaster != null) {
            all.add(postmaster);
            postmaster.descendants().forEach(all::add);
        }
        return all;
    }

    @Override
    public void close() throws IOException {
        try {
            signal("CONT", true);
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (TcpProxy line : proxies()) {
            line.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
