package dev.restante.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Open Liberty server. The probe is in the directory {@code dropins}, which the server watches. */
final class OpenLibertyServer extends ApplicationServer {

    private static final String SERVER = "shop";

    private final Path home = installation("open-liberty").resolve("wlp");
    private final Path user = directory.resolve("usr");
    private final Path base = user.resolve("servers").resolve(SERVER);
    private final Path probe = base.resolve("dropins/probe.war");

    OpenLibertyServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        super(archives, databases, adapter);
    }

    @Override
    DocumentationPage page() throws IOException {
        return DocumentationPage.of("open-liberty.md");
    }

    @Override
    void configure() throws Exception {
        Files.createDirectories(base.resolve("apps"));
        Files.createDirectories(base.resolve("dropins"));
        String xml = documentationBlock("server.xml");
        xml = DocumentationPage.replaced(xml, "\"9080\"", "\"" + port + "\"");
        String properties =
                "<properties.restante url=\"" + databases.messagesUrl() + "\" user=\"restante\" password=\"secret\"/>";
        String wanted = adapter.properties(databases).entrySet().stream()
                .map(property -> " " + property.getKey() + "=\"" + property.getValue() + "\"")
                .collect(Collectors.joining("", "<properties.restante", "/>"));
        xml = DocumentationPage.replaced(xml, properties, wanted);
        xml = DocumentationPage.replaced(
                xml,
                "</server>",
                """
                <resourceAdapter id="crash" location="${server.config.dir}/crash.rar"/>
                <connectionFactory jndiName="eis/crash"><connectionManager maxPoolSize="50"/><properties.crash/></connectionFactory>
                <jmsQueue id="probe.in" jndiName="jms/probe.in"><properties.restante name="probe.in"/></jmsQueue>
                <jmsQueue id="probe.near" jndiName="jms/probe.near"><properties.restante name="probe.near"/></jmsQueue>
                <jmsQueue id="probe.load" jndiName="jms/probe.load"><properties.restante name="probe.load"/></jmsQueue>
                <jmsActivationSpec id="probe/Forwarder"><properties.restante/></jmsActivationSpec>
                <jmsActivationSpec id="probe/DataSourceForwarder"><properties.restante/></jmsActivationSpec>
                <jmsActivationSpec id="probe/RowWriterBean"><properties.restante/></jmsActivationSpec>
                </server>
                """);
        Files.writeString(base.resolve("server.xml"), xml);
        String console = DocumentationPage.replaced(
                page().block("restante-console.xml"),
                "<user name=\"ann\" password=\"secret\"/>",
                String.format(
                        Locale.ROOT,
                        "<user name=\"%s\" password=\"%s\"/><user name=\"%s\" password=\"%s\"/>",
                        ConsoleClient.ADMINISTRATOR,
                        ConsoleClient.PASSWORD,
                        ConsoleClient.USER_WITHOUT_ROLE,
                        ConsoleClient.PASSWORD));
        Files.writeString(
                Files.createDirectories(base.resolve("configDropins/overrides")).resolve("restante-console.xml"),
                console);
        Files.copy(archives.driver(), base.resolve("postgresql.jar"));
        Files.copy(archives.restante(), base.resolve("restante.rar"));
        Files.copy(archives.crash(), base.resolve("crash.rar"));
        Files.copy(archives.orders(), base.resolve("apps/orders.war"));
        Files.copy(archives.restanteConsole(), base.resolve("apps/restante-console.war"));
        Files.copy(archives.probe(), probe);
    }

    @Override
    ProcessBuilder command() throws IOException {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(jvmArguments());
        // The start script of the server passes the same options.
        try (Stream<String> lines = Files.lines(home.resolve("lib/platform/java/java9.options"))) {
            command.addAll(lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList());
        }
        command.addAll(List.of(
                "-Djava.awt.headless=true",
                "-javaagent:" + home.resolve("bin/tools/ws-javaagent.jar"),
                "-jar",
                home.resolve("bin/tools/ws-server.jar").toString(),
                SERVER));
        ProcessBuilder builder = new ProcessBuilder(command).directory(base.toFile());
        builder.environment().put("WLP_USER_DIR", user.toString());
        return builder;
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
    }

    @Override
    List<Path> logs() {
        Path messages = base.resolve("logs/messages.log");
        return Stream.concat(super.logs().stream(), Stream.of(messages).filter(Files::exists))
                .toList();
    }

    @Override
    Path embeddedStore() {
        return base.resolve("restante");
    }
}
