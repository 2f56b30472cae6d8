package dev.restante.jta;

import dev.restante.testing.Directories;
import dev.restante.testserver.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/**
 * Artemis server of a test JVM, with a journal in files, on the loopback address. It starts at its first use and stops
 * with the JVM.
 */
final class ArtemisServer {

    private ArtemisServer() {}

    private static final class Running {
        static final String URL = "tcp://127.0.0.1:" + FreePort.find();
        static final EmbeddedActiveMQ SERVER = start();

        private static EmbeddedActiveMQ start() {
            // Artemis warns of killed clients, and these tests kill clients on purpose.
            System.setProperty("org.slf4j.simpleLogger.log.org.apache.activemq.artemis", "error");
            try {
                Path directory = Files.createTempDirectory("restante-artemis");
                Configuration configuration = new ConfigurationImpl()
                        .setJournalType(JournalType.NIO)
                        .setJournalDirectory(directory.resolve("journal").toString())
                        .setBindingsDirectory(directory.resolve("bindings").toString())
                        .setPagingDirectory(directory.resolve("paging").toString())
                        .setLargeMessagesDirectory(directory.resolve("large").toString())
                        .setSecurityEnabled(false)
                        .setMaxDiskUsage(-1)
                        .addAddressSetting(
                                "#",
                                new AddressSettings()
                                        .setDeadLetterAddress(SimpleString.of("DLQ"))
                                        .setExpiryAddress(SimpleString.of("DLQ")))
                        .addAcceptorConfiguration("loopback", URL);
                EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
                server.start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, directory)));
                return server;
            } catch (Exception e) {
                throw new IllegalStateException("Artemis does not start", e);
            }
        }

        private static void stop(EmbeddedActiveMQ server, Path directory) {
            try {
                server.stop();
            } catch (Exception e) {
                throw new IllegalStateException("Artemis does not stop", e);
            } finally {
                Directories.delete(directory);
            }
        }
    }

    /** Returns the URL for clients on this machine. */
    static String url() {
        return Running.SERVER.getActiveMQServer().isStarted() ? Running.URL : "";
    }

    static int clients() {
        return Running.SERVER.getActiveMQServer().getConnectionCount();
    }
}
