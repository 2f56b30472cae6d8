package dev.restante.drill;

import dev.restante.testserver.FreePort;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Galera cluster of three MariaDB servers on this machine, which must be installed. Each server can be killed, stopped,
 * isolated and emptied. As root, the cluster runs as the user mysql of the package, because copying all data to a new
 * server fails as root.
 */
final class GaleraCluster implements AutoCloseable {

    static final int SERVERS = 3;

    /** Donor value for the first server, which has no donor. */
    private static final int FIRST = -1;

    private static final String SERVER = "/usr/sbin/mariadbd";
    private static final List<String> PROVIDERS =
            List.of("/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so");
    private static final String USER = "r";
    private static final boolean ROOT = System.getProperty("user.name").equals("root");

    /**
     * Query of the writer, consistent across the cluster. A server that has just returned may not have applied all
     * changes yet.
     */
    private static final String WRITER = "SET STATEMENT wsrep_sync_wait = 7 FOR"
            + " SELECT setting_value FROM restante_setting WHERE name = 'galera.writer'";

    /** Query that returns after all changes committed before it on any server are applied. */
    private static final String APPLIED = "SET STATEMENT wsrep_sync_wait = 7 FOR SELECT 1";

    /** Time that exceeds the time after which servers suspect a silent server. */
    private static final Duration STABLE_DURATION = Duration.ofSeconds(8);

    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    /** Shell script that kills the server when its standard input ends, which this JVM keeps open. */
    private static final String SHELL =
            "\"$@\" < /dev/null & server=$!; echo $server; cat > /dev/null; kill -9 $server";

    private final Path folder;
    private final List<Member> members = new ArrayList<>();
    private int databases;

    private final class Member {
        final String name;
        final Path data;
        final int port = FreePort.find();
        final int group = FreePort.find();
        final int increment = FreePort.find();
        final int transfer = FreePort.find();
        private @Nullable Process shell;
        private long pid;

        Member(int number) throws IOException {
            name = "n" + (number + 1);
            data = folder.resolve(name);
        }
    }

    static boolean isInstalled() {
        return new File(SERVER).canExecute() && PROVIDERS.stream().anyMatch(path -> new File(path).exists());
    }

    GaleraCluster() throws IOException, InterruptedException, SQLException {
        folder = Files.createTempDirectory("restante-galera");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (int i = 0; i < SERVERS; i++) {
            members.add(new Member(i));
        }
        Path data = members.get(0).data;
        run(
                "mariadb-install-db",
                "--no-defaults",
                "--datadir=" + data,
                "--skip-test-db",
                "--auth-root-authentication-method=normal",
                ROOT ? "--user=mysql" : "--skip-name-resolve");
        start(0, FIRST);
        try (Connection connection = connect(0, "root", "", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE r");
            statement.execute("CREATE USER r IDENTIFIED BY 'r'");
            statement.execute("GRANT ALL ON `r%`.* TO r");
        }
        start(1, 0);
        start(2, 1);
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IOException("failed: " + List.of(command));
        }
    }

    /** Returns a URL that names all servers, in order. */
    String url() {
        return IntStream.range(0, SERVERS)
                .mapToObj(i -> "127.0.0.1:" + members.get(i).port)
                .collect(Collectors.joining(",", "jdbc:mariadb:sequential://", "/r?user=r&password=r"));
    }

    /** Returns the URL of a single server. */
    String url(int server) {
        return "jdbc:mariadb://127.0.0.1:" + members.get(server).port + "/r?user=r&password=r";
    }

    /** Creates another database on all servers and returns its name. */
    String newDatabase() throws SQLException {
        String name = "r" + ++databases;
        try (Connection connection = DriverManager.getConnection(url(0));
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        for (int i = 1; i < SERVERS; i++) {
            query(i, APPLIED);
        }
        return name;
    }

    /** Opens a connection to one server. */
    Connection connect(int server) throws SQLException {
        return connect(server, USER, USER, "r");
    }

    private Connection connect(int server, String user, String password, String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:mariadb://127.0.0.1:" + members.get(server).port + "/" + database
                        + "?connectTimeout=2000&socketTimeout=10000",
                user,
                password);
    }

    /** Returns the server to which the nodes write, from any server that answers, or -1 if none is designated. */
    int writer() throws SQLException {
        for (int i = 0; i < SERVERS; i++) {
            String found = query(i, WRITER);
            if (found != null && !found.isEmpty()) {
                return Integer.parseInt(found.substring(1, found.indexOf('/'))) - 1;
            }
        }
        return -1;
    }

    /** Returns the first row's last column, an empty text without a row, or null if the server does not answer. */
    private @Nullable String query(int server, String sql) {
        try (Connection connection = connect(server);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(row.getMetaData().getColumnCount()) : "";
        } catch (SQLException e) {
            return null;
        }
    }

    boolean isSynced(int server) {
        return "Synced".equals(query(server, "SHOW STATUS LIKE 'wsrep_local_state_comment'"))
                && "ON".equals(query(server, "SHOW STATUS LIKE 'wsrep_ready'"))
                && "3".equals(query(server, "SHOW STATUS LIKE 'wsrep_cluster_size'"));
    }

