package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Executor of search steps: reads message headers, evaluates the selector, and acquires the matches. Thread-safe; waits
 * for the store.
 */
final class SearchExecutor {

    private final NodeContext context;
    private final ChangeCommitter committer;
    private final FetchLoader loader;

    SearchExecutor(NodeContext context, ChangeCommitter committer, FetchLoader loader) {
        this.context = context;
        this.committer = committer;
        this.loader = loader;
    }

    /**
     * Result of one search step.
     *
     * @param result result for the dispatcher
     * @param receivable matches whose group is not blocked and not returning to the store
     * @param blockedGroups blocked groups, each with its blocking delivery
     */
    record SearchFindings(
            SearchStep.StepResult result,
            List<Delivery> receivable,
            Map<String, DeliveryReader.GroupBlocker> blockedGroups) {

        /** Returns, by priority, the first position at which a match was not acquired because of its group. */
        Map<Integer, RetrievalPosition> skippedPositions(List<PrefetchedMessage> taken) {
            Set<Long> takenIds =
                    taken.stream().map(prefetched -> prefetched.delivery().id()).collect(Collectors.toSet());
            Map<Integer, RetrievalPosition> positions = new HashMap<>();
            for (Delivery match : result.matches()) {
                if (match.groupId() != null && !takenIds.contains(match.id())) {
                    positions.merge(
                            match.priority(), RetrievalPosition.of(match).before(), RetrievalPosition::earlier);
                    DeliveryReader.GroupBlocker blocker = blockedGroups.get(match.groupId());
                    if (blocker != null) {
                        positions.merge(blocker.priority(), blocker.position().before(), RetrievalPosition::earlier);
                    }
                }
            }
            return positions;
        }
    }

    /**
     * Evaluates a search step.
     *
     * @param isReturning function that returns whether a group is returning to the store
     */
    SearchFindings evaluate(long entityId, SearchStep step, Predicate<String> isReturning) {
        SearchStep.StepResult result = readStep(entityId, step);
        if (result.matches().stream().allMatch(match -> match.groupId() == null)) {
            return new SearchFindings(result, result.matches(), Map.of());
        }
        Map<String, DeliveryReader.GroupBlocker> blocked =
                context.store().deliveries().blockedGroups(entityId, context.latestPosition());
        // The second read contains deliveries that were redelivered before the query of blocked groups found them
        // unblocked.
        SearchStep.StepResult later = readStep(entityId, step);
        List<Delivery> receivable = later.matches().stream()
                .filter(match -> match.groupId() == null
                        || !(blocked.containsKey(match.groupId()) || isReturning.test(match.groupId())))
                .toList();
        return new SearchFindings(later, receivable, blocked);
    }

    private SearchStep.StepResult readStep(long entityId, SearchStep step) {
        DeliveryReader reader = context.store().deliveries();
        List<SelectorCandidate> byId = step.ids().isEmpty() ? List.of() : reader.available(entityId, step.ids());
        List<SelectorCandidate> page =
                step.pageSize() == 0 ? List.of() : reader.available(entityId, step.startAfter(), step.pageSize());
        return step.evaluate(byId, page);
    }

    /**
     * Acquires and loads matches.
     *
     * @param matches deliveries of one entity
     * @param returner returner of deliveries that were acquired and cannot be read
     * @return the messages that this node has acquired and may deliver
     * @throws RuntimeException if the store fails; no delivery stays acquired
     */
    List<PrefetchedMessage> acquireAndLoad(List<Delivery> matches, FetchReturner returner) {
        List<Delivery> acquired = acquire(matches, returner);
        if (acquired.isEmpty()) {
            return List.of();
        }
        try {
            return loader.load(acquired, returner);
        } catch (RuntimeException | Error e) {
            returner.returnUnread(acquired, List.of(), returner.beginReturn());
            throw e;
        }
    }

    private List<Delivery> acquire(List<Delivery> matches, FetchReturner returner) {
        if (matches.isEmpty()) {
            return List.of();
        }
        long entityId = matches.get(0).entityId();
        List<Change.Acquire> changes = matches.stream()
                .map(match -> new Change.Acquire(match.ref(), entityId, context.incarnation(), match.groupId()))
                .toList();
        OperationOutcome outcome =
                committer.commit(ChangeSet.withoutArrivals(entityId, changes, MissedFencePolicy.SKIP_CHANGE));
        if (outcome instanceof OperationOutcome.Applied) {
            return acquired(matches, outcome);
        }
        if (outcome instanceof OperationOutcome.InDoubt doubt) {
            // The return begins before the outcome is known, because a search in between could find later messages
            // first.
            Runnable onEnded = returner.beginReturn();
            doubt.pending().onKnown(known -> returner.returnUnread(acquired(matches, known), List.of(), onEnded));
        }
        throw outcome.toException();
    }

    private List<Delivery> acquired(List<Delivery> matches, OperationOutcome outcome) {
        return outcome instanceof OperationOutcome.Applied applied
                ? matches.stream()
                        .filter(match -> !applied.skippedIds().contains(match.id()))
                        .map(match -> match.acquiredBy(context.incarnation()))
                        .toList()
                : List.of();
    }
}
