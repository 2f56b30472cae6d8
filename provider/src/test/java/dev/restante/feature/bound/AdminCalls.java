package dev.restante.feature.bound;

import dev.restante.PeekLock;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.admin.GroupsAdmin.GroupPageRequest;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.PageRequest;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.admin.history.HistoryScale;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Calls of administrators. */
final class AdminCalls {

    /** Longest time for the further steps of bulk work. */
    private static final Duration FURTHER_STEPS = Duration.ofSeconds(30);

    private AdminCalls() {}

    /** Call on an administration and a queue that exists. */
    private interface QueueCall {
        void run(RestanteAdmin admin, String queue) throws Exception;
    }

    /** Prepares a call on the caller's own queue, which has one message. */
    private static StoreCall ofQueue(String name, QueueCall call) {
        return new StoreCall(name, caller -> {
            RestanteAdmin admin = caller.admin();
            caller.send();
            return () -> call.run(admin, caller.ownName());
        });
    }

    private static StoreCall ofMessages(String name, QueueCall call) {
        return ofQueue("MessagesAdmin." + name, call);
    }

    /** Prepares bulk work, which has the time of one call for each of its steps. */
    private static StoreCall ofBulk(String name, QueueCall call) {
        StoreCall single = ofMessages(name, call);
        return new StoreCall(single.name(), single.preparation(), FURTHER_STEPS);
    }

    static List<StoreCall> ofQueues() {
        return List.of(
                new StoreCall("RestanteConnectionFactory.admin", caller -> caller.factory()::admin),
                ofQueue("RestanteAdmin.maximumTimeToLive", (admin, queue) -> admin.maximumTimeToLive()),
                ofQueue("RestanteAdmin.setMaximumTimeToLive", (admin, queue) -> admin.setMaximumTimeToLive(null)),
                ofQueue("RestanteAdmin.entities", (admin, queue) -> admin.entities(EntityFilter.all())),
                ofQueue("RestanteAdmin.queues", (admin, queue) -> admin.queues()),
                ofQueue("RestanteAdmin.nodes", (admin, queue) -> admin.nodes()),
                ofQueue("RestanteAdmin.deleteQueue", (admin, queue) -> admin.deleteQueue(queue, false)),
                ofQueue("RestanteAdmin.forgetDuplicateId", (admin, queue) -> admin.forgetDuplicateId(queue, "id")),
                ofQueue("RestanteAdmin.outcome", (admin, queue) -> admin.outcome("batch-1-1-1")),
                ofQueue("RestanteAdmin.alterQueue", (admin, queue) -> admin.alterQueue(queue, QueueOptions.defaults())),
                ofQueue("RestanteAdmin.copyQueue", (admin, queue) -> admin.copyQueue(queue, "copy-of-" + queue)),
                ofQueue(
                        "RestanteAdmin.createQueue",
                        (admin, queue) -> admin.createQueue("new-" + queue, QueueOptions.defaults())),
                ofQueue("RestanteAdmin.queue", (admin, queue) -> admin.queue(queue)),
                ofQueue("RestanteAdmin.options", (admin, queue) -> admin.options(queue)),
                ofQueue("RestanteAdmin.statistics", (admin, queue) -> admin.statistics(queue)),
                ofQueue("RestanteAdmin.statisticsOf", (admin, queue) -> admin.statisticsOf(EntityFilter.all())),
                ofQueue("RestanteAdmin.history", (admin, queue) -> admin.history(HistoryScale.HOUR)),
                ofQueue("RestanteAdmin.disable", (admin, queue) -> admin.disable(queue)),
                ofQueue("RestanteAdmin.pause", (admin, queue) -> admin.pause(queue)),
                ofQueue("RestanteAdmin.resume", (admin, queue) -> admin.resume(queue)),
                ofQueue(
                        "RestanteAdmin.alterOptions",
                        (admin, queue) -> admin.alterOptions(EntityType.QUEUE, queue, Map.of("maxDeliveryCount", "3"))),
                ofQueue("RestanteAdmin.checkStore", (admin, queue) -> admin.checkStore()));
    }

