package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.node.dispatch.Buffered;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.node.dispatch.GroupHolds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The way back to the store for what a dispatcher has asked for and can't be handed over. As long as something is on
 * it, however often the store fails, the dispatcher asks for nothing else, which would be received before that; of
 * message groups only for nothing of the same group. Thread-safe.
 */
final class WayBack {

    private final EntityDispatcher dispatcher;
    private final BufferReturns bufferReturns;

    WayBack(EntityDispatcher dispatcher, BufferReturns bufferReturns) {
        this.dispatcher = dispatcher;
        this.bufferReturns = bufferReturns;
    }

    /** Gives back what a dispatcher has just let go: it waits for that, unless it is nothing. */
    static void letGo(EntityDispatcher dispatcher, List<Buffered> left, BufferReturns bufferReturns) {
        if (!left.isEmpty()) {
            bufferReturns.giveBack(left, dispatcher.replenishment()::wentBack);
        }
    }

    /** Something is on its way, or will be; the result is to be run when it is in the store. */
    Runnable begin() {
        dispatcher.replenishment().goesBack();
        return dispatcher.replenishment()::wentBack;
    }

    /** Gives back what nobody has received. */
    void read(List<Buffered> left, Runnable whenOver) {
        bufferReturns.giveBack(left, whenOver);
    }

    /**
     * Gives back what was acquired and can't be read. Its groups go back with it: nothing later of them must come
     * before it is in the store.
     *
     * @param behind goes back as well, being later
     * @param whenOver run when all is in the store that belongs to no group
     */
    void unread(List<Delivery> acquired, List<Buffered> behind, Runnable whenOver) {
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
        GroupHolds holds = dispatcher.groupHolds();
        List<Buffered> members = new ArrayList<>();
        firsts.forEach(
                (groupId, first) -> members.addAll(holds.leave(groupId, first).members()));
        bufferReturns.giveBackUnread(ofGroups, members, () -> firsts.keySet().forEach(holds::left));
        bufferReturns.giveBackUnread(withoutGroup, behind, whenOver);
    }
}
