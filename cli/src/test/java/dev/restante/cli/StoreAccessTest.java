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

@DisplayName("The store that commands work on")
class StoreAccessTest {

    private final Run.Prompt prompt = new Run.Prompt();

    @TempDir
    Path directory;

    private String file() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }

    @Test
    @DisplayName("is named by --url, before or after the command, else by RESTANTE_URL; without either nothing is made")
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
    @DisplayName("is opened with user and password from the environment, a file, or the environment's URL")
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
                .contains("there is no file");
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
    @DisplayName("never has its password printed, whatever goes wrong")
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
    @DisplayName(
            "that can't be reached, is in use, or is an HSQLDB server, is told from other failures, with the remedy")
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
                .contains("is the database running?");
        assertThat(prompt.fails(5, "list", "--url", "jdbc:hsqldb:hsql://localhost/x")
                        .err())
                .contains("HSQLDB is used inside the process", "PostgreSQL");
        prompt.with("RESTANTE_USER", "");
        try (RestanteConnectionFactory application =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("./store"))) {
            application.setLingerDuration(Duration.ZERO);
            application.createConnection().close();
        }
        // Another lock of this process stands for that of another one.
        try (var lock = java.nio.channels.FileChannel.open(
                        directory.resolve("store.lock"), java.nio.file.StandardOpenOption.WRITE);
                var held = lock.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThat(prompt.fails(5, "list", "--url", file()).err())
                    .contains("is open already", "belongs to one process", "jmx=true");
        }
    }
}