    static List<StoreCall> ofMessages() {
        return List.of(
                ofMessages("explain", (admin, queue) -> admin.messages(queue).explain(1)),
                ofMessages("get", (admin, queue) -> admin.messages(queue).get(1)),
                ofBulk("purge", (admin, queue) -> admin.messages(queue).purge(MessageFilter.all())),
                ofBulk("redrive", (admin, queue) -> admin.messages(DeadLetterQueueNames.of(queue))
                        .redrive(RedriveOptions.all())),
                ofBulk("resubmit", (admin, queue) -> admin.messages(queue)
                        .resubmit(MessageFilter.all(), MessageEdit.none(), done -> true)),
                ofMessages("deadLetterReasons", (admin, queue) -> admin.messages(DeadLetterQueueNames.of(queue))
                        .deadLetterReasons(10)),
                ofMessages("peek", (admin, queue) -> admin.messages(queue)
                        .peek(MessageFilter.all(), PageRequest.first(10).withBodies())),
                ofBulk("cancelScheduled", (admin, queue) -> admin.messages(queue)
                        .cancelScheduled(MessageFilter.all())),
                ofBulk("undefer", (admin, queue) -> admin.messages(queue).undefer(List.of(1L))),
                new StoreCall("MessagesAdmin.breakLock", caller -> {
                    PeekLock lock = caller.locked();
                    MessagesAdmin messages = caller.admin().messages(caller.ownName());
                    return () -> messages.breakLock(lock.sequenceNumber(), Duration.ofSeconds(1));
                }),
                ofQueue(
                        "GroupsAdmin.list",
                        (admin, queue) -> admin.messages(queue).groups().list(GroupPageRequest.first(10))),
                ofQueue(
                        "GroupsAdmin.state",
                        (admin, queue) -> admin.messages(queue).groups().state("g")),
                ofQueue(
                        "GroupsAdmin.setState",
                        (admin, queue) -> admin.messages(queue).groups().setState("g", new byte[] {1})),
                ofQueue("OrphansAdmin.list", (admin, queue) -> admin.orphans().list()),
                ofQueue("OrphansAdmin.move", (admin, queue) -> admin.orphans().move(99_999, queue)),
                ofQueue("OrphansAdmin.remove", (admin, queue) -> admin.orphans().remove(99_999)),
                ofQueue("RedriveJobsAdmin.list", (admin, queue) -> admin.redriveJobs()
                        .list()),
                ofQueue("RedriveJobsAdmin.get", (admin, queue) -> admin.redriveJobs()
                        .get(1)),
                ofQueue("RedriveJobsAdmin.cancel", (admin, queue) -> admin.redriveJobs()
                        .cancel(1)),
                ofQueue("RedriveJobsAdmin.start", (admin, queue) -> admin.redriveJobs()
                        .start(DeadLetterQueueNames.of(queue), RedriveOptions.all(), null)),
                ofQueue("TransactionsAdmin.list", (admin, queue) -> admin.transactions()
                        .list()),
                ofQueue("TransactionsAdmin.commit", (admin, queue) -> admin.transactions()
                        .commit("7:68:62")),
                ofQueue("TransactionsAdmin.forget", (admin, queue) -> admin.transactions()
                        .forget("7:68:62")),
                ofQueue("TransactionsAdmin.rollback", (admin, queue) -> admin.transactions()
                        .rollback("7:68:62")));
    }

    /** Call on the topics of an administration, and a topic with a shared durable subscription of equal name. */
    private interface TopicCall {
        void run(TopicsAdmin topics, String topic) throws Exception;
    }

    private static StoreCall ofTopic(String name, TopicCall call) {
        return new StoreCall(name, caller -> {
            String topic = caller.ownName();
            TopicsAdmin topics = caller.admin().topics();
            topics.create(topic, TopicOptions.defaults());
            topics.createSubscription(topic, null, topic, true, null, QueueOptions.defaults());
            return () -> call.run(topics, topic);
        });
    }

    static List<StoreCall> ofTopics() {
        return List.of(
                ofTopic("TopicsAdmin.subscriptions", TopicsAdmin::subscriptions),
                ofTopic("TopicsAdmin.list", (topics, topic) -> topics.list()),
                ofTopic("TopicsAdmin.delete", (topics, topic) -> topics.delete(topic, false)),
                ofTopic("TopicsAdmin.forgetDuplicateId", (topics, topic) -> topics.forgetDuplicateId(topic, "id")),
                ofTopic("TopicsAdmin.statistics", TopicsAdmin::statistics),
                ofTopic("TopicsAdmin.statistics of a subscription", (topics, topic) -> topics.statistics(null, topic)),
                ofTopic(
                        "TopicsAdmin.alterSubscription",
                        (topics, topic) -> topics.alterSubscription(null, topic, QueueOptions.defaults())),
                ofTopic(
                        "TopicsAdmin.copySubscription",
                        (topics, topic) -> topics.copySubscription(null, topic, "copy-of-" + topic)),
                ofTopic(
                        "TopicsAdmin.createSubscription",
                        (topics, topic) -> topics.createSubscription(
                                topic, null, "new-" + topic, true, null, QueueOptions.defaults())),
                ofTopic("TopicsAdmin.subscription", TopicsAdmin::subscription),
                ofTopic("TopicsAdmin.alter", (topics, topic) -> topics.alter(topic, TopicOptions.defaults())),
                ofTopic("TopicsAdmin.copy", (topics, topic) -> topics.copy(topic, "copy-of-" + topic)),
                ofTopic(
                        "TopicsAdmin.create",
                        (topics, topic) -> topics.create("new-" + topic, TopicOptions.defaults())),
                ofTopic("TopicsAdmin.topic", TopicsAdmin::topic),
                ofTopic("TopicsAdmin.disable", TopicsAdmin::disable),
                ofTopic("TopicsAdmin.pause", TopicsAdmin::pause),
                ofTopic("TopicsAdmin.resume", TopicsAdmin::resume),
                ofTopic(
                        "TopicsAdmin.deleteSubscription",
                        (topics, topic) -> topics.deleteSubscription(null, topic, false)),
                ofTopic("SubscriptionRulesAdmin.list", (topics, topic) -> topics.rules(null, topic)
                        .list()),
                ofTopic("SubscriptionRulesAdmin.add", (topics, topic) -> topics.rules(null, topic)
                        .add(new SubscriptionRule("new", RuleFilter.matchAll()))),
                ofTopic("SubscriptionRulesAdmin.alter", (topics, topic) -> topics.rules(null, topic)
                        .alter(SubscriptionRule.defaultRule("colour = 'red'"))),
                ofTopic("SubscriptionRulesAdmin.remove", (topics, topic) -> topics.rules(null, topic)
                        .remove("new")));
    }
}
