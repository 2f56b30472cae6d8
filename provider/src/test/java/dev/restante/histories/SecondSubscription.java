package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.MessageFilter;
import dev.restante.admin.QueueOptions;
import dev.restante.histories.ModelMessage.State;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Second durable subscription of a history's topic, which administrators create and delete. It has rules and messages
 * of its own, whatever happens to the copies of the first subscription (TOP-01, TOP-03), and no options of its own, so
 * that the default time to live of the topic applies (TOP-04).
 *
 * <p>Its consumer exists only during a receive, so that no node keeps prefetched messages.
 */
final class SecondSubscription {

    private static final SessionKind RECEIVER = SessionKind.AUTO_ACK;

    private final HistoryRun run;
    private final SubscriptionUnderTest entity;
    private @Nullable Existing created;

    /** Model of the subscription while it exists. */
    private record Existing(QueueModel model, ModelComparison comparison) {}

    SecondSubscription(HistoryRun run, String topic) {
        this.run = run;
        this.entity = new SubscriptionUnderTest(topic, "second", run.history.kind());
    }

    private static QueueModel newModel(HistoryRun run) {
        QueueModel model =
                new QueueModel(History.initialOptions(0), run.history.kind(), run.store.isShared(), run.nowMillis());
        model.receiverClosed = true;
        return model;
    }

    SubscriptionUnderTest entity() {
        return entity;
    }

    /** Returns the subscription with the current default time to live of the topic; null if it does not exist. */
    private @Nullable Existing existing() {
        if (created != null) {
            created.model.options =
                    History.initialOptions(0).withDefaultTimeToLive(run.model.options.defaultTimeToLiveMillis());
        }
        return created;
    }

    /** Returns the rules; null while the subscription does not exist. */
    @Nullable
    ModelRules rules() {
        return created == null ? null : created.model.rules;
    }

    /** Brings the copies of a message that was committed to the topic. */
    void arrive(ModelMessage message, int commit) {
        Existing existing = existing();
        if (existing != null) {
            existing.model.arrive(message, commit);
        }
    }

    /** Records that the topic was deleted. */
    void topicDeleted() {
        created = null;
    }

    /** Expires the messages that have expired by a new default time to live of the topic. */
    void topicAltered() {
        Existing existing = existing();
        if (existing != null) {
            existing.model.processDueEvents();
        }
    }

    /** Removes non-persistent messages that did not survive a crash (SND-05). */
    void removeLost() throws JMSException {
        Existing existing = existing();
        if (existing != null) {
            existing.comparison.awaitNoneInFlight();
            CrashEffects.removeLost(existing.model, existing.comparison.namesInQueue());
        }
    }

    boolean isQuietFor(long millis) {
        Existing existing = existing();
        return existing == null || existing.model.isQuietFor(millis);
    }

    void moveTo(long millis) throws JMSException {
        Existing existing = existing();
        if (existing != null && existing.model.moveTo(millis)) {
            existing.comparison.awaitCounts();
        }
    }

    void stepClock(long millis) {
        Existing existing = existing();
        if (existing != null) {
            existing.model.stepClock(millis);
        }
    }

    void compareContents() throws JMSException {
        Existing existing = existing();
        if (existing != null) {
            existing.comparison.awaitCounts();
            existing.comparison.awaitContents();
        }
    }

    /** Receives all messages, and checks that no more are there. */
    void drain() throws JMSException, SQLException {
        Existing existing = existing();
        if (existing != null) {
            for (long left = existing.model.count(State.AVAILABLE); left >= 0; left--) {
                receive(existing);
            }
            assertThat(existing.model.count(State.AVAILABLE))
                    .as("available after draining the second subscription")
                    .isZero();
            existing.comparison.awaitCounts();
        }
    }

    private void receive(Existing from) throws JMSException, SQLException {
        int node = run.nodes.nodeOf(RECEIVER);
        run.nodes.use(node);
        run.log.beginStep("the second subscription gives ");
        from.comparison.awaitCounts();
        List<ModelMessage> allowed = from.model.next(RECEIVER, message -> true);
        try (Session session = run.store.connection(node).createSession(RECEIVER.sessionMode)) {
            Message received = entity.createConsumer(session, null).receiveNoWait();
            String actual = received == null ? "nothing" : ModelComparison.nameOf(received);
            run.log.append(actual);
            assertThat(actual)
                    .as("what the second subscription gives")
                    .isIn(
                            allowed.isEmpty()
                                    ? List.of("nothing")
                                    : allowed.stream().map(ModelMessage::name).toList());
            if (received != null) {
                ModelMessage message = allowed.stream()
                        .filter(each -> each.name().equals(actual))
                        .findFirst()
                        .orElseThrow();
                long expirationMillis = from.model.expiryMillis(message);
                ModelDelivery delivery = from.model.deliver(message, RECEIVER, false);
                ModelComparison.assertReceivedValues(received, delivery, expirationMillis);
                from.model.complete(delivery);
            }
        }
        run.store.awaitIdle();
        from.comparison.awaitCounts();
    }

    /** Creation of the subscription, with the rule that accepts all messages, or its deletion. */
    record Subscribe(boolean exists) implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            SecondSubscription second = run.second;
            if (exists == (second.created != null)) {
                return;
            }
            run.nodes.use(run.nodes.administratorNode());
            run.log.beginStep((exists ? "create" : "delete") + " the second subscription");
            if (exists) {
                second.entity.subscribe(run.admin(), QueueOptions.defaults());
                QueueModel model = newModel(run);
                second.created = new Existing(model, new ModelComparison(run, model, second.entity));
            } else {
                second.entity.unsubscribe(run.admin());
                second.created = null;
            }
        }
    }

    /** Receive of a message, whose consumer is closed afterwards. */
    record Receive() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            Existing existing = run.second.existing();
            if (existing != null) {
                run.second.receive(existing);
            }
        }
    }

    /** Purge of all messages. */
    record Purge() implements HistoryAction {
        @Override
        public void perform(HistoryRun run) throws JMSException, SQLException {
            Existing existing = run.second.existing();
            if (existing == null) {
                return;
            }
            run.nodes.use(run.nodes.administratorNode());
            if (run.nodes.mayCallBothNodes()) {
                existing.comparison.awaitCounts();
                long expected = existing.model.purge(ContentActions.PURGED, message -> true);
                run.log.beginStep("purge the second subscription: ");
                ContentActions.purge(run, run.second.entity.name(), MessageFilter.all(), expected);
            }
        }
    }
}
