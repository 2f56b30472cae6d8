package dev.restante.jms.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.Subscribed;
import dev.restante.model.ShownText;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ends of subscriptions' consumers that were closed while a session has messages of theirs which it may still
 * acknowledge, commit or roll back (SES-16). Only after that the consumption ends, and a subscription that is not
 * durable with it. Thread-safe.
 */
public final class ConsumerEnds {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerEnds.class);

    private final CopyOnWriteArrayList<Subscribed> pending = new CopyOnWriteArrayList<>();
    private final LongPredicate unsettled;

    /**
     * None yet.
     *
     * @param unsettled whether some session has unsettled messages of the entity with an id
     */
    public ConsumerEnds(LongPredicate unsettled) {
        this.unsettled = unsettled;
    }

    /**
     * A consumer is closed.
     *
     * @param atOnce whether it ends now, whatever is unsettled, because its subscription and messages stay
     */
    public void add(Subscribed ended, boolean atOnce) {
        pending.add(ended);
        if (atOnce) {
            end(ended);
        } else {
            sweep();
        }
    }

    /** A session has settled something. */
    public void sweep() {
        for (Subscribed ended : pending) {
            if (!unsettled.test(ended.entity().id())) {
                end(ended);
            }
        }
    }

    /** Whether some session has unsettled messages of the entity with an id. */
    public boolean areUnsettled(long entityId) {
        return unsettled.test(entityId);
    }

    /** The node of the connection ends: nothing can be settled here any more. */
    public void close() {
        pending.forEach(this::end);
    }

    private void end(Subscribed ended) {
        if (!pending.remove(ended)) {
            return;
        }
        try {
            ended.close();
        } catch (BrokerException failure) {
            LOG.warn(
                    "The end of a consumer of subscription {} could not be recorded",
                    ShownText.of(ended.entity().name()),
                    failure);
        }
    }
}
