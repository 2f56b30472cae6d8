package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.testserver.TestMariaDb;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSContext;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code bin/restante} as a process, which run after packaging. */
@DisplayName("bin/restante with the packaged jar")
@DisabledOnOs(OS.WINDOWS)
class PackagedScriptIT {

    private static final Path SCRIPT = Path.of(System.getProperty("basedir", "."))
            .toAbsolutePath()
            .getParent()
            .getParent()
            .resolve("bin/restante");

    @TempDir
    Path directory;

    private Run run(Path script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        return run(with(List.of(script.toString()), arguments), environment);
    }

    private Run run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process process = builder.redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Run(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    private Run restante(String... arguments) throws IOException, InterruptedException {
        return run(SCRIPT, Map.of("RESTANTE_URL", "jdbc:hsqldb:file:data/store"), arguments);
    }

    @Test
    @DisplayName("the script runs through symbolic links on a store that an application can open, too")
    void shouldWork() throws Exception {
        assertThat(restante("queue", "create", "orders", "--create-store"))
                .isEqualTo(new Run(0, "created queue orders\n", ""));
        Path link = Files.createSymbolicLink(directory.resolve("link"), SCRIPT);
        Path linkToLink = Files.createSymbolicLink(directory.resolve("r"), Path.of("link"));
        Run sent = run(
                linkToLink,
                Map.of("RESTANTE_URL", "jdbc:hsqldb:file:data/store", "LC_ALL", "C.UTF-8"),
                "send",
                "orders",
                "gr\u00fc\u00dfe $HOME 'x'",
                "--json");
        Files.delete(linkToLink);
        Files.delete(link);
        assertThat(sent.exitCode()).as(sent.err()).isZero();
        assertThat(at(sent.json(), "messageId").toString()).startsWith("ID:");
        try (RestanteConnectionFactory application =
                        new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("data/store"));
                JMSContext context = application.createContext()) {
            assertThat(context.createConsumer(context.createQueue("orders")).receiveBody(String.class, 20_000))
                    .isEqualTo("gr\u00fc\u00dfe $HOME 'x'");
            assertThat(restante("list")).satisfies(inUse -> {
                assertThat(inUse.exitCode()).isZero();
                assertThat(inUse.out()).contains("orders");
            });
            Run inUse = restante("send", "orders", "text");
            assertThat(inUse.exitCode()).isEqualTo(5);
            assertThat(inUse.err()).hasLineCount(1).contains("another process", "cannot use an embedded store");
        }
        assertThat(restante("receive", "orders", "-t", "0s")).isEqualTo(new Run(7, "", ""));
        assertThat(restante("--version").out()).matches("restante \\d.*\\n");
        assertThat(restante("colour").exitCode()).isEqualTo(2);
    }

    @Test
    @DisplayName("the package contains the PostgreSQL driver")
    void shouldReachPostgres() throws Exception {
        Map<String, String> environment = Map.of("RESTANTE_URL", TestPostgres.newDatabase());
        assertThat(run(SCRIPT, environment, "queue", "create", "orders", "--create-store"))
                .isEqualTo(new Run(0, "created queue orders\n", ""));
        assertThat(run(SCRIPT, environment, "stats").out()).contains("orders");
    }

    @Test
    @DisplayName("the package contains the MariaDB driver")
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void shouldReachMariaDb() throws Exception {
        Map<String, String> environment =
                Map.of("RESTANTE_URL", TestMariaDb.newDatabase(), "RESTANTE_USER", TestMariaDb.USER);
        assertThat(run(SCRIPT, environment, "queue", "create", "orders", "--create-store"))
                .isEqualTo(new Run(0, "created queue orders\n", ""));
        assertThat(run(SCRIPT, environment, "stats").out()).contains("orders");
    }

