package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import dev.restante.selector.SelectableHead;
import dev.restante.selector.Selector;
import dev.restante.store.Candidate;
import dev.restante.store.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One step of a search for what a selector matches: some deliveries by their ids, and the next page in retrieval order.
 * Immutable; what it looks at is read and sifted without the dispatcher's lock.
 *
 * @param number counts up with each step of a dispatcher
 * @param selector asked without the lock
 * @param ids of deliveries to look at; one that is behind {@code furthest} is left to the page that will come to it
 * @param furthest for each priority the place up to which all that matches has been acquired or reported
 * @param seen for each priority the place after which the page begins
 * @param page so many deliveries are on a full page; 0 if none is wanted
 * @param wanted at most so many matches are taken from the page
 * @param maxBytes no more are taken from the page once the sizes add up to this much
 * @param exceptGroups groups that were on their way back to the store when it began: nothing of them is taken, as it
 *     may be looking behind what they begin with
 */
public record SearchStep(
        long number,
        Selector selector,
        List<Long> ids,
        Map<Integer, Place> furthest,
        Map<Integer, Place> seen,
        int page,
        int wanted,
        long maxBytes,
        Set<String> exceptGroups) {

    private static final Comparator<Delivery> RETRIEVAL_ORDER =
            Comparator.comparingInt((Delivery delivery) -> -delivery.priority()).thenComparing(Place::of);

    /**
     * The finds of one step.
     *
     * @param matches to be acquired, in retrieval order
     * @param seen for each priority how far the search has come
     * @param lowestPriority all that have a higher one have been looked at
     * @param exhausted whether nothing is behind that
     * @param dense whether most of the page did match
     * @param again for some priorities a place behind which a page must begin: what was looked at by its id belongs to
     *     a message group, in which others may be before it
     */
    public record Found(
            List<Delivery> matches,
            Map<Integer, Place> seen,
            int lowestPriority,
            boolean exhausted,
            boolean dense,
            Map<Integer, Place> again) {

        /** Whether the step would have found this if it had been there when it read. */
        boolean passed(Delivery delivery) {
            return exhausted || delivery.priority() > lowestPriority || isWithin(seen, delivery);
        }
    }

    /** Whether a delivery is at one of these places, which are by priority, or before. */
    static boolean isWithin(Map<Integer, Place> places, Delivery delivery) {
        Place place = places.get(delivery.priority());
        return place != null && Place.of(delivery).compareTo(place) <= 0;
    }

    /**
     * Asks the selector.
     *
     * @param byId what is available of {@link #ids}
     * @param nextPage what is available behind {@link #seen}, in retrieval order, at most {@link #page}
     */
    public Found sift(List<Candidate> byId, List<Candidate> nextPage) {
        List<Delivery> matches = new ArrayList<>();
        Map<Integer, Place> again = new HashMap<>();
        long bytes = 0;
        for (Candidate candidate : byId) {
            // What is further would be received before what is between.
            if (isWithin(furthest, candidate.delivery()) && matches(candidate)) {
                if (candidate.delivery().groupId() != null) {
                    before(candidate.delivery().priority(), Place.of(candidate.delivery()), again);
                    continue;
                }
                matches.add(candidate.delivery());
                bytes += candidate.delivery().size();
            }
        }
        Set<Long> taken = new HashSet<>();
        matches.forEach(match -> taken.add(match.id()));
        Map<Integer, Place> reached = new HashMap<>(seen);
        int looked = 0;
        int matching = 0;
        boolean room = true;
        int lowestPriority = Integer.MAX_VALUE;
        for (Candidate candidate : nextPage) {
            Delivery delivery = candidate.delivery();
            boolean more = !taken.contains(delivery.id()) && matches(candidate);
            room = !more || (matching < wanted && (bytes < maxBytes || matches.isEmpty()));
            if (!room) {
                break;
            }
            if (more) {
                matches.add(delivery);
                bytes += delivery.size();
                matching++;
            }
            looked++;
            reached.put(delivery.priority(), Place.of(delivery));
            lowestPriority = delivery.priority();
        }
        matches.sort(RETRIEVAL_ORDER);
        boolean exhausted = page > 0 && room && nextPage.size() < page;
        return new Found(
                List.copyOf(matches),
                Map.copyOf(reached),
                lowestPriority,
                exhausted,
                2 * matching > looked,
                Map.copyOf(again));
    }

    private boolean matches(Candidate candidate) {
        return candidate.head() != null && selector.matches(SelectableHead.of(candidate.delivery(), candidate.head()));
    }

    /** Keeps in mind the place right before another one, unless an earlier one of the priority is. */
    public static void before(int priority, Place of, Map<Integer, Place> places) {
        Place place = new Place(of.position(), of.id() - 1);
        places.merge(priority, place, (one, other) -> one.compareTo(other) <= 0 ? one : other);
    }
}
