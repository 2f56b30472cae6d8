package dev.restante.jms.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.DisplayText;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closer of subscription consumers that waits until their received messages are settled (SES-16). A session may
 * acknowledge, commit or roll back these messages after the consumer closes. A non-durable subscription is deleted when
 * its last consumer ends. Thread-safe.
 */
public final class PendingConsumerCloser {

    private static final Logger LOG = LoggerFactory.getLogger(PendingConsumerCloser.class);

    private final CopyOnWriteArrayList<SubscriptionHandle> pending = new CopyOnWriteArrayList<>();
    private final LongPredicate unsettled;

    /**
     * Creates a closer.
     *
     * @param unsettled a test whether a session has unsettled messages of the entity with an id
     */
    public PendingConsumerCloser(LongPredicate unsettled) {
        this.unsettled = unsettled;
    }

    /**
     * Ends a closed consumer after its messages are settled.
     *
     * @param immediately true to end a consumer without waiting, because its durable subscription keeps the messages
     */
    public void add(SubscriptionHandle subscription, boolean immediately) {
        pending.add(subscription);
        if (immediately) {
            end(subscription);
        } else {
            closeSettled();
        }
    }

    public void closeSettled() {
        for (SubscriptionHandle ended : pending) {
            if (!unsettled.test(ended.entity().id())) {
                end(ended);
            }
        }
    }

    public boolean hasUnsettled(long entityId) {
        return unsettled.test(entityId);
    }

    /** Ends all consumers, because their messages cannot be settled after the node closes. */
    public void close() {
        pending.forEach(this::end);
    }

    private void end(SubscriptionHandle ended) {
        if (!pending.remove(ended)) {
            return;
        }
        try {
            ended.close();
        } catch (BrokerException failure) {
            LOG.warn(
                    "The close of a consumer of subscription {} could not be recorded in the store",
                    DisplayText.shorten(ended.entity().name()),
                    failure);
        }
    }
}
