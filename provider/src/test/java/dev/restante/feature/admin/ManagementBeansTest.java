package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.NodeMXBean;
import dev.restante.admin.Policy;
import dev.restante.admin.QueueMXBean;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicMXBean;
import dev.restante.admin.TopicOptions;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("management beans")
class ManagementBeansTest {

    @TempDir
    private Path folder;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private RestanteConnectionFactory factory;

    @BeforeEach
    void open() {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:file:" + folder.resolve("beans"));
        factory.setLingerDuration(Duration.ZERO);
        assertThat(factory.isJmx()).isFalse();
        factory.setJmx(true);
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private Set<String> names() throws Exception {
        return server.queryNames(new ObjectName("dev.restante:*"), null).stream()
                .map(name -> name.getKeyProperty("type") + " " + name.getKeyProperty("name"))
                .collect(Collectors.toSet());
    }

    private <T> T bean(String type, String name, Class<T> kind) throws Exception {
        ObjectName pattern = new ObjectName(
                "dev.restante:type=" + type + (name == null ? "" : ",name=" + ObjectName.quote(name)) + ",*");
        Set<ObjectName> found = server.queryNames(pattern, null);
        assertThat(found).hasSize(1);
        return JMX.newMXBeanProxy(server, found.iterator().next(), kind);
    }

    @Test
    @DisplayName(
            "VIS-10, BEY-03, BEY-04 a bean of each entity counts, peeks, purges and redrives, until its node closes")
    void shouldManage() throws Exception {
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            NodeMXBean node = bean("Node", null, NodeMXBean.class);
            assertThat(node.getStore()).contains("beans");
            node.createQueue("q");
            node.copyQueue("q", "r");
            assertThat(node.getQueues()).containsExactly("q", "r");
            assertThat(node.getOrphanedMessages()).isEmpty();
            assertThatThrownBy(() -> node.moveOrphanedMessages(4711, "q")).hasMessageContaining("4711");
            assertThatThrownBy(() -> node.removeOrphanedMessages(4711)).hasMessageContaining("4711");
            assertThatThrownBy(() -> node.createQueue("q"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("RESTANTE-ENTITY-INVALID");
            admin.topics().create("news", TopicOptions.defaults());
            admin.topics().createSubscription("news", null, "s", true, null, QueueOptions.defaults());
            context.createProducer().send(context.createQueue("q"), "a");
            context.createProducer().send(context.createTopic("news"), "b");
        }
        factory.close();
        assertThat(names()).isEmpty();

        open();
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            NodeMXBean node = bean("Node", null, NodeMXBean.class);
            assertThat(names())
                    .as("beans of the entities that exist when the node opens")
                    .hasSize(8)
                    .contains(
                            "Queue \"q\"",
                            "DeadLetterQueue \"q/$DeadLetterQueue\"",
                            "Topic \"news\"",
                            "Subscription \"news/Subscriptions/:s\"");

            QueueMXBean queue = bean("Queue", "q", QueueMXBean.class);
            assertThat(queue.getOptions())
                    .containsEntry("lockDuration", "PT30S")
                    .containsEntry("maxInFlight", "120000")
                    .doesNotContainKey("forwardTo");
            assertThat(queue.getOptions().keySet())
                    .isEqualTo(QueueOption.all().stream()
                            .filter(option -> QueueOptions.defaults().get(option) != null)
                            .map(QueueOption::name)
                            .collect(Collectors.toSet()));
            assertThat(queue.getOptionOrigins()).isEmpty();
            admin.policies().set(new Policy("#", QueueOptions.defaults().withMaxDeliveryCount(3)));
            assertThat(queue.getOptionOrigins()).isEqualTo(Map.of("maxDeliveryCount", "policy #"));
            assertThat(queue.getAvailable()).isEqualTo(1);
            assertThat(queue.getOldestAgeMillis()).isNotNegative();
            assertThat(queue.peek("", 10)).singleElement().asString().contains("AVAILABLE");
            assertThat(queue.breakLock(1, 0)).isEqualTo("NOT_LOCKED");
            assertThat(queue.undefer(1)).isFalse();
            assertThat(queue.redrive("r", "", 0, 0)).isEqualTo(1);
            assertThat(admin.statistics("r").available()).isEqualTo(1);
            assertThat(bean("Queue", "r", QueueMXBean.class).purge("")).isEqualTo(1);
            assertThat(bean("Topic", "news", TopicMXBean.class).getSubscriptionCount())
                    .isEqualTo(1);
            assertThat(bean("Subscription", "news/Subscriptions/:s", QueueMXBean.class)
                            .purge(""))
                    .isEqualTo(1);
            assertThat(node.deleteQueue("r", false)).isTrue();
            node.createQueue("later");
            JmsContract.eventually(
                    "the new queue has a bean and the deleted queue has none",
                    () -> names().contains("DeadLetterQueue \"later/$DeadLetterQueue\"")
                            && !names().contains("Queue \"r\""));
            assertThat(names()).hasSize(8).contains("Queue \"later\"");
            context.createProducer().send(context.createQueue("later"), "c");
            assertThat(bean("Queue", "later", QueueMXBean.class).getSent()).isEqualTo(1);
        }
        factory.close();
        assertThat(names()).isEmpty();
    }
}
