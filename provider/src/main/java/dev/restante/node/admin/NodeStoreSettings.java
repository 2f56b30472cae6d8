package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.StoreSettings;
import dev.restante.model.CallLock;
import dev.restante.model.ShownText;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settings of the store as this node knows them: read when the node opens and with each heartbeat, so all nodes
 * agree.
 *
 * <p>{@code lock} is held while the store is asked, so that what was read before an alteration does not take effect
 * after it.
 */
public final class NodeStoreSettings implements StoreSettings {

    private static final Logger LOG = LoggerFactory.getLogger(NodeStoreSettings.class);
    private static final String MAXIMUM_TIME_TO_LIVE = "maximumTimeToLive";
    private static final long HISTORY_MILLIS = TimeUnit.DAYS.toMillis(1);
    private static final long SAME_WISH_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final NodeContext context;
    private final NodeLife life;
    private final EntityEvents events;
    private final CallLock lock = new CallLock();

    /** By store time. */
    private volatile long historyWantedUntilMillis;

    public NodeStoreSettings(NodeContext context, NodeLife life, EntityEvents events) {
        this.context = context;
        this.life = life;
        this.events = events;
    }

    /** Takes over what other nodes have configured: settings and entities. */
    public void refresh() {
        boolean altered = lock.holding(
                () -> {
                    Duration stored = context.store()
                            .settings()
                            .find(MAXIMUM_TIME_TO_LIVE)
                            .map(this::parse)
                            .orElse(null);
                    return context.registry().capTimeToLive(stored);
                },
                NodeStoreSettings::tooLate);
        context.registry().refresh();
        if (altered) {
            events.optionsAltered();
        } else {
            events.entitiesAltered();
        }
        readHistoryWish();
    }

    /** A history that can't be read harms nothing else. */
    private void readHistoryWish() {
        try {
            historyWantedUntilMillis = context.store().history().wantedUntil();
        } catch (StoreException e) {
            LOG.debug("Whether a history is wanted can't be read now", e);
        }
    }

    /** True if somebody has wanted a history of figures within a day. */
    public boolean historyWanted() {
        return context.time().millis() < historyWantedUntilMillis;
    }

    /** True if somebody had wanted one, and nobody does any more: what is left of it can go. */
    boolean historyIsOver() {
        return historyWantedUntilMillis > 0 && !historyWanted();
    }

    /** It is gone. */
    void historyForgotten() {
        historyWantedUntilMillis = 0;
    }

    /** From now on nodes record it, for a day; the others find out with their next heartbeats. */
    public void wantHistory() {
        long untilMillis = context.time().millis() + HISTORY_MILLIS;
        if (historyWantedUntilMillis < untilMillis - SAME_WISH_MILLIS) {
            context.store().history().want(context.incarnation(), untilMillis);
            historyWantedUntilMillis = untilMillis;
        }
    }

    /** What can't be read changes nothing. */
    private @Nullable Duration parse(String text) {
        try {
            Duration read = Duration.parse(text);
            if (read.compareTo(Duration.ofMillis(1)) >= 0) {
                return read;
            }
        } catch (DateTimeParseException e) {
            LOG.debug("No duration", e);
        }
        Duration known = context.registry().maximumTimeToLive();
        LOG.error(
                "The store's maximum time to live can't be read, so it stays {}: {}",
                known == null ? "none" : known,
                ShownText.of(text));
        return known;
    }

    @Override
    public void ask() {
        life.guarded(() -> context.store().settings().find(MAXIMUM_TIME_TO_LIVE));
    }

    @Override
    public @Nullable Duration maximumTimeToLive() {
        life.checkOpen();
        return context.registry().maximumTimeToLive();
    }

    @Override
    public void setMaximumTimeToLive(@Nullable Duration maximum) {
        if (maximum != null && maximum.compareTo(Duration.ofMillis(1)) < 0) {
            throw new BrokerException(
                    Reason.INVALID_ARGUMENT,
                    "The maximum time to live " + maximum + " is less than a millisecond; null is for none");
        }
        life.guarded(() -> lock.holding(
                () -> {
                    context.store().settings().put(MAXIMUM_TIME_TO_LIVE, maximum == null ? null : maximum.toString());
                    return context.registry().capTimeToLive(maximum);
                },
                NodeStoreSettings::tooLate));
        events.optionsAltered();
    }

    private static BrokerException tooLate() {
        return new BrokerException(
                Reason.STORE_UNAVAILABLE,
                "The store does not answer another call about the maximum time to live; nothing is done");
    }
}
