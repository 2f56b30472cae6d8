package dev.restante.node.cluster;

import dev.restante.model.Spans;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.core.NodeContext;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.PollPace;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for what other nodes send to a receiver that has just begun to wait. They tell only whom they know to wait, and
 * they know that after two polls: until then this node asks by itself, at the {@linkplain PollPace pace} at which
 * something comes, for all such entities at once. So the answer to a request, which comes to a queue of its own, does
 * not wait for a poll.
 *
 * <p>Thread-safe. The alarm's thread hands each look over to a loader.
 */
public final class EarlyLooks {

    private static final Logger LOG = LoggerFactory.getLogger(EarlyLooks.class);

    /** After so many polls others know it, or can't be told. */
    private static final int POLLS = 3;

    private final NodeContext context;
    private final Dispatchers dispatchers;
    private final Executor loaders;
    private final AlarmClock.Alarm alarm;
    private final long longestMillis;

    /** The entities for which receivers have begun to wait, and when, or when something has come last. */
    private final Map<Long, Long> sinceMillis = new ConcurrentHashMap<>();

    private final boolean shared;

    /** Until the first poll nobody knows. */
    private volatile boolean alone;

    /** Of which the others know that receivers wait here. */
    private volatile Set<Long> known = Set.of();

    public EarlyLooks(NodeContext context, Dispatchers dispatchers, Executor loaders, AlarmClock clock) {
        this.context = context;
        this.dispatchers = dispatchers;
        this.loaders = loaders;
        this.alarm = clock.alarm("early looks", this::ring);
        this.shared = !context.store().traits().exclusive();
        long pollMillis = Spans.millis(context.settings().pollInterval());
        this.longestMillis = Math.min(pollMillis, Spans.FOREVER / POLLS) * POLLS;
    }

    /** A receiver without a selector has found nothing at hand. */
    public void waits(long entityId) {
        if (!shared || alone || known.contains(entityId)) {
            return;
        }
        long nowMillis = context.time().steadyMillis();
        if (sinceMillis.putIfAbsent(entityId, nowMillis) == null) {
            alarm.ringWithin(PollPace.SHORTEST_MILLIS);
        }
    }

    /**
     * Takes note of a poll.
     *
     * @param nobodyElse whether there are no other nodes
     * @param toldTo the entities of which the others know by now that receivers wait here
     */
    void polled(boolean nobodyElse, Set<Long> toldTo) {
        alone = nobodyElse;
        known = Set.copyOf(toldTo);
    }

    private void ring() {
        if (sinceMillis.isEmpty()) {
            return;
        }
        try {
            loaders.execute(this::look);
        } catch (RejectedExecutionException e) {
            LOG.debug("The node is closing; nobody waits any more", e);
        }
    }

    private void look() {
        long nowMillis = context.time().steadyMillis();
        sinceMillis.forEach((entityId, since) -> {
            if (isOver(entityId, nowMillis - since)) {
                sinceMillis.remove(entityId, since);
            }
        });
        Set<Long> atRest = new HashSet<>();
        long firstMillis = nowMillis;
        for (Map.Entry<Long, Long> each : sinceMillis.entrySet()) {
            EntityDispatcher dispatcher = dispatchers.known(each.getKey());
            if (dispatcher != null && dispatcher.replenishment().atRest()) {
                atRest.add(each.getKey());
                firstMillis = Math.min(firstMillis, each.getValue());
            }
        }
        for (long entityId : dispatchers.lookForSent(
                atRest, context.time().shown(firstMillis), context.store().deliveries())) {
            sinceMillis.replace(entityId, nowMillis);
        }
        sinceMillis.values().forEach(since -> alarm.ringWithin(PollPace.waitMillis(nowMillis - since)));
    }

    private boolean isOver(long entityId, long waitedMillis) {
        EntityDispatcher dispatcher = dispatchers.known(entityId);
        return alone
                || known.contains(entityId)
                || waitedMillis > longestMillis
                || dispatcher == null
                || !dispatcher.anyWaiting();
    }
}
