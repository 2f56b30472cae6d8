package dev.restante.drill;

import dev.restante.testserver.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Three PostgreSQL servers that Patroni manages, with an etcd and an haproxy, on the loopback address. As root, all
 * processes run as the user {@code postgres}.
 *
 * <p>Patroni uses the older interface of etcd. With the newer interface, Patroni 3.0 can take the leadership from a
 * leader after it was suspended for longer than the TTL, and commits that were confirmed meanwhile are lost.
 */
final class PatroniCluster implements AutoCloseable {

    /** Settings of Patroni. The mode {@code synchronous} is strict. */
    record Settings(boolean synchronous, int ttlSeconds, int loopWaitSeconds, int retrySeconds, int startSeconds) {}

    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    /** Time after which a server does not return without help. */
    private static final Duration RETURN_TIMEOUT = Duration.ofMinutes(3);

    private static final long POLL_MILLIS = 250;
    private static final int MEMBERS = 3;
    private static final File DEV_NULL = new File("/dev/null");
    private static final String USER = "&user=postgres&password=p";

    final List<PatroniMember> members = new ArrayList<>();
    private final Path folder;
    private final Process etcd;
    private final Process haproxy;
    private final int haproxyPort;
    private int databases;

    /** Time at which another server was found to be the primary, or 0 if that time was already taken. */
    private long promotedNanos;

    /** Starts a cluster and waits until all servers run. */
    PatroniCluster(Settings settings) throws IOException, InterruptedException {
        folder = Files.createTempDirectory("patroni");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        int clientPort = FreePort.find();
        String client = "http://127.0.0.1:" + clientPort;
        String peer = "http://127.0.0.1:" + FreePort.find();
        Path binaries = binaries();
        for (int i = 1; i <= MEMBERS; i++) {
            members.add(new PatroniMember(settings, folder, "p" + i, clientPort, binaries));
        }
        haproxyPort = FreePort.find();
        Path haproxyFile = folder.resolve("haproxy.cfg");
        Files.writeString(
                haproxyFile,
                members.stream()
                        .map(member -> String.format(
                                Locale.ROOT,
                                "  server %s 127.0.0.1:%d check port %d%n",
                                member.name,
                                member.clientProxy.port(),
                                member.restProxy.port()))
                        .collect(Collectors.joining(
                                "",
                                String.format(
                                        Locale.ROOT,
                                        """
            defaults
              mode tcp
              timeout connect 4s
              timeout client 30m
              timeout server 30m
              timeout check 3s
            listen primary
              bind 127.0.0.1:%d
              option httpchk
              http-check send meth GET uri /primary
              http-check expect status 200
              default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
            """,
                                        haproxyPort),
                                "")));
        if (isRoot()) {
            new ProcessBuilder("chown", "-R", "postgres:postgres", folder.toString())
                    .start()
                    .waitFor();
        }
        etcd = start(
                List.of(
                        "etcd",
                        "--name",
                        "e",
                        "--data-dir",
                        folder.resolve("etcd").toString(),
                        "--listen-client-urls",
                        client,
                        "--advertise-client-urls",
                        client,
                        "--listen-peer-urls",
                        peer,
                        "--initial-advertise-peer-urls",
                        peer,
                        "--initial-cluster",
                        "e=" + peer,
                        "--logger",
                        "zap",
                        "--enable-v2=true"),
                folder.resolve("etcd.log"));
        for (PatroniMember member : members) {
            member.start();
        }
        haproxy = start(List.of("haproxy", "-f", haproxyFile.toString()), folder.resolve("haproxy.log"));
        awaitHealthy(settings.synchronous());
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Returns the directory in which Debian installs the programs of the newest PostgreSQL. */
    private static Path binaries() throws IOException {
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            return versions.max(Comparator.comparing(path ->
                            Integer.parseInt(String.valueOf(path.getFileName()).replaceFirst("\\..*", ""))))
                    .orElseThrow()
                    .resolve("bin");
        }
    }

