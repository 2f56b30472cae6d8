package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.spring.RestanteStore;
import dev.restante.spring.StoreConfigurationException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.jms.core.JmsTemplate;

@Timeout(60)
@DisplayName("Properties of an application for queues, topics and subscriptions")
class ConfiguredEntitiesOfApplicationTest {

    @Test
    @DisplayName("properties configure queues and topics with their options, in brackets if a name has dots")
    void shouldNameQueuesAndTopics() {
        Contexts.inMemory("named")
                .withPropertyValues(
                        "restante.queues.plain=",
                        "restante.queues.[shop.orders].redelivery-back-off.initial=5s",
                        "restante.queues.[shop.orders].max-delivery-count=3",
                        "restante.topics.news=",
                        "restante.topics.[shop.events].default-time-to-live=1h")
                .run(context -> {
                    try (RestanteAdmin admin = context.getBean(RestanteStore.class)
                            .restanteConnectionFactory()
                            .admin()) {
                        assertThat(admin.queue("plain").options()).isEqualTo(QueueOptions.defaults());
                        assertThat(admin.queue("shop.orders").options().maxDeliveryCount())
                                .isEqualTo(3);
                        assertThat(admin.topics().topic("news").options().defaultTimeToLive())
                                .isNull();
                        assertThat(admin.topics().topic("shop.events").options().defaultTimeToLive())
                                .isEqualTo(Duration.ofHours(1));
                    }
                });
    }

    @Test
    @DisplayName("TOP-03 properties configure subscriptions with options and rules, and these get messages before any"
            + " consumer")
    void shouldNameSubscriptions() {
        Contexts.inMemory("subscribed")
                .withPropertyValues(
                        "restante.subscriptions.[shop.finals].topic=shop.sports",
                        "restante.subscriptions.[shop.finals].max-delivery-count=3",
                        "restante.subscriptions.[shop.finals].rules.[of.the.cup].match.JMSType=cup",
                        "restante.subscriptions.[shop.finals].rules.[of.the.cup].set.urgentCase=yes")
                // The context runner would end the property name at its colon.
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new MapPropertySource(
                                "typed",
                                Map.of(
                                        "restante.subscriptions.[shop.finals].rules.[of.the.cup].match.[round:int]",
                                        "1"))))
                .run(context -> {
                    try (RestanteAdmin admin = context.getBean(RestanteStore.class)
                            .restanteConnectionFactory()
                            .admin()) {
                        SubscriptionDescription subscription =
                                admin.topics().subscriptions("shop.sports").get(0);
                        assertThat(subscription.name()).isEqualTo("shop.finals");
                        assertThat(subscription.options().maxDeliveryCount()).isEqualTo(3);
                        assertThat(admin.topics().rules(null, "shop.finals").list())
                                .containsExactly(new SubscriptionRule(
                                        "of.the.cup",
                                        RuleFilter.correlation("JMSType", "cup").and("round", 1),
                                        RuleAction.set("urgentCase", "yes")));
                        JmsTemplate jms = new JmsTemplate(
                                context.getBean(RestanteStore.class).connectionFactory());
                        jms.setPubSubDomain(true);
                        jms.convertAndSend("shop.sports", "1:0", message -> {
                            message.setJMSType("cup");
                            message.setIntProperty("round", 1);
                            return message;
                        });
                        jms.convertAndSend("shop.sports", "2:0");
                        assertThat(admin.topics()
                                        .statistics(null, "shop.finals")
                                        .available())
                                .isOne();
                    }
                });
    }

    @Test
    @DisplayName("the properties in docs/how-to/spring.md have the documented effect")
    void shouldBeAsDocumented() throws IOException {
        String page = Files.readString(Path.of("../../../docs/how-to/spring.md"));
        String block = page.substring(page.indexOf("```properties") + 13);
        Properties shown = new Properties();
        shown.load(new StringReader(block.substring(0, block.indexOf("```"))));
        Contexts.inMemory("documented")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new PropertiesPropertySource("docs", shown)))
                .run(context -> {
                    try (RestanteAdmin admin = context.getBean(RestanteStore.class)
                            .restanteConnectionFactory()
                            .admin()) {
                        assertThat(admin.topics().rules(null, "sports").list())
                                .containsExactly(
                                        new SubscriptionRule(
                                                "derbies", RuleFilter.selector("home = 'Ulm' OR guest = 'Ulm'")),
                                        new SubscriptionRule(
                                                "finals",
                                                RuleFilter.correlation("kind", "final"),
                                                RuleAction.set("urgent", "yes")));
                    }
                });
    }

    @Test
    @DisplayName("an unknown option is rejected before the application starts")
    void shouldRefuse() {
        Contexts.inMemory("refused")
                .withPropertyValues(
                        "restante.subscriptions.finals.topic=sports", "restante.subscriptions.finals.colour=red")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StoreConfigurationException.class)
                        .hasMessageContaining("restante.subscriptions.finals.colour"));
    }
}
