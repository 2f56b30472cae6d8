package dev.restante.servers;

import dev.restante.servers.console.ServerCommandServlet;
import dev.restante.servers.crash.CrashFiles;
import dev.restante.servers.misspelt.Forwarder;
import dev.restante.servers.probe.ProbeWork;
import dev.restante.servers.throughput.ThroughputServlet;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Archives to deploy: Restante and its console, the sample, the database driver, and archives of test classes. */
record DeploymentArchives(
        Path restante,
        Path restanteConsole,
        Path orders,
        Path driver,
        Path crash,
        Path probe,
        Path console,
        Path throughput) {

    private static final Path DESCRIPTORS = Path.of("src/test");

    static DeploymentArchives collect() throws IOException, URISyntaxException {
        Path directory = Path.of(System.getProperty("servers.build")).resolve("archives");
        Path crash = directory.resolve("crash.rar");
        Path classes = directory.resolve("crash.jar");
        zip(classes, "", CrashFiles.class, List.of());
        zip(crash, null, null, List.of(DESCRIPTORS.resolve("crash")), classes);
        Path probe = directory.resolve("probe.war");
        zip(probe, "WEB-INF/classes/", ProbeWork.class, List.of(DESCRIPTORS.resolve("probe")));
        Path console = directory.resolve("console.war");
        zip(console, "WEB-INF/classes/", ServerCommandServlet.class, List.of());
        Path throughput = directory.resolve("throughput.war");
        zip(throughput, "WEB-INF/classes/", ThroughputServlet.class, List.of(DESCRIPTORS.resolve("throughput")));
        return new DeploymentArchives(
                directory.resolve("restante.rar"),
                directory.resolve("restante-console.war"),
                directory.resolve("orders.war"),
                directory.resolve("postgresql.jar"),
                crash,
                probe,
                console,
                throughput);
    }

    /** Returns these archives with a probe whose message-driven bean sets a property that does not exist. */
    DeploymentArchives withMisspeltProbe() throws IOException, URISyntaxException {
        Path directory = Files.createDirectories(probe.resolveSibling("misspelt"));
        Path other = directory.resolve(probe.getFileName());
        zip(other, "WEB-INF/classes/", Forwarder.class, List.of(DESCRIPTORS.resolve("misspelt")));
        return new DeploymentArchives(restante, restanteConsole, orders, driver, crash, other, console, throughput);
    }

    /**
     * Writes an archive with the classes of the package of {@code sampleClass}, the files of {@code directories}, and
     * {@code files} at the top level. The names of the class entries begin with {@code prefix}.
     */
    private static void zip(Path archive, String prefix, Class<?> sampleClass, List<Path> directories, Path... files)
            throws IOException, URISyntaxException {
        try (OutputStream out = Files.newOutputStream(archive);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            if (sampleClass != null) {
                Path root = Path.of(sampleClass
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI());
                Path of = root.resolve(sampleClass.getPackageName().replace('.', '/'));
                try (Stream<Path> found = Files.list(of)) {
                    for (Path file : found.toList()) {
                        add(zip, prefix + root.relativize(file), file);
                    }
                }
            }
            for (Path directory : directories) {
                try (Stream<Path> found = Files.walk(directory)) {
                    for (Path file : found.filter(Files::isRegularFile).toList()) {
                        add(zip, directory.relativize(file).toString(), file);
                    }
                }
            }
            for (Path file : files) {
                add(zip, file.getFileName().toString(), file);
            }
        }
    }

    private static void add(ZipOutputStream zip, String name, Path file) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(file, zip);
        zip.closeEntry();
    }
}