    /**
     * Waits until all servers have been synchronized for a while, because the cluster may still be about to exclude a
     * silent server.
     */
    void awaitAllSynced() {
        long[] sinceNanos = {System.nanoTime()};
        eventually("all servers are synced: " + folder, () -> {
            if (!IntStream.range(0, SERVERS).allMatch(this::isSynced)) {
                sinceNanos[0] = System.nanoTime();
            }
            return System.nanoTime() - sinceNanos[0] >= STABLE_DURATION.toNanos();
        });
    }

    /**
     * Starts a server.
     *
     * @param donor the server that copies all its data to this server if necessary
     */
    private void start(int number, int donor) throws IOException {
        Member member = members.get(number);
        Files.createDirectories(member.data);
        if (ROOT) {
            try {
                run("chown", "-R", "mysql:mysql", member.data.toString());
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
        String all = members.stream().map(each -> "127.0.0.1:" + each.group).collect(Collectors.joining(","));
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", SHELL, "sh"));
        if (ROOT) {
            command.addAll(List.of("setpriv", "--reuid=mysql", "--regid=mysql", "--init-groups"));
        }
        command.addAll(List.of(
                SERVER,
                "--no-defaults",
                "--datadir=" + member.data,
                "--socket=" + member.data + "/socket",
                "--pid-file=" + member.data + "/pid",
                "--port=" + member.port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--binlog-format=ROW",
                "--innodb-autoinc-lock-mode=2",
                "--innodb-flush-log-at-trx-commit=1",
                "--innodb-buffer-pool-size=64M",
                "--innodb-log-file-size=48M",
                "--max-connections=100",
                "--wsrep-on=ON",
                "--wsrep-provider="
                        + PROVIDERS.stream()
                                .filter(path -> new File(path).exists())
                                .findFirst()
                                .orElseThrow(),
                "--wsrep-cluster-name=restante",
                "--wsrep-cluster-address=gcomm://" + (donor == FIRST ? "" : all),
                "--wsrep-node-address=127.0.0.1:" + member.group,
                "--wsrep-node-incoming-address=127.0.0.1:" + member.port,
                "--wsrep-node-name=" + member.name,
                "--wsrep-sst-method=rsync",
                "--wsrep-sst-donor=" + (donor == FIRST ? "" : members.get(donor).name),
                "--wsrep-sst-receive-address=127.0.0.1:" + member.transfer,
                "--wsrep-slave-threads=2",
                "--wsrep-provider-options=base_host=127.0.0.1;base_port=" + member.group
                        + ";gmcast.listen_addr=tcp://127.0.0.1:" + member.group + ";ist.recv_addr=127.0.0.1:"
                        + member.increment + ";gcache.size=32M;pc.recovery=FALSE"));
        Process shell = new ProcessBuilder(command)
                .redirectError(folder.resolve(member.name + ".err").toFile())
                .start();
        member.shell = shell;
        member.pid = Long.parseLong(shell.inputReader().readLine());
        eventually("server " + number + " is ready: " + folder, () -> "ON".equals(readiness(number)));
    }

    /** Returns the readiness of a server as root, because the first server starts without other users. */
    private @Nullable String readiness(int server) {
        try (Connection connection = connect(server, "root", "", "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW STATUS LIKE 'wsrep_ready'")) {
            return row.next() ? row.getString(2) : null;
        } catch (SQLException e) {
            return null;
        }
    }

    /** Waits for a condition. Copying all data takes a minute on a busy machine. */
    private static void eventually(String what, BooleanSupplier condition) {
        long startedNanos = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - startedNanos > TIMEOUT.toNanos()) {
                throw new AssertionError("condition did not become true in time: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    private void signal(int server, String signal) throws IOException, InterruptedException {
        run("kill", "-" + signal, Long.toString(members.get(server).pid));
    }

    void kill(int server) throws IOException, InterruptedException {
        signal(server, "KILL");
        Process shell = members.get(server).shell;
        if (shell != null) {
            shell.getOutputStream().close();
            shell.waitFor();
        }
    }

    void suspend(int server) throws IOException, InterruptedException {
        signal(server, "STOP");
    }

    void resume(int server) throws IOException, InterruptedException {
        signal(server, "CONT");
    }

    /**
     * Starts a server again.
     *
     * @param donor the server that copies all its data to this server if necessary, and takes no writes meanwhile
     */
    void restart(int server, int donor) throws IOException {
        start(server, donor);
    }

    /** Deletes the data of a stopped server, so that it gets all data from another server at its start. */
    void empty(int server) throws IOException {
        delete(members.get(server).data);
    }

    /** Isolates a server from the other servers but not from its clients, or ends the isolation. */
    void isolate(int server, boolean isolated) throws SQLException {
        try (Connection connection = connect(server, "root", "", "");
                Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL wsrep_provider_options = 'gmcast.isolate=" + (isolated ? 1 : 0) + "'");
        }
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.delete(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Stops the servers. The files remain for an analysis until {@link #deleteFiles}. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (Member member : members) {
            Process shell = member.shell;
            if (shell != null && shell.isAlive()) {
                run("sh", "-c", "kill -KILL " + member.pid + " || true");
                shell.getOutputStream().close();
                shell.waitFor(10, TimeUnit.SECONDS);
            }
        }
    }

    void deleteFiles() throws IOException {
        delete(folder);
    }
}
