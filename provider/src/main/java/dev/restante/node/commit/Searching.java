package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.SearchStep;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Carries out the steps of searches for what selectors match: reads heads, asks the selector, acquires what matches and
 * nothing else. Thread-safe; waits for the store.
 */
final class Searching {

    private final NodeContext context;
    private final Commits commits;
    private final FetchLoader loader;

    Searching(NodeContext context, Commits commits, FetchLoader loader) {
        this.context = context;
        this.commits = commits;
        this.loader = loader;
    }

    /**
     * The finds of one step.
     *
     * @param found for the search
     * @param receivable its matches without those whose group waits for a redelivery, or is on its way back to the
     *     store
     * @param blocked the groups that wait
     */
    record Sifted(SearchStep.Found found, List<Delivery> receivable, Map<String, DeliveryReader.Blocker> blocked) {

        /** For some priorities the place behind which a match was not taken because of its group. */
        Map<Integer, Place> passedOver(List<Buffered> taken) {
            Set<Long> takenIds =
                    taken.stream().map(buffered -> buffered.delivery().id()).collect(Collectors.toSet());
            Map<Integer, Place> places = new HashMap<>();
            for (Delivery match : found.matches()) {
                if (match.groupId() != null && !takenIds.contains(match.id())) {
                    SearchStep.before(match.priority(), Place.of(match), places);
                    DeliveryReader.Blocker blocker = blocked.get(match.groupId());
                    if (blocker != null) {
                        SearchStep.before(blocker.priority(), blocker.place(), places);
                    }
                }
            }
            return places;
        }
    }

    /**
     * Looks at what a step says.
     *
     * @param leaves whether a group is on its way back to the store
     */
    Sifted find(long entityId, SearchStep step, Predicate<String> leaves) {
        SearchStep.Found found = look(entityId, step);
        if (found.matches().stream().allMatch(match -> match.groupId() == null)) {
            return new Sifted(found, found.matches(), Map.of());
        }
        Map<String, DeliveryReader.Blocker> blocked =
                context.store().deliveries().blockedGroups(entityId, context.latestPosition());
        // Once more: what had been redelivered by the time one knew that nothing is in its way must be among it.
        SearchStep.Found later = look(entityId, step);
        List<Delivery> receivable = later.matches().stream()
                .filter(match -> match.groupId() == null
                        || !(blocked.containsKey(match.groupId()) || leaves.test(match.groupId())))
                .toList();
        return new Sifted(later, receivable, blocked);
    }

    private SearchStep.Found look(long entityId, SearchStep step) {
        DeliveryReader reader = context.store().deliveries();
        List<Candidate> byId = step.ids().isEmpty() ? List.of() : reader.available(entityId, step.ids());
        List<Candidate> page = step.page() == 0 ? List.of() : reader.available(entityId, step.seen(), step.page());
        return step.sift(byId, page);
    }

    /**
     * Acquires and loads.
     *
     * @param matches of one entity
     * @param wayBack of what was acquired and can't be read
     * @return those that nobody else has acquired meanwhile, and that may be handed over
     * @throws RuntimeException if the store fails; nothing stays acquired then
     */
    List<Buffered> take(List<Delivery> matches, WayBack wayBack) {
        List<Delivery> acquired = acquire(matches, wayBack);
        if (acquired.isEmpty()) {
            return List.of();
        }
        try {
            return loader.load(acquired, wayBack);
        } catch (RuntimeException | Error e) {
            wayBack.unread(acquired, List.of(), wayBack.begin());
            throw e;
        }
    }

    private List<Delivery> acquire(List<Delivery> matches, WayBack wayBack) {
        if (matches.isEmpty()) {
            return List.of();
        }
        long entityId = matches.get(0).entityId();
        List<Change.Acquire> changes = matches.stream()
                .map(match -> new Change.Acquire(match.ref(), entityId, context.incarnation(), match.groupId()))
                .toList();
        Outcome outcome =
                commits.execute(new Work(entityId, changes, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied) {
            return acquired(matches, outcome);
        }
        if (outcome instanceof Outcome.InDoubt doubt) {
            // From now on: what is searched for before that is known would be received before it.
            Runnable whenOver = wayBack.begin();
            doubt.later().whenKnown(known -> wayBack.unread(acquired(matches, known), List.of(), whenOver));
        }
        throw outcome.notApplied();
    }

    private List<Delivery> acquired(List<Delivery> matches, Outcome outcome) {
        return outcome instanceof Outcome.Applied applied
                ? matches.stream()
                        .filter(match -> !applied.missedIds().contains(match.id()))
                        .map(match -> match.acquiredBy(context.incarnation()))
                        .toList()
                : List.of();
    }
}
