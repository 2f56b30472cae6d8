package dev.restante.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Eclipse GlassFish server. Its {@code asadmin} tool configures it while it runs, and the domain stores the
 * configuration.
 */
final class GlassFishServer extends ApplicationServer {

    private static final String DOMAIN = "domain1";

    private final Path home = installation("glassfish").resolve("glassfish7/glassfish");
    private final Path domains = directory.resolve("domains");
    private final Path domain = domains.resolve(DOMAIN);
    private final int adminPort = freePort();
    private int calls;

    GlassFishServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        super(archives, databases, adapter);
    }

    @Override
    DocumentationPage page() throws IOException {
        return DocumentationPage.of("glassfish.md");
    }

    @Override
    void configure() throws Exception {
        copy(home.resolve("domains").resolve(DOMAIN), domain);
        Path xml = domain.resolve("config/domain.xml");
        String text = Files.readString(xml);
        text = DocumentationPage.replaced(text, "port=\"8080\"", "port=\"" + port + "\"");
        text = DocumentationPage.replaced(text, "port=\"4848\"", "port=\"" + adminPort + "\"");
        for (int each : new int[] {8181, 3700, 3820, 3920, 8686}) {
            text = DocumentationPage.replaced(text, "port=\"" + each + "\"", "port=\"" + freePort() + "\"");
        }
        text = DocumentationPage.replaced(text, "telnet.port=6666", "telnet.port=" + freePort());
        Files.writeString(xml, text);
        Files.copy(archives.driver(), domain.resolve("lib/postgresql.jar"));
        startProcess();
        ConditionWaiter.until(START_TIMEOUT, () -> !isAlive(), () -> asadmin("uptime"));
        Files.writeString(
                directory.resolve("restante.asadmin"),
                AsadminScript.of(this, "restante.asadmin", "\\\\") + page().block("console.asadmin"));
        asadmin("multimode", "--file", directory.resolve("restante.asadmin").toString());
        Path password = Files.writeString(
                directory.resolve("console.password"), "AS_ADMIN_USERPASSWORD=" + ConsoleClient.PASSWORD + "\n");
        addUser(password, ConsoleClient.ADMINISTRATOR, "restante-all");
        addUser(password, ConsoleClient.USER_WITHOUT_ROLE, "accounting");
    }

    private void addUser(Path password, String user, String group) throws IOException, InterruptedException {
        asadmin("--passwordfile", password.toString(), "create-file-user", "--groups", group, user);
    }

    private String asadmin(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                java(),
                "-jar",
                home.resolve("lib/client/appserver-cli.jar").toString(),
                "--port",
                String.valueOf(adminPort)));
        command.addAll(List.of(arguments));
        String output = run(
                directory.resolve("asadmin-" + ++calls + ".log"),
                new ProcessBuilder(command)
                        .directory(archives.restante().getParent().toFile()));
        if (output.contains(" failed.")) {
            throw new IOException("The server refused:\n" + output);
        }
        return output;
    }

    @Override
    ProcessBuilder command() throws Exception {
        // The tool prints the start command, one argument per line. The test runs it as a child process.
        String told = run(
                directory.resolve("dry-run.log"),
                new ProcessBuilder(
                        java(),
                        "-jar",
                        home.resolve("lib/client/appserver-cli.jar").toString(),
                        "start-domain",
                        "--dry-run",
                        "--domaindir",
                        domains.toString(),
                        DOMAIN));
        List<String> command = Arrays.stream(told.split("\n"))
                .dropWhile(line -> !line.endsWith("/java"))
                .takeWhile(line -> !line.isBlank())
                .collect(Collectors.toCollection(ArrayList::new));
        command.addAll(1, jvmArguments());
        return new ProcessBuilder(command).directory(domain.toFile());
    }

    @Override
    void deployProbe() throws Exception {
        asadmin("deploy", "--name", "probe", archives.probe().toString());
        awaitApplication("/probe/ready");
    }

    @Override
    void undeployProbe() throws Exception {
        asadmin("undeploy", "probe");
        awaitProbeGone();
    }

    @Override
    List<Path> logs() {
        Path log = domain.resolve("logs/server.log");
        return Stream.concat(super.logs().stream(), Stream.of(log).filter(Files::exists))
                .toList();
    }

    @Override
    Path embeddedStore() {
        return domain.resolve("restante");
    }
}
