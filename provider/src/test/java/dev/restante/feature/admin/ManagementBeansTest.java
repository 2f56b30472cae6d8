package dev.restante.feature.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.NodeMXBean;
import dev.restante.admin.QueueMXBean;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicMXBean;
import dev.restante.admin.TopicOptions;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSContext;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import javax.management.JMX;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Management beans")
class ManagementBeansTest {

    private static final String URL = "jdbc:hsqldb:mem:beans";
    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final RestanteConnectionFactory factory = new RestanteConnectionFactory(URL);

    @AfterEach
    void close() throws Exception {
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
            "VIS-10, BEY-03, BEY-04 each entity has a bean that counts, peeks, purges and redrives; they end with the node")
    void shouldManage() throws Exception {
        // What is there when the node is opened with beans has one at once.
        factory.setLingerDuration(Duration.ZERO);
        try (RestanteConnectionFactory before = new RestanteConnectionFactory(URL + "files")) {
            assertThat(before.isJmx()).isFalse();
        }
        factory.setJmx(true);
        try (RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            NodeMXBean node = bean("Node", null, NodeMXBean.class);
            assertThat(node.getStore()).contains("beans");
            node.createQueue("q");
            node.copyQueue("q", "r");
            assertThat(node.getQueues()).containsExactly("q", "r");
            assertThatThrownBy(() -> node.createQueue("q"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("RESTANTE-ENTITY-INVALID");
            admin.topics().create("news", TopicOptions.defaults());
            admin.topics().createSubscription("news", null, "s", true, null, QueueOptions.defaults());
            context.createProducer().send(context.createQueue("q"), "a");
            context.createProducer().send(context.createTopic("news"), "b");
            JmsContract.eventually("the beans are there", () -> names().size() == 8);
            assertThat(names())
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
            assertThat(queue.getAvailable()).isEqualTo(1);
            assertThat(queue.getSent()).isEqualTo(1);
            assertThat(queue.getOldestAgeMillis()).isNotNegative();
            assertThat(queue.peek("", 10)).singleElement().asString().contains("AVAILABLE");
            assertThat(queue.breakLock(1, 0)).isEqualTo("NOT_LOCKED");
            assertThat(queue.undefer(1)).isFalse();
            assertThat(queue.redrive("r", "", 0, 0)).isEqualTo(1);
            assertThat(admin.statistics("r").available()).isEqualTo(1);
            assertThat(bean("Queue", "r", QueueMXBean.class).purge("")).isEqualTo(1);
            assertThat(bean("Topic", "news", TopicMXBean.class).getSubscriptions())
                    .isEqualTo(1);
            assertThat(bean("Subscription", "news/Subscriptions/:s", QueueMXBean.class)
                            .purge(""))
                    .isEqualTo(1);
            assertThat(node.deleteQueue("r", false)).isTrue();
            JmsContract.eventually("its beans are gone", () -> names().size() == 6);
        }
        factory.close();
        assertThat(names()).isEmpty();
    }
}
