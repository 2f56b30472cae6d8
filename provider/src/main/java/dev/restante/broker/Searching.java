package dev.restante.broker;

import dev.restante.broker.dispatch.Buffered;
import dev.restante.broker.dispatch.SearchStep;
import dev.restante.model.Delivery;
import dev.restante.model.IdLayout;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Carries out the steps of searches for what selectors match: reads heads, asks the selector, acquires what matches and nothing else. Thread-safe; waits for the store. */
final class Searching {

    private final NodeContext context;
    private final BufferReturns bufferReturns;
    private final Supplier<Commits> commits;
    private final FetchLoader loader;

    Searching(NodeContext context, BufferReturns bufferReturns, Supplier<Commits> commits, FetchLoader loader) {
        this.context = context;
        this.bufferReturns = bufferReturns;
        this.commits = commits;
        this.loader = loader;
    }

    /** Looks at what a step says. */
    SearchStep.Found find(long entityId, SearchStep step) {
        DeliveryReader reader = context.store().deliveries();
        List<Candidate> byId = step.ids().isEmpty() ? List.of() : reader.available(entityId, step.ids());
        List<Candidate> page = step.page() == 0 ? List.of() : reader.available(entityId, step.seen(), step.page());
        return step.sift(byId, page);
    }

    /** Those of some matches of an entity whose groups do not wait for a redelivery. */
    List<Delivery> permitted(long entityId, List<Delivery> matches) {
        if (matches.stream().allMatch(match -> match.groupId() == null)) {
            return matches;
        }
        Set<String> blocked = context.store()
                .deliveries()
                .blockedGroups(
                        entityId, IdLayout.lastPositionAt(context.time().millis()));
        return matches.stream()
                .filter(match -> match.groupId() == null || !blocked.contains(match.groupId()))
                .toList();
    }

    /**
     * Acquires and loads.
     *
     * @param matches of one entity
     * @return those that nobody else has acquired meanwhile, and that may be handed over
     * @throws RuntimeException if the store fails; nothing stays acquired then
     */
    List<Buffered> take(List<Delivery> matches) {
        List<Delivery> acquired = acquire(matches);
        if (acquired.isEmpty()) {
            return List.of();
        }
        try {
            return loader.load(acquired);
        } catch (RuntimeException | Error e) {
            bufferReturns.giveBackUnread(acquired);
            throw e;
        }
    }

    private List<Delivery> acquire(List<Delivery> matches) {
        if (matches.isEmpty()) {
            return List.of();
        }
        long entityId = matches.get(0).entityId();
        List<Change.Acquire> changes = matches.stream()
                .map(match -> new Change.Acquire(match.ref(), entityId, context.incarnation(), match.groupId()))
                .toList();
        Outcome outcome = commits.get()
                .execute(new Work(entityId, changes, Operation.Misses.SKIP, List.of(), false, Delivery.NEVER));
        if (outcome instanceof Outcome.Applied applied) {
            return matches.stream()
                    .filter(match -> !applied.missedIds().contains(match.id()))
                    .map(match -> match.acquiredBy(context.incarnation()))
                    .toList();
        }
        throw outcome instanceof Outcome.Failed failed
                ? failed.cause()
                : new StoreException(StoreException.Kind.FATAL, "unexpected: " + outcome, null);
    }
}
