package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.option.QueueOption;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.SubscriptionRepository.CreatedSubscription;
import dev.restante.store.SubscriptionRepository.JoinRejection;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.RemovedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import dev.restante.store.SubscriptionRuleRepository.RuleChangeResult;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Subscriptions to topics by pattern in the store, and the versions of the topics that they match. */
public abstract class TopicPatternStoreContract extends SubscriptionStoreFixture {

    private Entity sports;
    private Entity cars;

    @BeforeEach
    final void createTopics() {
        sports = fixture.store.entities().findOrCreateTopic("news.sports", EntityOptions.DEFAULT);
        cars = fixture.store.entities().findOrCreateTopic("cars", EntityOptions.DEFAULT);
    }

    static SubscriptionTarget pattern(SubscriptionKind kind, String name, String pattern) {
        return new SubscriptionTarget(
                TopicPattern.ROOT_ID, name, new Subscription(kind, "client", name, null, false, null, pattern));
    }

    private SubscriptionSet set(Entity of) {
        return subscriptions.read(of.id()).orElseThrow();
    }

    @Test
    @DisplayName(
            "WILD-01 making and ending a subscription changes the sets of all matching topics, and of no other one")
    void shouldChangeMatchingSets() {
        Entity made = joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.#"));
        assertThat(made.parentId()).isEqualTo(TopicPattern.ROOT_ID);
        assertThat(set(topic).subscriptions()).containsExactly(made);
        assertThat(set(sports).subscriptions()).containsExactly(made);
        assertThat(set(cars).subscriptions()).isEmpty();
        assertThat(set(topic).version()).isEqualTo(1);
        assertThat(set(sports).version()).isEqualTo(1);
        assertThat(set(cars).version()).isZero();
        assertThat(subscriptions.withPattern()).containsExactly(made);

        assertThat(joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.#")))
                .isEqualTo(made);
        assertThat(set(topic).version()).isEqualTo(1);

        assertThat(subscriptions.remove("s")).isEqualTo(new RemovedSubscription(made));
        assertThat(set(topic).subscriptions()).isEmpty();
        assertThat(set(topic).version()).isEqualTo(2);
        assertThat(set(sports).version()).isEqualTo(2);
        assertThat(set(cars).version()).isZero();
        assertThat(subscriptions.withPattern()).isEmpty();
    }

    @Test
    @DisplayName("WILD-01 an operation for the set before a subscription by pattern is rejected at its commit")
    void shouldRejectOutdatedOperations() {
        Entity plain = joined(wanted(sports, SubscriptionKind.SHARED_DURABLE, "plain", null, false));
        long before = set(sports).version();
        List<Delivery> sent = deliveries(fixture, plain);
        joined(pattern(SubscriptionKind.SHARED, "s", "news.*"));
        Change.UnchangedSubscriptions outdated = new Change.UnchangedSubscriptions(sports.id(), before);
        assertThat(fixture.write(StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, outdated, enqueue(sent))))
                .containsExactly(new OperationOutcome.SubscriptionsChanged(sports.id()));
    }

