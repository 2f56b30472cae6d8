package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testserver.TestPostgres;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Store address and credentials of commands")
class StoreAccessTest {

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();

    @TempDir
    Path directory;

    private String file() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    @Test
    @DisplayName("--url or RESTANTE_URL names the store, and only --create-store creates one")
    void shouldFindStore() {
        assertThat(prompt.fails(2, "list").err()).contains("--url", "RESTANTE_URL");
        assertThat(prompt.fails(5, "list", "--url", file()).err()).contains("has no store", "--create-store");
        assertThat(directory).isEmptyDirectory();
        prompt.ok("--create-store", "--url", file(), "queue", "create", "orders");
        assertThat(prompt.ok("--url", file(), "list").out()).contains("orders");
        assertThat(prompt.ok("list", "--url", file()).out()).contains("orders");
        assertThat(prompt.with("RESTANTE_URL", file() + ";restante.storeTimeout=1s")
                        .ok("list", "--store-timeout", "2s")
                        .out())
                .contains("orders");
        assertThat(prompt.fails(2, "list", "--url", file() + ";restante.colour=red")
                        .err())
                .contains("colour");
        String postgres = TestPostgres.newDatabase();
        assertThat(prompt.fails(5, "list", "--url", postgres).err()).contains("has no store");
        assertThat(prompt.fails(5, "list", "--url", "jdbc:nothing:x").err()).contains("jdbc:nothing:x");
    }

    @Test
    @DisplayName(
            "a command takes user and password from the environment, a password file or the URL in the environment")
    void shouldAuthenticate() throws IOException {
        prompt.with("RESTANTE_URL", file()).with("RESTANTE_USER", "me").with("RESTANTE_PASSWORD", "s3cret");
        prompt.ok("queue", "create", "orders", "--create-store");
        prompt.ok("list");
        Path password = Files.writeString(directory.resolve("password"), "wrong\nmore");
        Run wrong = prompt.fails(6, "list", "--password-file", password.toString());
        assertThat(wrong.err()).contains("password").doesNotContain("wrong");
        Files.writeString(password, "s3cret\nmore");
        prompt.with("RESTANTE_PASSWORD", "wrong");
        prompt.ok("list", "--password-file", password.toString());
        prompt.fails(6, "list");
        assertThat(prompt.fails(
                                2,
                                "list",
                                "--password-file",
                                directory.resolve("x").toString())
                        .err())
                .contains("does not exist");
        prompt.with("RESTANTE_USER", "").with("RESTANTE_PASSWORD", "");
        prompt.with("RESTANTE_URL", file() + ";user=me;password=s3cret").ok("list");
        prompt.with("RESTANTE_PASSWORD", "s3cret")
                .with("RESTANTE_URL", file() + ";user=me")
                .ok("list");
        prompt.with("RESTANTE_URL", file()).ok("list", "--user", "me");
        assertThat(prompt.fails(2, "list", "--ask-password").err()).contains("terminal");
        for (String url :
                new String[] {"jdbc:postgresql://localhost/x", "jdbc:mariadb://localhost/x", "jdbc:mysql://localhost/x"
                }) {
            assertThat(prompt.fails(2, "list", "--url", url).err()).contains("--user");
        }
    }

    @Test
    @DisplayName("no failure prints the password of the store")
    void shouldKeepSecrets() throws IOException {
        for (String url : new String[] {
            "jdbc:postgresql://localhost:1/x?user=u&password=s3cret",
            "jdbc:postgresql://u:s3cret@localhost:1/x",
            "jdbc:mariadb://u:s3cret@localhost:1/x",
            file() + ";user=u;password=s3cret"
        }) {
            assertThat(prompt.fails(2, "list", "--url", url).err()).doesNotContain("s3cret");
            Run run = prompt.with("RESTANTE_URL", url)
                    .run("list", "--stack-trace", "--store-timeout", "10ms", "--user", "u");
            assertThat(run.exitCode()).isNotZero();
            assertThat(run.err()).contains("\tat ").doesNotContain("s3cret");
            assertThat(prompt.fails(2, "list", "x", url).err()).doesNotContain("s3cret");
        }
        for (String[] attempt : new String[][] {{"list", "--password", "s3cret"}, {"list", "--password=s3cret"}}) {
            assertThat(prompt.fails(2, attempt).err())
                    .contains("RESTANTE_PASSWORD")
                    .doesNotContain("s3cret");
        }
    }

    @Test
    @DisplayName("a command explains why a store is unreachable, in use or an HSQLDB server, and names a remedy")
    void shouldSayWhyStoreCanNotBeUsed() throws Exception {
        int closedPort;
        try (ServerSocket socket = new ServerSocket(0)) {
            closedPort = socket.getLocalPort();
        }
        prompt.with("RESTANTE_USER", "u");
        assertThat(prompt.fails(
                                5,
                                "list",
                                "--store-timeout",
                                "10ms",
                                "--url",
                                "jdbc:postgresql://localhost:" + closedPort + "/x")
                        .err())
                .contains("check that the database is running");
        assertThat(prompt.fails(5, "list", "--url", "jdbc:hsqldb:hsql://localhost/x")
                        .err())
                .contains("Use HSQLDB inside the process", "PostgreSQL");
        prompt.with("RESTANTE_USER", "");
        try (RestanteConnectionFactory application =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("./store"))) {
            application.setLingerDuration(Duration.ZERO);
            application.createConnection().close();
        }
        // This lock of the same process stands for the lock of another process.
        try (var lock = java.nio.channels.FileChannel.open(
                        directory.resolve("store.lock"), java.nio.file.StandardOpenOption.WRITE);
                var held = lock.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThat(prompt.fails(5, "list", "--url", file()).err())
                    .contains("is already open", "Only one process at a time", "jmx=true");
        }
    }
}