    /**
     * Starts a program without standard input. A session that waited for a standby when the postmaster was killed reads
     * the standard input, and lives as long as the input is open.
     */
    static Process start(List<String> program, Path log) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"));
        }
        command.addAll(program);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(DEV_NULL)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().merge("PATH", ":/usr/sbin", String::concat);
        return builder.start();
    }

    /** Returns the URL of a database through all servers, of which the driver finds the primary. */
    String url(String database) {
        return "jdbc:postgresql://"
                + members.stream()
                        .map(member -> "127.0.0.1:" + member.clientProxy.port())
                        .collect(Collectors.joining(","))
                + "/" + database + "?targetServerType=primary" + USER;
    }

    /** Returns the URL of a database through haproxy, which finds the primary. */
    String haproxyUrl(String database) {
        return "jdbc:postgresql://127.0.0.1:" + haproxyPort + "/" + database + "?" + USER.substring(1);
    }

    /** Creates a database and returns its name. */
    String newDatabase() throws SQLException {
        String name = "drill" + ++databases;
        execute("CREATE DATABASE " + name);
        return name;
    }

    private String execute(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet row = statement.getResultSet();
            row.next();
            return row.getString(1);
        }
    }

    /** Sets whether standbys must confirm commits, and waits until that takes effect. */
    void setSynchronous(boolean synchronous) throws IOException, InterruptedException, SQLException {
        PatroniMember primary = primary();
        if (primary == null
                || primary.patch(
                                "/config",
                                String.format(
                                        Locale.ROOT,
                                        "{\"synchronous_mode\": %1$s, \"synchronous_mode_strict\": %1$s}",
                                        synchronous))
                        != 200) {
            throw new IllegalStateException("Patroni rejects the configuration: " + states());
        }
        awaitHealthy(synchronous);
        promotedNanos = 0;
        long startedNanos = System.nanoTime();
        while (execute("SHOW synchronous_standby_names").isEmpty() == synchronous) {
            pause(startedNanos, "the change of synchronous_standby_names");
        }
    }

    /** Returns the primary according to Patroni, or null if there is none. */
    @Nullable
    PatroniMember primary() throws InterruptedException {
        for (PatroniMember member : members) {
            if (member.isPrimary()) {
                return member;
            }
        }
        return null;
    }

    /** Returns a standby, or the synchronous standby. */
    PatroniMember standby(boolean synchronous) throws InterruptedException {
        for (PatroniMember member : members) {
            if (synchronous ? member.isSynchronous() : member.getStatus("/replica") == 200) {
                return member;
            }
        }
        throw new IllegalStateException("unknown standby: " + states());
    }

    /** Waits for another primary. */
    void awaitOtherPrimary(PatroniMember former) throws InterruptedException {
        long startedNanos = System.nanoTime();
        for (PatroniMember now = null; now == null || now == former; now = primaryOtherThan(former)) {
            pause(startedNanos, "another primary than " + former);
        }
        promotedNanos = System.nanoTime();
    }

    /**
     * Waits until a standby confirms the commits of a new primary, before which nothing commits.
     *
     * @return the duration, or zero if the primary has not changed since the last call
     */
    Duration awaitConfirming() throws InterruptedException {
        if (promotedNanos == 0) {
            return Duration.ZERO;
        }
        long startedNanos = promotedNanos;
        promotedNanos = 0;
        while (!isConfirming()) {
            pause(startedNanos, "a standby of the new primary");
        }
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private boolean isConfirming() throws InterruptedException {
        for (PatroniMember member : members) {
            if (member.isSynchronous()) {
                return true;
            }
        }
        return false;
    }

    /** Waits for another standby that confirms commits. */
    void awaitOtherSynchronous(PatroniMember former) throws InterruptedException {
        long startedNanos = System.nanoTime();
        PatroniMember now = null;
        while (now == null) {
            pause(startedNanos, "another synchronous standby than " + former);
            for (PatroniMember member : members) {
                now = member != former && member.isSynchronous() ? member : now;
            }
        }
    }

    private @Nullable PatroniMember primaryOtherThan(@Nullable PatroniMember former) throws InterruptedException {
        for (PatroniMember member : members) {
            if (member != former && member.isPrimary()) {
                return member;
            }
        }
        return null;
    }

    /**
     * Starts killed servers, and waits for a primary and two standbys that have all data. A server that does not return
     * gets a new copy of all data, as an operator would arrange. Patroni 3.0 sometimes starts a former primary twice
     * after it lost all connections, which damages its log.
     */
    void awaitHealthy(boolean synchronous) throws IOException, InterruptedException {
        for (PatroniMember member : members) {
            member.restore();
            if (!member.isUp()) {
                member.start();
            }
        }
        long startedNanos = System.nanoTime();
        long askedNanos = startedNanos;
        while (!isHealthy(synchronous)) {
            if (System.nanoTime() - askedNanos > RETURN_TIMEOUT.toNanos()) {
                restartAbsent();
                askedNanos = System.nanoTime();
            }
            pause(startedNanos, "a primary with its standbys");
        }
    }

    private void restartAbsent() throws InterruptedException {
        PatroniMember primary = primaryOtherThan(null);
        for (PatroniMember member : members) {
            if (primary != null && member != primary && !(member.isCaughtUp() && primary.streamsTo(member))) {
                int answer = member.post("/reinitialize", "{\"force\": true}");
                System.out.println("patroni: " + member + " is to get all data anew: " + answer);
            }
        }
    }

    private boolean isHealthy(boolean synchronous) throws InterruptedException {
        PatroniMember primary = primaryOtherThan(null);
        int primaries = 0;
        int standbys = 0;
        int synchronousOnes = 0;
        for (PatroniMember member : members) {
            primaries += member.getStatus("/primary") == 200 ? 1 : 0;
            standbys += member.isCaughtUp() && primary != null && primary.streamsTo(member) ? 1 : 0;
            synchronousOnes += member.isSynchronous() ? 1 : 0;
        }
        return primaries == 1 && standbys == MEMBERS - 1 && (!synchronous || synchronousOnes > 0);
    }

    private void pause(long startedNanos, String what) throws InterruptedException {
        if (System.nanoTime() - startedNanos > TIMEOUT.toNanos()) {
            throw new IllegalStateException("there is not " + what + ": " + states() + "; see " + folder);
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }

    private String states() throws InterruptedException {
        StringBuilder states = new StringBuilder();
        for (PatroniMember member : members) {
            for (String what : List.of("/primary", "/replica", "/sync")) {
                states.append(member)
                        .append(what)
                        .append('=')
                        .append(member.getStatus(what))
                        .append(' ');
            }
        }
        return states.toString();
    }

    /** Stops all processes. The files remain for an analysis until {@link #deleteFiles}. */
    @Override
    public void close() throws IOException {
        haproxy.destroyForcibly();
        for (PatroniMember member : members) {
            member.close();
        }
        etcd.destroyForcibly();
    }

    void deleteFiles() throws IOException, InterruptedException {
        new ProcessBuilder("rm", "-rf", folder.toString()).start().waitFor();
    }
}
