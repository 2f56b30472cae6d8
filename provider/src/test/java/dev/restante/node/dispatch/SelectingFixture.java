package dev.restante.node.dispatch;

import dev.restante.model.Delivery;
import dev.restante.selector.Selector;
import dev.restante.store.Candidate;
import dev.restante.store.Place;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Receivers with a selector, and a store that is a map; steps of searches are carried out when a test says so. */
abstract class SelectingFixture {

    final Map<Long, Buffered> store = new TreeMap<>();
    final ArrayDeque<SearchStep> steps = new ArrayDeque<>();
    final List<String> woken = new ArrayList<>();
    final List<Integer> fetches = new ArrayList<>();
    private final List<Buffered> turnedAway = new ArrayList<>();

    final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> fetches.add(limit),
            steps::add,
            (back, whenDone) -> turnedAway.addAll(back),
            new DispatchBounds(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);

    final Seat red = open("red");

    Seat open(String colour) {
        try {
            return dispatcher.open(() -> woken.add(colour), Selector.parse("colour LIKE '%" + colour + "%'"));
        } catch (dev.restante.selector.SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static Buffered message(long id, int priority, String colour) {
        return BufferedMessages.available(id, priority, Map.of("colour", colour));
    }

    static Buffered message(long id, String colour) {
        return message(id, 4, colour);
    }

    void stored(Buffered... messages) {
        for (Buffered message : messages) {
            store.put(message.delivery().id(), message);
        }
    }

    private List<Candidate> inOrder() {
        return store.values().stream()
                .sorted(Buffered::inOrder)
                .map(each -> new Candidate(each.delivery(), each.message().head()))
                .toList();
    }

    /** What a step reads now. */
    SearchStep.Found find(SearchStep step) {
        List<Candidate> byId = inOrder().stream()
                .filter(each -> step.ids().contains(each.delivery().id()))
                .toList();
        List<Candidate> page = inOrder().stream()
                .filter(each -> {
                    Place seen = step.seen().get(each.delivery().priority());
                    return seen == null || Place.of(each.delivery()).compareTo(seen) > 0;
                })
                .limit(step.page())
                .toList();
        return step.sift(byId, page);
    }

    void finish(SearchStep step, SearchStep.Found found) {
        List<Buffered> taken = new ArrayList<>();
        for (Delivery match : found.matches()) {
            Buffered there = store.remove(match.id());
            if (there != null) {
                taken.add(there);
            }
        }
        List<Buffered> left = dispatcher.searches().loaded(step, found, taken);
        left.forEach(this::stored);
        dispatcher.searches().ended(step, found);
        if (!left.isEmpty()) {
            dispatcher.replenishment().wentBack();
        }
    }

    void searchOn() {
        for (SearchStep step = steps.poll(); step != null; step = steps.poll()) {
            finish(step, find(step));
        }
    }

    long take(Seat seat) {
        Buffered taken = dispatcher.take(seat, 0, new ArrayList<>());
        return taken == null ? 0 : taken.delivery().id();
    }

    @Nullable
    SearchStep nextStep() {
        return steps.poll();
    }

    List<Long> takeAll(Seat seat) {
        List<Long> taken = new ArrayList<>();
        for (long id = take(seat); id != 0; id = take(seat)) {
            taken.add(id);
        }
        return taken;
    }
}
