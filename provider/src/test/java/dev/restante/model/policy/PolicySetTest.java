package dev.restante.model.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.InheritedOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.OptionOrigin;
import dev.restante.option.PolicyKind;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class PolicySetTest {

    private static final EntityOptions NONE = EntityOptions.DEFAULT;

    private static OptionPolicy policy(String pattern, EntityOptions options) {
        return new OptionPolicy(PolicyKind.QUEUES, pattern, 0, options);
    }

    private static EntityOptions count(int maxDeliveryCount) {
        return NONE.with(QueueOption.MAX_DELIVERY_COUNT, maxDeliveryCount);
    }

    private static Entity queue(String name, EntityOptions options) {
        return new Entity(1, EntityKind.QUEUE, name, 0, 2, options, 1);
    }

    private static EntityOptions applied(PolicySet policies, Entity entity) {
        return policies.apply(entity, entity.name()).options();
    }

    @Test
    @DisplayName("POL-02 the most specific pattern wins for each option, an own value goes before all policies")
    void shouldChooseTheMostSpecific() {
        PolicySet policies = PolicySet.EMPTY
                .with(policy("#", count(9).with(QueueOption.LOCK_DURATION, Duration.ofMinutes(9))))
                .with(policy("orders.#", count(5)))
                .with(policy("orders.*", count(4)))
                .with(policy("orders.eu", count(3)));
        assertThat(applied(policies, queue("orders.eu", NONE)).maxDeliveryCount())
                .isEqualTo(3);
        assertThat(applied(policies, queue("orders.us", NONE)).maxDeliveryCount())
                .isEqualTo(4);
        assertThat(applied(policies, queue("orders.us.west", NONE)).maxDeliveryCount())
                .isEqualTo(5);
        EntityOptions own = applied(policies, queue("orders.eu", count(2)));
        assertThat(own.maxDeliveryCount()).isEqualTo(2);
        assertThat(own.lockDuration()).isEqualTo(Duration.ofMinutes(9));
        assertThat(own.origin(QueueOption.MAX_DELIVERY_COUNT)).isEqualTo(OptionOrigin.ENTITY);
        assertThat(own.origin(QueueOption.LOCK_DURATION)).hasToString("policy #");
        assertThat(own.origin(QueueOption.STATUS)).isEqualTo(OptionOrigin.DEFAULT);
        EntityOptions reset = own.without(List.of(QueueOption.MAX_DELIVERY_COUNT));
        assertThat(reset.maxDeliveryCount()).isEqualTo(3);
        assertThat(applied(policies.without(PolicyKind.QUEUES, "orders.eu"), queue("orders.eu", NONE))
                        .maxDeliveryCount())
                .isEqualTo(4);
    }

    @Test
    @DisplayName("POL-02 an entity can set an option to no value, although a policy sets it")
    void shouldSetToNothing() {
        PolicySet policies = PolicySet.EMPTY.with(policy("#", NONE.with(QueueOption.DEAD_LETTER_TO, "dead")));
        assertThat(applied(policies, queue("q", NONE)).deadLetterTo()).isEqualTo("dead");
        assertThat(applied(policies, queue("q", NONE.with(QueueOption.DEAD_LETTER_TO, null)))
                        .deadLetterTo())
                .isNull();
    }

    @Test
    @DisplayName("POL-02 options that belong together come from one policy")
    void shouldTakeFamiliesFromOnePolicy() {
        PolicySet policies = PolicySet.EMPTY
                .with(policy(
                        "#",
                        NONE.with(QueueOption.BACK_OFF_INITIAL, Duration.ofSeconds(1))
                                .with(QueueOption.BACK_OFF_MAXIMUM, Duration.ofSeconds(9))
                                .with(QueueOption.BACK_OFF_MULTIPLIER, 3.0)
                                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, true)
                                .with(QueueOption.EXPIRED_TO, "expired")))
                .with(policy(
                        "orders.#",
                        NONE.with(QueueOption.BACK_OFF_INITIAL, Duration.ofSeconds(20))
                                .with(QueueOption.DEAD_LETTER_ON_EXPIRY, false)));
        EntityOptions orders = applied(policies, queue("orders.eu", NONE));
        assertThat(orders.redeliveryBackOff().multiplier()).isEqualTo(1);
        assertThat(orders.redeliveryBackOff().maximum()).isEqualTo(Duration.ofSeconds(20));
        assertThat(orders.expiredTo()).isNull();
        EntityOptions other = applied(policies, queue("news", NONE));
        assertThat(other.redeliveryBackOff().multiplier()).isEqualTo(3);
        assertThat(other.expiredTo()).isEqualTo("expired");
    }

    @Test
    @DisplayName("POL-02 an own forward to a queue replaces a policy's forward to a topic")
    void shouldForwardToOneTarget() {
        PolicySet policies = PolicySet.EMPTY.with(policy("#", NONE.with(QueueOption.FORWARD_TO_TOPIC, "news")));
        EntityOptions own = applied(policies, queue("q", NONE.with(QueueOption.FORWARD_TO, "other")));
        assertThat(own.effectiveValue(QueueOption.FORWARD_TO)).isEqualTo("other");
        assertThat(own.effectiveValue(QueueOption.FORWARD_TO_TOPIC)).isNull();
        assertThat(own.origin(QueueOption.FORWARD_TO_TOPIC)).isEqualTo(OptionOrigin.DEFAULT);
    }

    @Test
    @DisplayName("POL-01 a target never gets itself")
    void shouldExcludeTheTarget() {
        PolicySet policies = PolicySet.EMPTY.with(
                policy("#", count(3).with(QueueOption.DEAD_LETTER_TO, "dead").with(QueueOption.FORWARD_TO, "all")));
        EntityOptions dead = applied(policies, queue("dead", NONE));
        assertThat(dead.deadLetterTo()).isNull();
        assertThat(dead.maxDeliveryCount()).isEqualTo(3);
        assertThat(applied(policies, queue("all", NONE)).forwardTo()).isNull();
        assertThat(applied(policies, queue("q", NONE)).deadLetterTo()).isEqualTo("dead");
    }

    @Test
    @DisplayName("POL-01 policies apply to one kind, and not to temporary destinations")
    void shouldSeparateKinds() {
        PolicySet policies = PolicySet.EMPTY
                .with(policy("#", count(1)))
                .with(policy("news.#", count(2)))
                .with(new OptionPolicy(PolicyKind.DEAD_LETTER_QUEUES, "news.#", 0, count(3)))
                .with(new OptionPolicy(PolicyKind.TOPICS, "news.#", 0, count(4)))
                .with(new OptionPolicy(PolicyKind.SUBSCRIPTIONS, "news.#", 0, count(5)));
        assertThat(applied(policies, queue("news.eu", NONE)).maxDeliveryCount()).isEqualTo(2);
        Entity dead = new Entity(2, EntityKind.DEAD_LETTER_QUEUE, "news.eu/$DeadLetterQueue", 1, 0, NONE, 1);
        assertThat(applied(policies, dead).maxDeliveryCount()).isEqualTo(3);
        Entity otherDead = new Entity(2, EntityKind.DEAD_LETTER_QUEUE, "q/$DeadLetterQueue", 1, 0, NONE, 1);
        assertThat(applied(policies, otherDead).maxDeliveryCount()).isEqualTo(10);
        assertThat(applied(policies, new Entity(3, EntityKind.TOPIC, "news.eu", 0, 0, NONE, 1))
                        .maxDeliveryCount())
                .isEqualTo(4);
        Subscription attributes = new Subscription(SubscriptionKind.SHARED_DURABLE, null, "s", null, false, null);
        Entity subscription = new Entity(4, EntityKind.SUBSCRIPTION, ":s", 3, 5, NONE, 1, true, attributes);
        assertThat(policies.apply(subscription, "news.eu/Subscriptions/:s")
                        .options()
                        .maxDeliveryCount())
                .isEqualTo(5);
        Entity temporary = new Entity(6, EntityKind.QUEUE, "$Temporary/c/1", 0, 7, NONE, 1, false, null);
        assertThat(applied(policies, temporary).maxDeliveryCount()).isEqualTo(10);
        assertThat(applied(policies, queue("Other", NONE)).inherited()).isNotEqualTo(InheritedOptions.NONE);
    }

    @Test
    @DisplayName("POL-01 the pattern of dead-letter queues is compared with the full name, too")
    void shouldMatchFullNamesOfDeadLetterQueues() {
        PolicySet policies = PolicySet.EMPTY.with(new OptionPolicy(
                PolicyKind.DEAD_LETTER_QUEUES, "q/$DeadLetterQueue", 0, NONE.with(QueueOption.MAX_IN_FLIGHT, 3)));
        Entity dead = new Entity(2, EntityKind.DEAD_LETTER_QUEUE, "q/$DeadLetterQueue", 1, 0, NONE, 1);
        assertThat(applied(policies, dead).maxInFlight()).isEqualTo(3);
    }

    @Test
    @DisplayName("POL-02 two equally specific policies for one option need different precedences")
    void shouldRefuseEqualPolicies() {
        PolicySet policies = PolicySet.EMPTY.with(policy("a.*.#", count(1)));
        assertThatExceptionOfType(PolicyConflictException.class)
                .isThrownBy(() -> policies.with(policy("a.#.*", count(2))))
                .withMessage("The policies 'a.#.*' and 'a.*.#' both set maxDeliveryCount, match some of the same names"
                        + " and are equally specific. Give one of them a higher precedence.");
        assertThat(policies.with(policy("b.*.#", count(2))).policies()).hasSize(2);
        assertThat(policies.with(policy("a.#.*", NONE.with(QueueOption.MAX_IN_FLIGHT, 7)))
                        .policies())
                .hasSize(2);
        PolicySet ranked = policies.with(new OptionPolicy(PolicyKind.QUEUES, "a.#.*", 1, count(2)));
        assertThat(applied(ranked, queue("a.b", NONE)).maxDeliveryCount()).isEqualTo(2);
        assertThat(ranked.with(new OptionPolicy(PolicyKind.QUEUES, "a.#.*", -1, count(2)))
                        .policies()
                        .get(0)
                        .pattern())
                .isEqualTo("a.*.#");
    }

    @Test
    @DisplayName("POL-05 a contradiction names the entity and the policy")
    void shouldRefuseContradictions() {
        PolicySet policies = PolicySet.EMPTY.with(policy("orders.#", NONE.with(QueueOption.GROUPS_REQUIRED, true)));
        assertThatExceptionOfType(PolicyConflictException.class)
                .isThrownBy(() -> applied(policies, queue("orders.eu", NONE.with(QueueOption.LAST_VALUE_KEY, "key"))))
                .withMessage(
                        "'orders.eu' cannot have the options of its policies: lastValueKey 'key' cannot be combined"
                                + " with groupsRequired of the policy 'orders.#', because groups would lose their replaced"
                                + " messages");
    }
}
