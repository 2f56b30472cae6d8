package dev.restante.node.queue.selector;

import dev.restante.model.Delivery;
import dev.restante.selector.SelectableHeader;
import dev.restante.selector.Selector;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Step of a selector search: some deliveries by id, and the next page in retrieval order. Immutable; the step is run
 * without the dispatcher's lock.
 *
 * @param number the number of the step among all steps of its dispatcher
 * @param ids the ids of deliveries to examine; a delivery after {@code acquiredUpTo} is left to a later page
 * @param acquiredUpTo positions by priority, up to which all matches are acquired or reported
 * @param startAfter positions by priority, after which the page begins
 * @param pageSize the number of deliveries on a full page; 0 for no page
 * @param maxMatches the highest number of matches to take from the page
 * @param maxBytes the total size of matches at which the page ends
 * @param exceptGroups the groups that were being returned when the step began; the step may read positions after their
 *     first members, so it must skip them
 */
public record SearchStep(
        long number,
        Selector selector,
        List<Long> ids,
        Map<Integer, RetrievalPosition> acquiredUpTo,
        Map<Integer, RetrievalPosition> startAfter,
        int pageSize,
        int maxMatches,
        long maxBytes,
        Set<String> exceptGroups) {

    private static final Comparator<Delivery> RETRIEVAL_ORDER =
            Comparator.comparingInt((Delivery delivery) -> -delivery.priority()).thenComparing(RetrievalPosition::of);

    /**
     * Result of a search step.
     *
     * @param matches the deliveries to acquire, in retrieval order
     * @param reached positions by priority that the search has reached
     * @param lowestPriority the priority above which all deliveries were examined
     * @param exhausted true if no deliveries follow
     * @param mostlyMatching true if most deliveries of the page matched
     * @param restartAfter positions by priority, after which a later page must begin, because earlier members may
     *     precede a group member that was examined by id
     */
    public record StepResult(
            List<Delivery> matches,
            Map<Integer, RetrievalPosition> reached,
            int lowestPriority,
            boolean exhausted,
            boolean mostlyMatching,
            Map<Integer, RetrievalPosition> restartAfter) {

        /** Returns whether the step would have found a delivery that was in the store when the step read it. */
        boolean covers(Delivery delivery) {
            return exhausted || delivery.priority() > lowestPriority || isWithin(reached, delivery);
        }
    }

    /** Returns whether a delivery is at or before the position of its priority. */
    static boolean isWithin(Map<Integer, RetrievalPosition> positions, Delivery delivery) {
        RetrievalPosition position = positions.get(delivery.priority());
        return position != null && RetrievalPosition.of(delivery).compareTo(position) <= 0;
    }

    /**
     * Evaluates the selector.
     *
     * @param byId the available deliveries of {@link #ids}
     * @param nextPage the available deliveries after {@link #startAfter}, in retrieval order, at most {@link #pageSize}
     */
    public StepResult evaluate(List<SelectorCandidate> byId, List<SelectorCandidate> nextPage) {
        List<Delivery> matches = new ArrayList<>();
        Map<Integer, RetrievalPosition> again = new HashMap<>();
        long bytes = 0;
        for (SelectorCandidate candidate : byId) {
            // Acquired now, a later delivery would be received before the deliveries between.
            if (isWithin(acquiredUpTo, candidate.delivery()) && matches(candidate)) {
                if (candidate.delivery().groupId() != null) {
                    again.merge(
                            candidate.delivery().priority(),
                            RetrievalPosition.of(candidate.delivery()).before(),
                            RetrievalPosition::earlier);
                    continue;
                }
                matches.add(candidate.delivery());
                bytes += candidate.delivery().size();
            }
        }
        Set<Long> taken = new HashSet<>();
        matches.forEach(match -> taken.add(match.id()));
        Map<Integer, RetrievalPosition> reached = new HashMap<>(startAfter);
        int looked = 0;
        int matching = 0;
        boolean room = true;
        int lowestPriority = Integer.MAX_VALUE;
        for (SelectorCandidate candidate : nextPage) {
            Delivery delivery = candidate.delivery();
            boolean more = !taken.contains(delivery.id()) && matches(candidate);
            room = !more || (matching < maxMatches && (bytes < maxBytes || matches.isEmpty()));
            if (!room) {
                break;
            }
            if (more) {
                matches.add(delivery);
                bytes += delivery.size();
                matching++;
            }
            looked++;
            reached.put(delivery.priority(), RetrievalPosition.of(delivery));
            lowestPriority = delivery.priority();
        }
        matches.sort(RETRIEVAL_ORDER);
        boolean exhausted = pageSize > 0 && room && nextPage.size() < pageSize;
        return new StepResult(
                List.copyOf(matches),
                Map.copyOf(reached),
                lowestPriority,
                exhausted,
                2 * matching > looked,
                Map.copyOf(again));
    }

    private boolean matches(SelectorCandidate candidate) {
        return candidate.header() != null
                && selector.matches(SelectableHeader.of(candidate.delivery(), candidate.header()));
    }
}
