package dev.restante.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Payara Micro server. It has no external deployment tool, so a servlet of the tests runs commands inside the server.
 */
final class PayaraMicroServer extends ApplicationServer {

    private final Path jar = installation("payara-micro").resolve("payara-micro.jar");
    private final Path root = directory.resolve("data");
    private boolean configured;

    PayaraMicroServer(DeploymentArchives archives, ServerDatabases.DatabasePair databases, AdapterConfiguration adapter)
            throws IOException {
        super(archives, databases, adapter);
    }

    @Override
    DocumentationPage page() throws IOException {
        return DocumentationPage.of("payara.md");
    }

    @Override
    void configure() throws Exception {
        String script = AsadminScript.of(this, "restante.commands", "\\")
                + page().block("console.commands")
                + user(ConsoleClient.ADMINISTRATOR, "restante-all")
                + user(ConsoleClient.USER_WITHOUT_ROLE, "accounting")
                + "deploy --name console console.war\n";
        Files.writeString(directory.resolve("restante.commands"), script);
        Files.writeString(
                directory.resolve("console.password"), "AS_ADMIN_USERPASSWORD=" + ConsoleClient.PASSWORD + "\n");
        for (Path archive : List.of(
                archives.restante(),
                archives.orders(),
                archives.driver(),
                archives.crash(),
                archives.probe(),
                archives.console(),
                archives.restanteConsole())) {
            Files.copy(archive, directory.resolve(archive.getFileName()));
        }
    }

    private static String user(String user, String group) {
        return "create-file-user --passwordfile console.password --groups " + group + " " + user + "\n";
    }

    @Override
    ProcessBuilder command() {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(jvmArguments());
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + directory,
                "-jar",
                jar.toString(),
                "--rootDir",
                root.toString(),
                "--addLibs",
                "postgresql.jar",
                "--nocluster",
                "--port",
                String.valueOf(port)));
        if (!configured) {
            configured = true;
            command.addAll(List.of("--postbootcommandfile", "restante.commands"));
        }
        return new ProcessBuilder(command).directory(directory.toFile());
    }

    @Override
    void deployProbe() throws Exception {
        post(
                "/console/run",
                "command",
                "deploy",
                "a",
                "--name",
                "b",
                "probe",
                "c",
                archives.probe().toString());
        awaitApplication("/probe/ready");
    }

    @Override
    void undeployProbe() throws Exception {
        post("/console/run", "command", "undeploy", "a", "probe");
        awaitProbeGone();
    }

    @Override
    Path embeddedStore() {
        return root.resolve("restante");
    }
}
