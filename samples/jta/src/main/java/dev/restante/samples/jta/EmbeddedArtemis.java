package dev.restante.samples.jta;

import java.nio.file.Path;
import org.apache.activemq.artemis.core.config.Configuration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.remoting.impl.invm.InVMConnector;
import org.apache.activemq.artemis.core.server.JournalType;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;

/** Artemis server in the JVM of the sample, as the second provider. */
final class EmbeddedArtemis implements AutoCloseable {

    private final EmbeddedActiveMQ server;

    private EmbeddedArtemis(EmbeddedActiveMQ server) {
        this.server = server;
    }

    static EmbeddedArtemis start(Path directory) throws Exception {
        Configuration configuration = new ConfigurationImpl()
                .setJournalType(JournalType.NIO)
                .setJournalDirectory(directory.resolve("journal").toString())
                .setBindingsDirectory(directory.resolve("bindings").toString())
                .setPagingDirectory(directory.resolve("paging").toString())
                .setLargeMessagesDirectory(directory.resolve("large").toString())
                .setSecurityEnabled(false)
                .addAcceptorConfiguration("vm", "vm://0");
        EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
        server.start();
        return new EmbeddedArtemis(server);
    }

    String url() {
        return "vm://0";
    }

    @Override
    public void close() throws Exception {
        server.stop();
        // Otherwise its threads would keep the JVM alive for a minute.
        InVMConnector.resetThreadPool();
    }
}
