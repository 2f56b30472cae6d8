package dev.restante.node;

import dev.restante.node.admin.LockBreaking;
import dev.restante.node.admin.NodeRedriveJobs;
import dev.restante.node.admin.Purging;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.expiry.GroupExpiry;
import dev.restante.store.NodeRequestRepository.Kind;

/**
 * The requests of other nodes of a shared store to this one. They ask because only the owner of a delivery knows what
 * it does with it.
 */
final class AskedByOthers {

    private final NodeRequests requests;
    private final LockBreaking lockBreaking;
    private final Purging purging;
    private final GroupExpiry groupExpiry;
    private final NodeRedriveJobs redriveJobs;

    AskedByOthers(
            NodeRequests requests,
            LockBreaking lockBreaking,
            Purging purging,
            GroupExpiry groupExpiry,
            NodeRedriveJobs redriveJobs) {
        this.requests = requests;
        this.lockBreaking = lockBreaking;
        this.purging = purging;
        this.groupExpiry = groupExpiry;
        this.redriveJobs = redriveJobs;
    }

    /** Does all that is asked by now. What fails is asked again. */
    void obey() {
        requests.obey(
                request -> lockBreaking.here(request.entityId(), request.deliveryId()) ? 1 : 0,
                (entity, request, selector) -> purging.here(
                        entity, selector, id -> id < request.deliveryId(), request.kind() == Kind.DISCARD_HELD),
                request -> {
                    if (request.selector() != null) {
                        groupExpiry.giveBack(request.entityId(), request.selector());
                    }
                },
                redriveJobs::takeOrphaned);
    }
}
