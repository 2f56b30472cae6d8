package dev.restante.servers;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * TomEE server. Resource adapters are in {@code apps}. Applications are in {@code webapps}, which the server watches.
 */
final class TomEEServer extends ApplicationServer {

    private final Path home =
            installation("tomee").resolve("apache-tomee-plume-" + System.getProperty("servers.tomee"));
    private final Path base = directory.resolve("base");
    private final Path probe = base.resolve("webapps/probe.war");

    TomEEServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        super(archives, databases, adapter);
    }

    @Override
    DocumentationPage page() throws IOException {
        return DocumentationPage.of("tomee.md");
    }

    @Override
    void configure() throws Exception {
        copy(home.resolve("conf"), base.resolve("conf"));
        for (String each : new String[] {"apps", "lib", "logs", "temp", "webapps", "work"}) {
            Files.createDirectory(base.resolve(each));
        }
        configureTomcat(base.resolve("conf/server.xml"));
        Files.writeString(
                base.resolve("conf/tomee.xml"),
                DocumentationPage.replaced(
                        page().block("tomee.xml"), "jdbc:postgresql://localhost:5432/shop", databases.shopUrl()));
        for (String file : new String[] {"system.properties", "logging.properties"}) {
            Files.writeString(base.resolve("conf").resolve(file), "\n" + page().block(file), StandardOpenOption.APPEND);
        }
        Files.writeString(
                base.resolve("conf/system.properties"),
                "DataSourceForwarder.activation.dataSource = openejb:Resource/jdbc/orders\n"
                        + page().block("console.properties"),
                StandardOpenOption.APPEND);
        Path restante = base.resolve("apps/restante");
        unpack(archives.restante(), restante);
        Files.writeString(restante.resolve("META-INF/ra.xml"), descriptor());
        Files.copy(archives.crash(), base.resolve("apps/crash.rar"));
        Files.copy(archives.driver(), base.resolve("lib/postgresql.jar"));
        Files.copy(archives.orders(), base.resolve("webapps/orders.war"));
        Files.copy(archives.restanteConsole(), base.resolve("webapps/restante-console.war"));
        Files.copy(archives.probe(), probe);
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                DocumentationPage.replaced(
                        page().block("tomcat-users.xml"),
                        "<user username=\"ann\" password=\"secret\" roles=\"restante-all\"/>",
                        user(ConsoleClient.ADMINISTRATOR, "restante-all")
                                + user(ConsoleClient.USER_WITHOUT_ROLE, "accounting")));
    }

    private static String user(String user, String role) {
        return String.format(
                Locale.ROOT,
                "<user username=\"%s\" password=\"%s\" roles=\"%s\"/>",
                user,
                ConsoleClient.PASSWORD,
                role);
    }

    /**
     * Sets the HTTP port, disables the shutdown port, and shortens the interval at which Tomcat detects changed
     * applications.
     */
    private void configureTomcat(Path file) throws IOException {
        String xml = Files.readString(file);
        xml = DocumentationPage.replaced(xml, "port=\"8080\"", "port=\"" + port + "\"");
        xml = DocumentationPage.replaced(xml, "port=\"8005\"", "port=\"-1\"");
        xml = DocumentationPage.replaced(
                xml, "<Engine name=\"Catalina\"", "<Engine backgroundProcessorDelay=\"1\" name=\"Catalina\"");
        Files.writeString(file, xml);
    }

    private String descriptor() throws IOException {
        String xml = DocumentationPage.replaced(
                page().block("ra.xml"), "jdbc:postgresql://localhost:5432/messages", databases.messagesUrl());
        xml = DocumentationPage.replaced(
                xml, "  </resourceadapter>", page().block("console.xml") + "  </resourceadapter>");
        if (adapter == AdapterConfiguration.AS_DOCUMENTED) {
            return xml;
        }
        String properties = adapter.properties(databases).entrySet().stream()
                .map(property -> String.format(
                        Locale.ROOT,
                        """
                        <config-property>
                          <config-property-name>%s</config-property-name>
                          <config-property-type>java.lang.String</config-property-type>
                          <config-property-value>%s</config-property-value>
                        </config-property>
                        """,
                        property.getKey(),
                        property.getValue()))
                .collect(Collectors.joining());
        return xml.substring(0, xml.indexOf("    <config-property>"))
                + properties
                + xml.substring(xml.indexOf("    <outbound-resourceadapter>"));
    }

    private static void unpack(Path archive, Path to) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(archive)) {
            copy(files.getPath("/"), to);
        }
    }

    @Override
    ProcessBuilder command() {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(jvmArguments());
        // The start script of the server passes the same options.
        command.addAll(List.of(
                "-javaagent:" + home.resolve("lib/openejb-javaagent.jar"),
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED",
                "-Djava.util.logging.config.file=" + base.resolve("conf/logging.properties"),
                "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
                "-Dcatalina.home=" + home,
                "-Dcatalina.base=" + base,
                "-Djava.io.tmpdir=" + base.resolve("temp"),
                "-classpath",
                home.resolve("bin/bootstrap.jar") + ":" + home.resolve("bin/tomcat-juli.jar"),
                "org.apache.catalina.startup.Bootstrap",
                "start"));
        return new ProcessBuilder(command).directory(base.toFile());
    }

    @Override
    void deployProbe() throws Exception {
        Files.copy(archives.probe(), probe);
        awaitApplication("/probe/ready");
    }

    @Override
    void undeployProbe() throws Exception {
        Files.delete(probe);
        awaitProbeGone();
        ConditionWaiter.untilTrue(
                "unpacked files deleted", UNDEPLOY_TIMEOUT, () -> !Files.exists(base.resolve("webapps/probe")));
    }

    @Override
    Path embeddedStore() {
        return base.resolve("data/restante");
    }
}
