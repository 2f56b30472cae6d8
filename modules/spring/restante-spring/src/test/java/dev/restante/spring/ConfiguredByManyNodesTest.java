package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicDescription;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.testserver.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DisplayName("Several nodes that start concurrently with the same configuration")
class ConfiguredByManyNodesTest {

    private static final int NODES = 4;

    private final List<RestanteConnectionFactory> factories = new ArrayList<>();
    private final List<RestanteAdmin> admins = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(NODES);

    @BeforeEach
    void open() throws Exception {
        String url = TestPostgres.newDatabase();
        for (int node = 0; node < NODES; node++) {
            RestanteConnectionFactory factory = new RestanteConnectionFactory(url + "&ApplicationName=node" + node);
            factories.add(factory);
            admins.add(factory.admin());
        }
    }

    @AfterEach
    void close() throws Exception {
        threads.shutdownNow();
        for (RestanteAdmin each : admins) {
            each.close();
        }
        for (RestanteConnectionFactory each : factories) {
            each.close();
        }
    }

    private void applyOnAll(EntityManagement management, String timeToLive, Map<String, ?> rules) throws Exception {
        CyclicBarrier start = new CyclicBarrier(NODES);
        List<Future<?>> all = new ArrayList<>();
        for (RestanteAdmin admin : admins) {
            all.add(threads.submit(() -> {
                ConfiguredEntities entities = new ConfiguredEntities(
                        Map.of(
                                "orders",
                                Map.of("dead-letter-to", "dead", "default-time-to-live", timeToLive),
                                "dead",
                                ""),
                        Map.of("news", Map.of("default-time-to-live", timeToLive)),
                        Map.of("sports", Map.of("topic", "news", "rules", rules)),
                        Map.of("orders", Map.of("pattern", "parcels.#", "max-delivery-count", "3")),
                        management);
                start.await();
                entities.apply(admin);
                return null;
            }));
        }
        for (Future<?> each : all) {
            each.get();
        }
    }

    @RepeatedTest(5)
    @DisplayName("several nodes create each entity once, and change it concurrently without a failure")
    void shouldAgree() throws Exception {
        applyOnAll(EntityManagement.CREATE, "10m", Map.of("goals", Map.of("selector", "kind = 'goal'")));
        applyOnAll(
                EntityManagement.UPDATE, "20m", Map.of("goals", Map.of("selector", "kind = 'own goal'"), "finals", ""));
        RestanteAdmin admin = admins.get(0);
        assertThat(admin.queues())
                .extracting(QueueDescription::name)
                .filteredOn(name -> !name.contains("$"))
                .containsExactlyInAnyOrder("orders", "dead");
        assertThat(admin.queue("orders").options().defaultTimeToLive()).hasMinutes(20);
        assertThat(admin.topics().list()).extracting(TopicDescription::name).containsExactly("news");
        assertThat(admin.topics().subscriptions("news"))
                .extracting(SubscriptionDescription::name)
                .containsExactly("sports");
        assertThat(admin.topics().rules(null, "sports").list())
                .containsExactlyInAnyOrder(
                        new SubscriptionRule("goals", RuleFilter.selector("kind = 'own goal'")),
                        new SubscriptionRule("finals", RuleFilter.matchAll()));
    }
}
