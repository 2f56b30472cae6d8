package dev.restante.node.queue;

import dev.restante.model.Delivery;
import dev.restante.node.queue.buffer.ConsumerSlot;
import dev.restante.node.queue.buffer.PrefetchLimits;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import dev.restante.node.queue.buffer.PrefetchedMessages;
import dev.restante.node.queue.selector.SearchStep;
import dev.restante.selector.Selector;
import dev.restante.store.RetrievalPosition;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Dispatcher of receivers with selectors, and a store that is a map. The tests run the search steps one by one. */
public abstract class SelectorFixture {

    final Map<Long, PrefetchedMessage> store = new TreeMap<>();
    final ArrayDeque<SearchStep> steps = new ArrayDeque<>();
    final List<String> woken = new ArrayList<>();
    final List<Integer> fetches = new ArrayList<>();
    private final List<PrefetchedMessage> toReturn = new ArrayList<>();

    final EntityDispatcher dispatcher = new EntityDispatcher(
            (limit, maxBytes, exceptGroups, wide, lowestPriority) -> fetches.add(limit),
            steps::add,
            (returned, whenDone) -> toReturn.addAll(returned),
            new PrefetchLimits(1_000, 1_000, 1 << 20),
            true,
            delivery -> Delivery.NEVER);

    final ConsumerSlot red = open("red");

    ConsumerSlot open(String colour) {
        try {
            return dispatcher.openSlot(() -> woken.add(colour), Selector.parse("colour LIKE '%" + colour + "%'"));
        } catch (dev.restante.selector.SelectorSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static PrefetchedMessage message(long id, int priority, String colour) {
        return PrefetchedMessages.available(id, priority, Map.of("colour", colour));
    }

    static PrefetchedMessage message(long id, String colour) {
        return message(id, 4, colour);
    }

    void stored(PrefetchedMessage... messages) {
        for (PrefetchedMessage message : messages) {
            store.put(message.delivery().id(), message);
        }
    }

    private List<SelectorCandidate> inOrder() {
        return store.values().stream()
                .sorted(PrefetchedMessage::compareRetrievalOrder)
                .map(each ->
                        new SelectorCandidate(each.delivery(), each.message().header()))
                .toList();
    }

    /** Returns the result of a step that reads now. */
    SearchStep.StepResult find(SearchStep step) {
        List<SelectorCandidate> byId = inOrder().stream()
                .filter(each -> step.ids().contains(each.delivery().id()))
                .toList();
        List<SelectorCandidate> page = inOrder().stream()
                .filter(each -> {
                    RetrievalPosition seen =
                            step.startAfter().get(each.delivery().priority());
                    return seen == null || RetrievalPosition.of(each.delivery()).compareTo(seen) > 0;
                })
                .limit(step.pageSize())
                .toList();
        return step.evaluate(byId, page);
    }

    void finish(SearchStep step, SearchStep.StepResult result) {
        List<PrefetchedMessage> taken = new ArrayList<>();
        for (Delivery match : result.matches()) {
            PrefetchedMessage there = store.remove(match.id());
            if (there != null) {
                taken.add(there);
            }
        }
        List<PrefetchedMessage> remaining = dispatcher.searches().stepLoaded(step, result, taken);
        remaining.forEach(this::stored);
        dispatcher.searches().stepEnded(step, result);
        if (!remaining.isEmpty()) {
            dispatcher.fetches().returnEnded();
        }
    }

    void searchOn() {
        for (SearchStep step = steps.poll(); step != null; step = steps.poll()) {
            finish(step, find(step));
        }
    }

    long take(ConsumerSlot slot) {
        PrefetchedMessage taken = dispatcher.take(slot, 0, new ArrayList<>());
        return taken == null ? 0 : taken.delivery().id();
    }

    @Nullable
    SearchStep nextStep() {
        return steps.poll();
    }

    List<Long> takeAll(ConsumerSlot slot) {
        List<Long> taken = new ArrayList<>();
        for (long id = take(slot); id != 0; id = take(slot)) {
            taken.add(id);
        }
        return taken;
    }
}
