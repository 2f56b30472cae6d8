package dev.restante.servers;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** WildFly server with the full profile. All ports are the default ports plus one offset. */
final class WildFlyServer extends ApplicationServer {

    static final String VERSION = System.getProperty("servers.wildfly");

    private static final int HTTP_PORT = 8080;

    /** Ports that the full profile opens without an offset. */
    private static final int[] PORTS = {HTTP_PORT, 8443, 9990, 9993, 8009, 3528, 3529, 4712, 4713};

    private final Path home = installation("wildfly").resolve("wildfly-" + VERSION);
    private final Path base = directory.resolve("standalone");
    private final Path deployments = base.resolve("deployments");

    private final String moreConfiguration;
    private final List<Path> moreApplications;

    WildFlyServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        this(archives, databases, adapter, "", List.of());
    }

    /** Creates a server with additional configuration commands and additional applications. */
    WildFlyServer(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            AdapterConfiguration adapter,
            String moreConfiguration,
            List<Path> moreApplications)
            throws IOException {
        super(archives, databases, adapter, HTTP_PORT + freeOffset());
        this.moreConfiguration = moreConfiguration;
        this.moreApplications = moreApplications;
    }

    /**
     * Returns an offset with which all ports are free. The resulting ports are below the ephemeral ports of the
     * operating system.
     */
    private static int freeOffset() throws IOException {
        Random random = new Random();
        for (int attempt = 0; attempt < 1_000; attempt++) {
            int offset = 4_000 + random.nextInt(18_000);
            if (IntStream.of(PORTS).allMatch(port -> isFree(port + offset))) {
                return offset;
            }
        }
        throw new IOException("No free ports");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    DocumentationPage page() throws IOException {
        return DocumentationPage.of("wildfly.md");
    }

    @Override
    void configure() throws Exception {
        copy(home.resolve("standalone"), base);
        String script = documentationBlock("restante.cli");
        String adapterPath = "/subsystem=resource-adapters/resource-adapter=restante/";
        if (adapter != AdapterConfiguration.AS_DOCUMENTED) {
            script = Arrays.stream(script.split("\n"))
                    .filter(line -> !line.startsWith(adapterPath + "config-properties="))
                    .collect(Collectors.joining("\n", "", "\n"));
        }
        String more =
                """
                /subsystem=resource-adapters/resource-adapter=crash:add(archive=crash.rar, transaction-support=XATransaction)
                /subsystem=resource-adapters/resource-adapter=crash/connection-definitions=crash:add(class-name=dev.restante.servers.crash.CrashManagedConnectionFactory, jndi-name=java:/eis/crash, max-pool-size=50, recovery-username=a, recovery-password=b)
                /subsystem=deployment-scanner/scanner=default:write-attribute(name=scan-interval, value=500)
                """;
        more += page().block("console.cli");
        more += moreConfiguration;
        if (adapter != AdapterConfiguration.AS_DOCUMENTED) {
            more += adapter.properties(databases).entrySet().stream()
                    .map(property -> adapterPath + "config-properties=" + property.getKey() + ":add(value=\""
                            + property.getValue() + "\")\n")
                    .collect(Collectors.joining());
        }
        script = DocumentationPage.replaced(script, "stop-embedded-server", more + "stop-embedded-server");
        Path file = Files.writeString(directory.resolve("restante.cli"), script);
        ProcessBuilder tool = modules(List.of(), "org.jboss.as.cli", "--file=" + file);
        String output = run(directory.resolve("configure.log"), tool);
        if (output.contains("\"failed\"") || output.contains("WFLYCTL")) {
            throw new IOException("The configuration was refused:\n" + output);
        }
        addUser(ConsoleClient.ADMINISTRATOR, "restante-all");
        addUser(ConsoleClient.USER_WITHOUT_ROLE, "accounting");
        Files.copy(archives.driver(), deployments.resolve("postgresql.jar"));
        Files.copy(archives.restante(), deployments.resolve("restante.rar"));
        Files.copy(archives.orders(), deployments.resolve("orders.war"));
        Files.copy(archives.crash(), deployments.resolve("crash.rar"));
        Files.copy(archives.probe(), deployments.resolve("probe.war"));
        Files.copy(archives.restanteConsole(), deployments.resolve("restante-console.war"));
        for (Path application : moreApplications) {
            Files.copy(application, deployments.resolve(application.getFileName()));
        }
    }

    private void addUser(String user, String group) throws Exception {
        run(
                directory.resolve("add-user.log"),
                modules(
                        List.of(),
                        "org.jboss.as.domain-add-user",
                        "-a",
                        "-u",
                        user,
                        "-p",
                        ConsoleClient.PASSWORD,
                        "-g",
                        group,
                        "-sc",
                        base.resolve("configuration").toString()));
    }

    private ProcessBuilder modules(List<String> jvm, String module, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(jvm);
        command.addAll(List.of(
                "-Djboss.home.dir=" + home,
                "-Djboss.server.base.dir=" + base,
                "-Djava.io.tmpdir=" + directory,
                "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
                "--add-exports=java.desktop/sun.awt=ALL-UNNAMED",
                "--add-exports=java.naming/com.sun.jndi.ldap=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.net=ALL-UNNAMED",
                "--add-opens=java.base/java.security=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.management/javax.management=ALL-UNNAMED",
                "--add-opens=java.naming/javax.naming=ALL-UNNAMED",
                "-jar",
                home.resolve("jboss-modules.jar").toString(),
                "-mp",
                home.resolve("modules").toString(),
                module));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("JBOSS_HOME", home.toString());
        return builder;
    }

    @Override
    ProcessBuilder command() {
        List<String> jvm = new ArrayList<>(jvmArguments());
        // The recovery manager scans for in-doubt branches more often than by default, which is every two minutes.
        jvm.add("-DRecoveryEnvironmentBean.periodicRecoveryPeriod=3");
        jvm.add("-DRecoveryEnvironmentBean.recoveryBackoffPeriod=1");
        jvm.add("-Dorg.jboss.boot.log.file=" + directory.resolve("boot.log"));
        jvm.add("-Dlogging.configuration=file:" + base.resolve("configuration/logging.properties"));
        return modules(
                jvm,
                "org.jboss.as.standalone",
                "--server-config=standalone-full.xml",
                "-Djboss.socket.binding.port-offset=" + (port - HTTP_PORT),
                "-Djboss.bind.address=127.0.0.1");
    }

    @Override
    void deployProbe() throws Exception {
        Files.deleteIfExists(marker("undeployed"));
        Files.createFile(marker("dodeploy"));
        awaitApplication("/probe/ready");
    }

    @Override
    void undeployProbe() throws Exception {
        Files.delete(marker("deployed"));
        ConditionWaiter.untilTrue("undeployed", UNDEPLOY_TIMEOUT, () -> Files.exists(marker("undeployed")));
    }

    private Path marker(String state) {
        return deployments.resolve("probe.war." + state);
    }

    @Override
    Path embeddedStore() {
        return base.resolve("data/restante");
    }
}
