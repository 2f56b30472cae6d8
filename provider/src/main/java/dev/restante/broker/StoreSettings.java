package dev.restante.broker;

import dev.restante.broker.BrokerException.Reason;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an administrator has set for the whole store, as this node knows it: read when the node opens and with each heartbeat, so all nodes agree.
 *
 * <p>{@code lock} is held while the store is asked, so that what was read before an alteration does not take effect after it.
 */
public final class StoreSettings {

    private static final Logger LOG = LoggerFactory.getLogger(StoreSettings.class);
    private static final String MAXIMUM_TIME_TO_LIVE = "maximumTimeToLive";

    private final BrokerNode node;
    private final NodeContext context;
    private final ReentrantLock lock = new ReentrantLock();

    StoreSettings(BrokerNode node) {
        this.node = node;
        this.context = node.context();
    }

    /** Takes over what other nodes have configured: settings and entities. */
    void refresh() {
        boolean altered;
        lock.lock();
        try {
            Duration stored = context.store()
                    .settings()
                    .find(MAXIMUM_TIME_TO_LIVE)
                    .map(StoreSettings::parse)
                    .orElse(null);
            altered = context.registry().capTimeToLive(stored);
        } finally {
            lock.unlock();
        }
        context.registry().refresh();
        if (altered) {
            node.workers().optionsAltered();
        } else {
            node.workers().entitiesAltered();
        }
    }

    private static @Nullable Duration parse(String text) {
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            LOG.error("The store's maximum time to live can't be read, so there is none: {}", text, e);
            return null;
        }
    }

    /** The longest that a message of this store can live outside a dead-letter queue; null for no maximum (TTL-12). */
    public @Nullable Duration maximumTimeToLive() {
        node.checkOpen();
        return context.registry().maximumTimeToLive();
    }

    /**
     * Sets it here and in the store; effective for the next message, and at once for messages without a time to live of their own.
     *
     * @throws BrokerException with INVALID_ARGUMENT for less than a millisecond
     */
    public void setMaximumTimeToLive(@Nullable Duration maximum) {
        if (maximum != null && maximum.compareTo(Duration.ofMillis(1)) < 0) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The maximum time to live " + maximum + " is less than a millisecond; null is for none");
        }
        node.guarded(() -> {
            lock.lock();
            try {
                context.store().settings().put(MAXIMUM_TIME_TO_LIVE, maximum == null ? null : maximum.toString());
                return context.registry().capTimeToLive(maximum);
            } finally {
                lock.unlock();
            }
        });
        node.workers().optionsAltered();
    }
}
