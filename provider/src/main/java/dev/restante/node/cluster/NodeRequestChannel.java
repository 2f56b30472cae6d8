package dev.restante.node.cluster;

import dev.restante.broker.BrokerException;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.IdLayout;
import dev.restante.model.SaturatingTime;
import dev.restante.model.Uninterruptibles;
import dev.restante.node.core.NodeContext;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.NodeRequestRepository;
import dev.restante.store.NodeRequestRepository.NodeRequest;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;
import dev.restante.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Channel for requests between nodes: sends requests to other nodes, and executes requests addressed to this node.
 * Requests are necessary because only the owner of a delivery can execute some operations on it. Each poll executes
 * pending requests.
 */
public final class NodeRequestChannel {

    private static final Logger LOG = LoggerFactory.getLogger(NodeRequestChannel.class);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long RETENTION_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final NodeContext context;

    public NodeRequestChannel(NodeContext context) {
        this.context = context;
    }

    /**
     * Sends a request like {@link #sendToAll} to one node.
     *
     * @return empty if no answer arrived in time
     */
    public OptionalLong send(
            long incarnation,
            NodeRequestKind kind,
            long entityId,
            long deliveryIdOrLimit,
            @Nullable String selector,
            Duration timeout,
            BooleanSupplier cancelled) {
        Map<Long, Long> answers =
                sendToAll(Set.of(incarnation), kind, entityId, deliveryIdOrLimit, selector, timeout, cancelled);
        Long answer = answers.get(incarnation);
        return answer == null ? OptionalLong.empty() : OptionalLong.of(answer);
    }

    /**
     * Sends a request to several nodes at once and blocks until all answers, even if the thread is interrupted. The
     * waiting time does not count towards the time budget of the call (RCV-19).
     *
     * @param deliveryIdOrLimit see {@link NodeRequest}
     * @param timeout the time limit for all answers together
     * @param cancelled returns true if the caller no longer needs the answers
     * @return the answers by incarnation, without nodes whose answer did not arrive in time
     */
    public Map<Long, Long> sendToAll(
            Set<Long> incarnations,
            NodeRequestKind kind,
            long entityId,
            long deliveryIdOrLimit,
            @Nullable String selector,
            Duration timeout,
            BooleanSupplier cancelled) {
        NodeRequestRepository repository = context.store().nodeRequests();
        Map<Long, Long> requestIds = new LinkedHashMap<>();
        try {
            for (long incarnation : incarnations) {
                long requestId = context.ids().next();
                requestIds.put(incarnation, requestId);
                repository.submit(new NodeRequest(requestId, incarnation, kind, entityId, deliveryIdOrLimit, selector));
            }
            long startedNanos = System.nanoTime();
            long timeoutNanos = SaturatingTime.toNanos(timeout);
            Map<Long, Long> answers = new HashMap<>();
            requestIds.forEach((incarnation, requestId) -> awaitAnswer(
                            requestId,
                            () -> System.nanoTime() - startedNanos >= timeoutNanos || cancelled.getAsBoolean())
                    .ifPresent(answer -> answers.put(incarnation, answer)));
            return answers;
        } finally {
            requestIds.values().forEach(repository::withdraw);
        }
    }

    private OptionalLong awaitAnswer(long requestId, BooleanSupplier ended) {
        while (true) {
            long begunNanos = System.nanoTime();
            OptionalLong answer = context.store().nodeRequests().findAnswer(requestId);
            if (answer.isPresent() || ended.getAsBoolean()) {
                return answer;
            }
            Uninterruptibles.sleep(POLL_NANOS);
            CallTimeBudget.excludeSince(begunNanos);
        }
    }

    /** Requests that another node returns its prefetched deliveries of a group, without waiting for the answer. */
    public void requestGroupReturn(long incarnation, long entityId, String groupId) {
        context.store()
                .nodeRequests()
                .submit(new NodeRequest(
                        context.ids().next(),
                        incarnation,
                        NodeRequestKind.RETURN_PREFETCHED_GROUP,
                        entityId,
                        0,
                        groupId));
    }

    /** Requests that another node adopts redrive jobs without a live node, without waiting for the answer. */
    public void requestJobTakeover(long incarnation) {
        context.store()
                .nodeRequests()
                .submit(new NodeRequest(context.ids().next(), incarnation, NodeRequestKind.ADOPT_JOBS, 0, 0, null));
    }

    /** Returns the longest time in which a healthy node answers. */
    public Duration answerTimeout() {
        return context.settings().pollInterval().multipliedBy(3).plusSeconds(2);
    }

    /**
     * Executes the requests to this node.
     *
     * @param breakLock breaks the lock of a delivery and returns the answer
     * @param discard deletes the deliveries of a request and returns their number
     * @param returnGroup returns the prefetched deliveries of a group
     * @param adoptJobs adopts redrive jobs
     */
    public void executePending(
            ToLongFunction<NodeRequest> breakLock,
            DiscardAction discard,
            Consumer<NodeRequest> returnGroup,
            Runnable adoptJobs) {
        try {
            List<NodeRequest> asked = context.store().nodeRequests().pending(context.incarnation());
            for (NodeRequest request : asked) {
                switch (request.kind()) {
                    case RETURN_PREFETCHED_GROUP -> {
                        returnGroup.accept(request);
                        context.store().nodeRequests().withdraw(request.id());
                    }
                    case ADOPT_JOBS -> {
                        adoptJobs.run();
                        context.store().nodeRequests().withdraw(request.id());
                    }
                    case BREAK_LOCK, DISCARD_PREFETCHED, DISCARD_IN_FLIGHT ->
                        context.store()
                                .nodeRequests()
                                .answer(request.id(), executePending(request, breakLock, discard));
                }
            }
            if (!asked.isEmpty()) {
                long oldestKeptMillis = context.storeClock().storeMillis() - RETENTION_MILLIS;
                // The answers of this poll stay, although the clock of a requesting node may be behind.
                long firstKeptId = Math.min(
                        IdLayout.firstPositionAt(oldestKeptMillis), asked.get(0).id());
                context.store().nodeRequests().deleteBefore(firstKeptId);
            }
        } catch (StoreException | BrokerException e) {
            LOG.warn("The requests of other nodes could not be executed. The node tries again.", e);
        }
    }

    /** Action that deletes deliveries of an entity that this node has acquired. */
    public interface DiscardAction {
        long discard(Entity entity, NodeRequest request, @Nullable Selector selector);
    }

    private long executePending(NodeRequest request, ToLongFunction<NodeRequest> breakLock, DiscardAction discard) {
        if (request.kind() == NodeRequestKind.BREAK_LOCK) {
            return breakLock.applyAsLong(request);
        }
        try {
            Selector selector =
                    request.selectorOrGroup() == null ? null : Selector.parseStored(request.selectorOrGroup());
            return context.registry()
                    .known(request.entityId())
                    .map(entity -> discard.discard(entity, request, selector))
                    .orElse(0L);
        } catch (SelectorSyntaxException e) {
            LOG.warn("The selector of node request {} cannot be parsed. No message is deleted.", request.id(), e);
            return 0;
        }
    }
}