    @Test
    @DisplayName("the command line runs on the module path")
    void shouldWorkOnTheModulePath() throws Exception {
        Path jars = SCRIPT.resolve("../../modules/cli/target").normalize();
        List<String> module = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-exports=org.hsqldb/org.hsqldb=dev.restante",
                "--add-exports=org.hsqldb/org.hsqldb.persist=dev.restante",
                "-p",
                jars.resolve("restante-cli.jar") + File.pathSeparator + jars.resolve("lib"),
                "-m",
                "dev.restante.cli");
        Map<String, String> environment = Map.of("RESTANTE_URL", "jdbc:hsqldb:file:data/store");
        assertThat(run(with(module, "queue", "create", "orders", "--create-store"), environment))
                .isEqualTo(new Run(0, "created queue orders\n", ""));
        assertThat(run(with(module, "list", "--json"), environment).out()).contains("\"orders\"");
        assertThat(run(with(module, "--version"), environment).out()).matches("restante \\d.*\\n");
    }

    @Test
    @DisplayName("the script reads a pipe, and works without a locale and with CDPATH")
    void shouldNotDependOnTheEnvironment() throws Exception {
        assertThat(restante("queue", "create", "orders", "--create-store").exitCode())
                .isZero();
        Files.createDirectories(directory.resolve("elsewhere/bin"));
        Path link = Files.createSymbolicLink(directory.resolve("bin"), SCRIPT.getParent());
        Path commands = Files.writeString(
                directory.resolve("commands"),
                "printf 'from a pipe' | bin/restante send orders\nbin/restante send orders 'gr\u00fc\u00dfe \u4f60'\n");
        Run sent = run(
                List.of("sh", commands.toString()),
                Map.of(
                        "RESTANTE_URL",
                        "jdbc:hsqldb:file:data/store",
                        "LC_ALL",
                        "",
                        "LC_CTYPE",
                        "",
                        "LANG",
                        "C",
                        "CDPATH",
                        "elsewhere"));
        assertThat(sent.err()).isEmpty();
        assertThat(sent.exitCode()).isZero();
        assertThat(restante("receive", "orders").out()).isEqualTo("from a pipe\n");
        assertThat(restante("receive", "orders").out()).isEqualTo("gr\u00fc\u00dfe \u4f60\n");
        Files.delete(link);
    }

    private static List<String> with(List<String> command, String... arguments) {
        return Stream.concat(command.stream(), Stream.of(arguments)).toList();
    }

    @Test
    @DisplayName("generate-completion prints a valid bash script with commands and options")
    void shouldComplete() throws Exception {
        Run script = restante("generate-completion");
        assertThat(script.exitCode()).isZero();
        Path file = Files.writeString(directory.resolve("completion"), script.out());
        Process bash = new ProcessBuilder("bash", "-n", file.toString()).start();
        assertThat(bash.waitFor()).isZero();
        assertThat(script.out()).contains("--lock-duration", "redrive");
    }

    @Test
    @DisplayName("a terminated command closes the store, and exits with 143")
    void shouldEndWhenTerminated() throws Exception {
        restante("queue", "create", "orders", "--create-store");
        ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), "top", "--interval", "100ms", "--json")
                .directory(directory.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("RESTANTE_URL", "jdbc:hsqldb:file:data/store");
        Process top = builder.redirectError(directory.resolve("err").toFile()).start();
        assertThat(top.inputReader(StandardCharsets.UTF_8).readLine()).contains("\"orders\"");
        top.toHandle().destroy();
        assertThat(top.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(top.exitValue()).isEqualTo(143);
        assertThat(Files.readString(directory.resolve("err"))).isEmpty();
        builder.command(SCRIPT.toString(), "receive", "orders", "--timeout", "1h", "--verbose");
        Process receive = builder.redirectErrorStream(true).start();
        try (var lines = receive.inputReader(StandardCharsets.UTF_8)) {
            // The first line of the log proves that the command runs.
            assertThat(lines.readLine()).isNotNull();
            receive.toHandle().destroy();
            assertThat(receive.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(lines.lines()).noneMatch(line -> line.contains("did not end"));
        }
        assertThat(restante("list").exitCode()).isZero();
    }

    @Test
    @DisplayName("the script reports a missing build, and a Java that is too old or missing")
    void shouldSayWhatIsMissing() throws Exception {
        Path elsewhere = Files.createDirectories(directory.resolve("elsewhere/bin"));
        Path copy = Files.copy(SCRIPT, elsewhere.resolve("restante"));
        assertThat(copy.toFile().setExecutable(true)).isTrue();
        Run notBuilt = run(copy, Map.of(), "list");
        assertThat(notBuilt.exitCode()).isEqualTo(1);
        assertThat(notBuilt.err()).contains("not built yet", "mvn -q package -DskipTests -pl modules/cli -am");

        Path old = Files.createDirectories(directory.resolve("jdk8/bin"));
        Files.writeString(old.resolveSibling("release"), "JAVA_VERSION=\"1.8.0_392\"\n");
        Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\nexit 9\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Run tooOld = run(SCRIPT, Map.of("JAVA_HOME", directory.resolve("jdk8").toString()), "list");
        assertThat(tooOld.exitCode()).isEqualTo(1);
        assertThat(tooOld.err()).contains("Java 1.8.0_392", "17 or newer");
        Run none = run(SCRIPT, Map.of("JAVA_HOME", "/nowhere"), "list");
        assertThat(none.err()).contains("JAVA_HOME is /nowhere");
    }
}
