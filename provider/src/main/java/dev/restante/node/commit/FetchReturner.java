package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.node.queue.GroupCoordinator;
import dev.restante.node.queue.buffer.PrefetchedMessage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Returner that makes fetched deliveries available again in the store if they cannot be delivered, and blocks fetches
 * meanwhile to keep the order. Members of groups only stop fetches of their groups. Thread-safe.
 */
final class FetchReturner {

    private final EntityDispatcher dispatcher;
    private final PrefetchReturner prefetchReturner;

    FetchReturner(EntityDispatcher dispatcher, PrefetchReturner prefetchReturner) {
        this.dispatcher = dispatcher;
        this.prefetchReturner = prefetchReturner;
    }

    /** Returns deliveries that a dispatcher has just removed, and ends the return that the dispatcher has begun. */
    static void returnRemoved(
            EntityDispatcher dispatcher, List<PrefetchedMessage> remaining, PrefetchReturner prefetchReturner) {
        if (!remaining.isEmpty()) {
            prefetchReturner.returnToStore(remaining, dispatcher.fetches()::returnEnded);
        }
    }

    /** Begins a return; the caller must run the result when the deliveries are stored. */
    Runnable beginReturn() {
        dispatcher.fetches().returnBegun();
        return dispatcher.fetches()::returnEnded;
    }

    void returnLoaded(List<PrefetchedMessage> remaining, Runnable onEnded) {
        prefetchReturner.returnToStore(remaining, onEnded);
    }

    /**
     * Returns acquired deliveries that could not be read. The prefetched members of their groups return with them,
     * because they are later.
     *
     * @param queued later deliveries that return, too
     * @param onEnded action that runs when all deliveries without a group are stored
     */
    void returnUnread(List<Delivery> acquired, List<PrefetchedMessage> queued, Runnable onEnded) {
        List<Delivery> withoutGroup = new ArrayList<>(acquired.size());
        List<Delivery> ofGroups = new ArrayList<>(0);
        Map<String, Delivery> firsts = new HashMap<>();
        for (Delivery delivery : acquired) {
            if (delivery.groupId() == null) {
                withoutGroup.add(delivery);
            } else {
                ofGroups.add(delivery);
                firsts.putIfAbsent(delivery.groupId(), delivery);
            }
        }
        GroupCoordinator groups = dispatcher.groups();
        List<PrefetchedMessage> members = new ArrayList<>();
        firsts.forEach((groupId, first) ->
                members.addAll(groups.beginReturn(groupId, first).members()));
        prefetchReturner.returnUnread(ofGroups, members, () -> firsts.keySet().forEach(groups::returnEnded));
        prefetchReturner.returnUnread(withoutGroup, queued, onEnded);
    }
}
