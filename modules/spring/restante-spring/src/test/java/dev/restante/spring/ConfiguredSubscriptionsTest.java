package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.TopicOptions;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Configured subscriptions")
class ConfiguredSubscriptionsTest {

    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;

    @BeforeEach
    void open() throws JMSException {
        factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:subscriptions");
        admin = factory.admin();
    }

    @AfterEach
    void close() throws JMSException {
        admin.close();
        factory.close();
    }

    private String apply(EntityManagement management, Map<String, ?> subscription) throws JMSException {
        return ConfiguredEntitiesTest.log(
                new ConfiguredEntities(Map.of(), Map.of(), Map.of("sports", subscription), Map.of(), management),
                admin);
    }

    private SubscriptionDescription only() throws JMSException {
        List<SubscriptionDescription> all = admin.topics().subscriptions("news");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private List<SubscriptionRule> rules() throws JMSException {
        return admin.topics().rules(null, "sports").list();
    }

    @Test
    @DisplayName(
            "a subscription is created with its topic, options and selector, and is shared unless it has a client id")
    void shouldCreate() throws JMSException {
        apply(
                EntityManagement.CREATE,
                Map.of("topic", "news", "selector", "kind = 'sports'", "max-delivery-count", "3"));
        assertThat(only().name()).isEqualTo("sports");
        assertThat(only().shared()).isTrue();
        assertThat(only().selector()).isEqualTo("kind = 'sports'");
        assertThat(only().options()).isEqualTo(QueueOptions.defaults().withMaxDeliveryCount(3));
        assertThat(rules()).containsExactly(SubscriptionRule.defaultRule("kind = 'sports'"));
        apply(EntityManagement.CREATE, Map.of("topic", "weather", "client-id", "roof", "name", "storms"));
        SubscriptionDescription own = admin.topics().subscriptions("weather").get(0);
        assertThat(own.clientId()).isEqualTo("roof");
        assertThat(own.name()).isEqualTo("storms");
        assertThat(own.shared()).isFalse();
    }

    @Test
    @DisplayName("WILD-01 a subscription is created with a pattern, in the notation of ActiveMQ Classic too")
    void shouldCreateByPattern() throws JMSException {
        for (String topic : List.of("news.>", "news.#", "news.>")) {
            assertThat(apply(EntityManagement.CREATE, Map.of("topic", topic))).doesNotContain("differs");
        }
        assertThat(admin.topics().subscriptions("news.#")).hasSize(1);
        assertThat(admin.topics().list()).isEmpty();
        assertThat(apply(EntityManagement.CREATE, Map.of("topic", "news.*")))
                .contains("it belongs to the topic 'news.#'");
    }

    @Test
    @DisplayName("TOP-03 a new subscription has exactly the configured rules")
    void shouldCreateRules() throws JMSException {
        apply(
                EntityManagement.CREATE,
                Map.of(
                        "topic",
                        "news",
                        "rules",
                        Map.of(
                                "all",
                                "",
                                "goals",
                                Map.of("selector", "goals > 3", "copy", "true"),
                                "shop.finals",
                                Map.of(
                                        "match", Map.of("JMSType", "final", "round:int", "1", "home", "Ulm"),
                                        "set", Map.of("urgent:boolean", "true"),
                                        "unset", "draft, note"))));
        assertThat(rules())
                .containsExactlyInAnyOrder(
                        new SubscriptionRule("all", RuleFilter.matchAll()),
                        new SubscriptionRule("goals", RuleFilter.selector("goals > 3"), RuleAction.markOnly()),
                        new SubscriptionRule(
                                "shop.finals",
                                RuleFilter.correlation("JMSType", "final")
                                        .and("round", 1)
                                        .and("home", "Ulm"),
                                RuleAction.set("urgent", true)
                                        .andRemove("draft")
                                        .andRemove("note")));
    }

    @Test
    @DisplayName("TOP-03 missing rules are added, only mode update changes other rules, and no rule is removed")
    void shouldCompareRules() throws JMSException {
        admin.topics().create("news", TopicOptions.defaults());
        admin.topics().createSubscription("news", null, "sports", true, null, QueueOptions.defaults());
        Map<String, ?> first =
                Map.of("topic", "news", "rules", Map.of("goals", Map.of("match", Map.of("kind", "goal"))));
        assertThat(apply(EntityManagement.NONE, first)).contains("has no rule 'goals'");
        assertThat(rules()).hasSize(1);
        assertThat(apply(EntityManagement.CREATE, first)).contains("has the rule '$Default', which is not configured");
        SubscriptionRule goals = new SubscriptionRule("goals", RuleFilter.correlation("kind", "goal"));
        assertThat(rules()).containsExactlyInAnyOrder(SubscriptionRule.defaultRule(null), goals);
        Map<String, ?> other =
                Map.of("topic", "news", "rules", Map.of("goals", Map.of("match", Map.of("kind", "own"))));
        assertThat(apply(EntityManagement.CREATE, other)).contains("WARN", "has a rule 'goals' that differs");
        assertThat(rules()).contains(goals);
        apply(EntityManagement.UPDATE, other);
        assertThat(rules())
                .containsExactlyInAnyOrder(
                        SubscriptionRule.defaultRule(null),
                        new SubscriptionRule("goals", RuleFilter.correlation("kind", "own")));
        assertThat(apply(EntityManagement.UPDATE, Map.of("topic", "news")))
                .as("differences of a subscription without configured rules")
                .isEmpty();
    }

    @Test
    @DisplayName(
            "differences are logged, and mode update changes the options but not the topic, the kind or the selector")
    void shouldUpdateOnDemand() throws JMSException {
        admin.topics().create("news", TopicOptions.defaults());
        admin.topics().createSubscription("news", null, "sports", true, "kind = 'sports'", QueueOptions.defaults());
        Map<String, ?> other =
                Map.of("topic", "weather", "selector", "kind = 'rain'", "shared", "true", "max-delivery-count", "3");
        assertThat(apply(EntityManagement.CREATE, other))
                .contains(
                        "has options that differ from the configured options {maxDeliveryCount=3}",
                        "it belongs to the topic 'news'. This cannot be changed",
                        "it has the selector 'kind = 'sports''");
        assertThat(only().options()).isEqualTo(QueueOptions.defaults());
        apply(EntityManagement.UPDATE, other);
        assertThat(only().options().maxDeliveryCount()).isEqualTo(3);
        assertThat(only().selector()).isEqualTo("kind = 'sports'");
    }

    @Test
    @DisplayName("mode none creates no subscription and logs that it is missing")
    void shouldManageNothing() throws JMSException {
        assertThat(apply(EntityManagement.NONE, Map.of("topic", "news")))
                .contains("Subscription 'sports' of topic 'news' is configured but does not exist");
        assertThat(admin.topics().list()).isEmpty();
    }

    @Test
    @DisplayName("an invalid subscription is rejected with the name of its property")
    void shouldRefuse() {
        refused(Map.of(), "restante.subscriptions.sports: A subscription needs a topic");
        refused(Map.of("topic", "news", "shared", "false"), "needs a client-id");
        refused(Map.of("topic", "news", "time-to-live", "1h"), "restante.subscriptions.sports.time-to-live");
        refused(Map.of("topic", "news", "selector", "kind ="), "restante.subscriptions.sports");
        refused(rule(Map.of("where", "x")), "restante.subscriptions.sports.rules.r: A rule does not support [where]");
        refused(rule(Map.of("selector", "a = 1", "match", Map.of("a", "1"))), "cannot have both");
        refused(rule(Map.of("match", Map.of("a:int", "x"))), "'x' is not a valid int");
        refused(rule(Map.of("match", Map.of("a:date", "x"))), "Type 'date' does not exist");
        refused(rule(Map.of("match", "x")), "is not a map of names and values");
        refused(rule(Map.of("set", Map.of("JMSType", "x"))), "JMSType");
    }

    private static Map<String, ?> rule(Map<String, ?> parts) {
        return Map.of("topic", "news", "rules", Map.of("r", parts));
    }

    private void refused(Map<String, ?> subscription, String message) {
        assertThatExceptionOfType(StoreConfigurationException.class)
                .isThrownBy(() -> apply(EntityManagement.CREATE, subscription))
                .withMessageContaining(message);
    }
}
