package dev.restante.surface;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.Cron;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Message;
import java.io.File;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.hsqldb.jdbc.JDBCDriver;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;

/** Test of an application that is a module. The module path contains only the required libraries of Restante. */
class ModulePathTest {

    private static final String APPLICATION =
            """
            package app;

            import dev.restante.RestanteConnectionFactory;
            import dev.restante.jndi.RestanteInitialContextFactory;
            import jakarta.jms.JMSContext;
            import java.lang.management.ManagementFactory;
            import java.util.Hashtable;
            import javax.management.MBeanServer;
            import javax.management.ObjectName;
            import javax.naming.Context;
            import javax.naming.InitialContext;

            public final class Main {
                public static void main(String[] arguments) throws Exception {
                    Hashtable<String, Object> environment = new Hashtable<>();
                    environment.put(Context.INITIAL_CONTEXT_FACTORY, RestanteInitialContextFactory.class.getName());
                    environment.put(Context.PROVIDER_URL, arguments[0]);
                    try (var factory = (RestanteConnectionFactory)
                                    new InitialContext(environment).lookup("ConnectionFactory");
                            JMSContext context = factory.createContext()) {
                        var queue = context.createQueue("q");
                        context.createProducer().send(queue, "sent by " + Main.class.getModule());
                        context.createProducer()
                                .setProperty("JMS_Restante_ScheduleCron", "0 0 1 1 *")
                                .send(queue, "repeated");
                        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
                        ObjectName bean = beans.queryNames(new ObjectName("dev.restante:type=Node,*"), null).iterator().next();
                        System.out.println(String.join(",", (String[]) beans.getAttribute(bean, "Queues")));
                        System.out.println(context.createConsumer(queue).receiveBody(String.class, 30_000));
                    }
                }
            }
            """;

    private final Path modules;

    ModulePathTest(@TempDir Path modules) {
        this.modules = modules;
    }

    @Test
    @DisplayName("a module sends to and receives from an embedded store")
    void shouldServeModulesWithFiles() throws Exception {
        compile("requires java.management;", APPLICATION);
        String said = run(
                List.of(
                        "--add-exports=org.hsqldb/org.hsqldb=dev.restante",
                        "--add-exports=org.hsqldb/org.hsqldb.persist=dev.restante"),
                "jdbc:hsqldb:file:" + modules.resolve("store") + ";restante.jmx=true");
        assertThat(said).contains("q\nsent by module app\n");
    }

    @Test
    @DisplayName("a module sends to and receives from PostgreSQL")
    void shouldServeModulesWithPostgres() throws Exception {
        compile("requires java.management;", APPLICATION);
        String said = run(List.of(), PostgresServer.newEmptyDatabase() + "&restante.jmx=true");
        assertThat(said).contains("q\nsent by module app\n");
    }

    @Test
    @DisplayName("a module without access to HSQLDB gets a failure that names the missing start options")
    void shouldSayWhatEmbeddedStoresNeed() throws Exception {
        compile("requires java.management;", APPLICATION);
        String said = run(List.of(), "jdbc:hsqldb:mem:hidden");
        assertThat(said)
                .contains("HSQLDB does not export its internal packages to module dev.restante. Start Java with"
                        + " --add-exports org.hsqldb/org.hsqldb=dev.restante"
                        + " --add-exports org.hsqldb/org.hsqldb.persist=dev.restante");
    }

    @Test
    @DisplayName("the module exports exactly the public packages")
    void shouldExportThePublicPackagesOnly() throws Exception {
        ModuleDescriptor descriptor = ModuleFinder.of(path(RestanteConnectionFactory.class))
                .find("dev.restante")
                .orElseThrow()
                .descriptor();
        assertThat(descriptor.exports())
                .noneMatch(ModuleDescriptor.Exports::isQualified)
                .extracting(ModuleDescriptor.Exports::source)
                .containsExactlyInAnyOrderElementsOf(PublicPackages.NAMES);
        assertThat(descriptor.opens()).isEmpty();
        assertThat(compile("", "package app; class Main { dev.restante.node.BrokerNode node; }"))
                .contains("package dev.restante.node is not visible");
    }

    /** Compiles the module {@code app} and returns the output of the compiler. */
    private String compile(String directive, String main) throws Exception {
        Path source = Files.createDirectories(modules.resolve("source"));
        List<Path> files = List.of(
                Files.writeString(
                        source.resolve("module-info.java"), "module app { requires dev.restante; " + directive + " }"),
                Files.writeString(source.resolve("Main.java"), main));
        StringWriter said = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, UTF_8)) {
            boolean done = compiler.getTask(
                            said,
                            manager,
                            null,
                            List.of("-proc:none", "-d", modules.resolve("app").toString(), "-p", libraries()),
                            null,
                            manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(done).as("%s", said).isEqualTo(said.toString().isEmpty());
        }
        return said.toString();
    }

    /** Runs the module {@code app} and returns its output. */
    private String run(List<String> options, String argument) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-p",
                modules.resolve("app") + File.pathSeparator + libraries(),
                "-m",
                "app/app.Main",
                argument));
        Path said = modules.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(said);
    }

    private static String libraries() throws URISyntaxException {
        List<Path> paths = new ArrayList<>();
        for (Class<?> each : List.of(
                RestanteConnectionFactory.class,
                Message.class,
                JDBCDriver.class,
                HikariDataSource.class,
                Cron.class,
                Logger.class,
                NullMarked.class,
                org.postgresql.Driver.class)) {
            paths.add(path(each));
        }
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static Path path(Class<?> of) throws URISyntaxException {
        return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