    @Test
    @DisplayName("WILD-01, WILD-02 a later topic has the subscription, a temporary topic and a name with '$' have not")
    void shouldCoverLaterTopics() {
        Entity made = joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "#"));
        Entity later = fixture.store.entities().findOrCreateTopic("later", EntityOptions.DEFAULT);
        Entity hidden = fixture.store.entities().findOrCreateTopic("a.$b", EntityOptions.DEFAULT);
        Entity temporary = subscriptions.createTemporary(EntityKind.TOPIC, "$Temporary/c/1", me);
        assertThat(set(later).subscriptions()).containsExactly(made);
        assertThat(set(hidden).subscriptions()).isEmpty();
        assertThat(set(temporary).subscriptions()).isEmpty();
        subscriptions.remove("s");
        assertThat(set(hidden).version()).isZero();
        assertThat(set(temporary).version()).isZero();
    }

    @Test
    @DisplayName("WILD-02, SUB-19 a join with another pattern, or with a topic, replaces an inactive subscription")
    void shouldReplace() {
        Entity first = joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.*"));
        assertThat(subscriptions.join(pattern(SubscriptionKind.SHARED_DURABLE, "s", "*"), me))
                .isEqualTo(JoinRejection.CONFLICT);
        subscriptions.leave(first.id(), me);
        JoinedSubscription second =
                (JoinedSubscription) subscriptions.join(pattern(SubscriptionKind.SHARED_DURABLE, "s", "*"), me);
        assertThat(second.replaced()).extracting(Entity::id).containsExactly(first.id());
        assertThat(set(sports).subscriptions()).isEmpty();
        assertThat(set(topic).subscriptions()).containsExactly(second.subscription());
        assertThat(set(cars).subscriptions()).containsExactly(second.subscription());
        subscriptions.leave(second.subscription().id(), me);
        long before = set(cars).version();
        Entity third = joined(wanted(SubscriptionKind.SHARED_DURABLE, "s"));
        assertThat(set(cars).subscriptions()).isEmpty();
        assertThat(set(cars).version()).isGreaterThan(before);
        assertThat(set(topic).subscriptions()).containsExactly(third);
    }

    @Test
    @DisplayName("WILD-02 a deleted topic leaves the subscription")
    void shouldOutliveTopics() {
        Entity made = joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.#"));
        assertThat(fixture.store.entities().delete(sports.id())).isTrue();
        assertThat(set(topic).subscriptions()).containsExactly(made);
        subscriptions.leave(made.id(), me);
        assertThat(subscriptions.removeIfUnused("s")).isEqualTo(new RemovedSubscription(made));
    }

    @Test
    @DisplayName("WILD-02 a subscription that is not durable ends with its last user, also with a dead one")
    void shouldEndWithUsers() {
        Entity made = joined(pattern(SubscriptionKind.SHARED, "s", "news.#"));
        assertThat(subscriptions.leave(made.id(), me)).contains(made);
        assertThat(set(topic).subscriptions()).isEmpty();
        subscriptions.purge(made);

        Entity abandoned = joined(pattern(SubscriptionKind.UNSHARED, "u", "news.#"));
        long before = set(sports).version();
        fixture.store.membership().leave(me, StoreFixture.NOW);
        assertThat(subscriptions.removeUnusedTemporary()).extracting(Entity::id).containsExactly(abandoned.id());
        assertThat(set(sports).subscriptions()).isEmpty();
        assertThat(set(sports).version()).isGreaterThan(before);
    }

    @Test
    @DisplayName("WILD-03 rules of a subscription by pattern are in the set of each matching topic")
    void shouldReadRules() {
        SubscriptionRule red = new SubscriptionRule("red", RuleFilter.correlation("colour", "red"));
        CreatedSubscription created = (CreatedSubscription) subscriptions.create(
                pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.#"), EntityOptions.DEFAULT, List.of(red));
        Entity made = created.subscription();
        assertThat(set(sports).rulesOf(made).rules()).containsExactly(red);
        assertThat(set(cars).rules()).isEmpty();
        long before = set(sports).version();
        assertThat(fixture.store.subscriptionRules().remove(made.id(), "red")).isEqualTo(RuleChangeResult.DONE);
        assertThat(set(sports).rulesOf(made).rules()).isEmpty();
        assertThat(set(sports).version()).isGreaterThan(before);
        assertThat(set(topic).version()).isGreaterThan(1);
    }

    @Test
    @DisplayName("WILD-03, IDLE-03 a user of a subscription by pattern keeps a matching topic from being idle")
    void shouldUseTopics() {
        EntityOptions idle = EntityOptions.DEFAULT.with(QueueOption.AUTO_DELETE_ON_IDLE, Duration.ofMinutes(5));
        Entity used =
                fixture.store.entities().createTopicIfAbsent("news.idle", idle).orElseThrow();
        Entity made = joined(pattern(SubscriptionKind.SHARED_DURABLE, "s", "news.*"));
        assertThat(fixture.store.entityUses().recordUse(used.id(), 1)).isTrue();
        assertThat(fixture.store.entityUses().removeIfIdle(used, 1, 2)).isEmpty();
        subscriptions.leave(made.id(), me);
        assertThat(fixture.store.entityUses().removeIfIdle(used, 2, 3))
                .extracting(Entity::id)
                .containsExactly(used.id());
    }
}
