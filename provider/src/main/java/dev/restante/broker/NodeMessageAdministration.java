package dev.restante.broker;

import dev.restante.model.Entity;
import dev.restante.store.NodeRequestRepository.Kind;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of administrators on messages, each kind in a class of its own, guarded against failures of the store. */
final class NodeMessageAdministration implements MessageAdministration {

    private final BrokerNode node;
    private final Counting counting;
    private final Inspection inspection;
    private final Purging purging;
    private final Redriving redriving;
    private final LockBreaking lockBreaking;
    private final NodeRequests requests;

    NodeMessageAdministration(BrokerNode node, Counting counting) {
        this.node = node;
        this.counting = counting;
        this.inspection = new Inspection(node);
        this.requests = new NodeRequests(node.context());
        Takeover takeover = new Takeover(node);
        this.purging = new Purging(node, inspection, takeover, requests);
        this.redriving = new Redriving(node, inspection, takeover);
        this.lockBreaking = new LockBreaking(node, requests);
    }

    @Override
    public Page page(Entity entity, MessageQuery query, @Nullable PagePlace after, int limit, boolean bodies) {
        return node.guarded(() -> inspection.page(entity, query, after, limit, bodies));
    }

    @Override
    public Purged purge(Entity entity, MessageQuery query, Watch watch) {
        node.checkAlive();
        return node.guarded(() -> purging.purge(entity, query, watch));
    }

    @Override
    public Redriven redrive(Entity entity, Redrive redrive, Watch watch) {
        node.checkAlive();
        return node.guarded(() -> redriving.redrive(entity, redrive, watch));
    }

    @Override
    public LockBreak breakLock(Entity entity, long sequenceNumber, Duration timeout) {
        node.checkAlive();
        return node.guarded(() -> lockBreaking.breakLock(entity, sequenceNumber, timeout));
    }

    @Override
    public Map<String, Long> reasons(Entity entity, int limit) {
        return counting.reasons(entity, limit);
    }

    /** Does what other nodes ask this one for. */
    void obey() {
        requests.obey(
                request -> lockBreaking.here(request.entityId(), request.deliveryId()) ? 1 : 0,
                (entity, request, selector) -> purging.here(
                        entity, selector, id -> id < request.deliveryId(), request.kind() == Kind.DISCARD_HELD),
                request -> {
                    if (request.selector() != null) {
                        node.workers().sweeper().giveBack(request.entityId(), request.selector());
                    }
                });
    }

    /** Asks another node to give back what it has not handed out of groups that have expired. */
    void askToReturn(long incarnation, long entityId, Collection<String> groupIds) {
        groupIds.forEach(groupId -> requests.askToReturn(incarnation, entityId, groupId));
    }
}
