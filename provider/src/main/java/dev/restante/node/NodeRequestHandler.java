package dev.restante.node;

import dev.restante.node.admin.message.LockBreaker;
import dev.restante.node.admin.message.MessagePurger;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.feature.groups.GroupExpiryWorker;
import dev.restante.node.feature.redrive.NodeRedriveJobs;
import dev.restante.store.NodeRequestRepository.NodeRequestKind;

/**
 * Handler of requests from other nodes of a shared store: breaks locks, purges messages, returns message groups to the
 * store, and adopts redrive jobs. Most requests concern deliveries that this node owns, because only the owner knows
 * their current state.
 */
final class NodeRequestHandler {

    private final NodeRequestChannel requestChannel;
    private final LockBreaker lockBreaker;
    private final MessagePurger purger;
    private final GroupExpiryWorker groupExpiryWorker;
    private final NodeRedriveJobs redriveJobs;

    NodeRequestHandler(
            NodeRequestChannel requestChannel,
            LockBreaker lockBreaker,
            MessagePurger purger,
            GroupExpiryWorker groupExpiryWorker,
            NodeRedriveJobs redriveJobs) {
        this.requestChannel = requestChannel;
        this.lockBreaker = lockBreaker;
        this.purger = purger;
        this.groupExpiryWorker = groupExpiryWorker;
        this.redriveJobs = redriveJobs;
    }

    /** Executes all pending requests. A request that fails because of the store stays pending. */
    void executePending() {
        requestChannel.executePending(
                request -> lockBreaker.breakHere(request.entityId(), request.deliveryIdOrLimit()) ? 1 : 0,
                (entity, request, selector) -> purger.purgeHere(
                        entity,
                        selector,
                        id -> id < request.deliveryIdOrLimit(),
                        request.kind() == NodeRequestKind.DISCARD_IN_FLIGHT),
                request -> {
                    if (request.selectorOrGroup() != null) {
                        groupExpiryWorker.returnGroup(request.entityId(), request.selectorOrGroup());
                    }
                },
                redriveJobs::adoptOrphaned);
    }
}
