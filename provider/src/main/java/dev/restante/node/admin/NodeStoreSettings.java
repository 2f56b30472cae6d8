package dev.restante.node.admin;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.StoreSettings;
import dev.restante.model.DisplayText;
import dev.restante.model.TimeBudgetLock;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityEvents;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Cache of the settings of the whole store, which reads them when the node opens and with each heartbeat, and writes
 * the changes of administrators.
 *
 * <p>{@code lock} is held during store calls, so that a value read before a change cannot overwrite the changed value.
 */
public final class NodeStoreSettings implements StoreSettings {

    private static final Logger LOG = LoggerFactory.getLogger(NodeStoreSettings.class);
    private static final String MAXIMUM_TIME_TO_LIVE = "maximumTimeToLive";
    private static final long HISTORY_MILLIS = TimeUnit.DAYS.toMillis(1);
    private static final long REQUEST_REFRESH_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final NodeServices node;
    private final EntityEvents events;
    private final TimeBudgetLock lock = new TimeBudgetLock();

    /** End of the request for a history, in store time. */
    private volatile long historyRequestedUntilMillis;

    public NodeStoreSettings(NodeServices node, EntityEvents events) {
        this.node = node;
        this.events = events;
    }

    /** Loads the settings and entities that other nodes changed. */
    public void reload() {
        boolean altered = lock.callLocked(
                () -> {
                    Duration stored = node.store()
                            .settings()
                            .find(MAXIMUM_TIME_TO_LIVE)
                            .map(this::parse)
                            .orElse(null);
                    return node.registry().capTimeToLive(stored);
                },
                NodeStoreSettings::timeoutException);
        node.registry().refresh();
        if (altered) {
            events.onOptionsChanged();
        } else {
            events.onEntitiesChanged();
        }
        readHistoryRequest();
    }

    /** Reads the end of the history request, ignoring failures because the history is not essential. */
    private void readHistoryRequest() {
        try {
            historyRequestedUntilMillis = node.store().history().recordingRequestedUntil();
        } catch (StoreException e) {
            LOG.debug("The request for a history cannot be read. The node keeps the last known request.", e);
        }
    }

    /** Returns whether an administrator requested the history within the last day. */
    public boolean isHistoryRequested() {
        return node.storeClock().storeMillis() < historyRequestedUntilMillis;
    }

    /** Returns whether the request for a history has ended, so that the recorded history can be deleted. */
    public boolean isHistoryToDelete() {
        return historyRequestedUntilMillis > 0 && !isHistoryRequested();
    }

    public void onHistoryDeleted() {
        historyRequestedUntilMillis = 0;
    }

    /** Requests the history for one day. Other nodes learn of the request with their next heartbeat. */
    public void requestHistory() {
        long untilMillis = node.storeClock().storeMillis() + HISTORY_MILLIS;
        if (historyRequestedUntilMillis < untilMillis - REQUEST_REFRESH_MILLIS) {
            node.store().history().requestRecording(node.incarnation(), untilMillis);
            historyRequestedUntilMillis = untilMillis;
        }
    }

    /** Parses a maximum time to live; an unreadable value leaves the known maximum in force. */
    private @Nullable Duration parse(String text) {
        try {
            Duration read = Duration.parse(text);
            if (read.compareTo(Duration.ofMillis(1)) >= 0) {
                return read;
            }
        } catch (DateTimeParseException e) {
            LOG.debug("The stored maximum time to live is not a duration", e);
        }
        Duration known = node.registry().maximumTimeToLive();
        LOG.error(
                "The stored maximum time to live cannot be read. The node keeps the maximum {}. Set it again."
                        + " Stored text: {}",
                known == null ? "none" : known,
                DisplayText.shorten(text));
        return known;
    }

    @Override
    public void probe() {
        node.lifecycle().callStore(() -> node.store().settings().find(MAXIMUM_TIME_TO_LIVE));
    }

    @Override
    public @Nullable Duration maximumTimeToLive() {
        node.lifecycle().checkOpen();
        return node.registry().maximumTimeToLive();
    }

    @Override
    public void setMaximumTimeToLive(@Nullable Duration maximum) {
        if (maximum != null && maximum.compareTo(Duration.ofMillis(1)) < 0) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The maximum time to live " + maximum + " is less than 1 ms. Use null for no maximum.");
        }
        node.lifecycle()
                .callStore(() -> lock.callLocked(
                        () -> {
                            node.store()
                                    .settings()
                                    .put(MAXIMUM_TIME_TO_LIVE, maximum == null ? null : maximum.toString());
                            return node.registry().capTimeToLive(maximum);
                        },
                        NodeStoreSettings::timeoutException));
        events.onOptionsChanged();
    }

    private static BrokerException timeoutException() {
        return new BrokerException(
                BrokerErrorReason.STORE_UNAVAILABLE,
                "The maximum time to live was not changed because the store does not answer an earlier call."
                        + " Try again.");
    }
}
