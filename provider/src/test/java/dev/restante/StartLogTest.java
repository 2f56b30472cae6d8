package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.ProductVersion;
import dev.restante.node.BrokerNode;
import dev.restante.testing.CapturedLog;
import jakarta.jms.JMSContext;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the start of a node")
class StartLogTest {

    @TempDir
    Path folder;

    @Test
    @DisplayName("one log line has the version, the store, the node and the number of queues")
    void shouldLogTheStart() throws Exception {
        String url = "jdbc:hsqldb:file:" + folder.resolve("store");
        try (RestanteConnectionFactory earlier = new RestanteConnectionFactory(url);
                RestanteAdmin admin = earlier.admin()) {
            admin.createQueue("a", QueueOptions.defaults());
            admin.createQueue("b", QueueOptions.defaults());
        }
        List<String> lines;
        try (CapturedLog log = new CapturedLog(BrokerNode.class);
                RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                JMSContext context = factory.createContext()) {
            lines = log.lines().stream()
                    .filter(line -> line.contains("BrokerNode"))
                    .toList();
        }
        assertThat(lines).singleElement().satisfies(line -> assertThat(line)
                .contains(" INFO ")
                .contains("Restante " + ProductVersion.TEXT)
                .contains(url)
                .contains("Node name: 'jvm-" + ProcessHandle.current().pid() + "'")
                .endsWith("queues: 2"));
    }
}
