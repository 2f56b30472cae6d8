package dev.restante.broker;

import dev.restante.broker.view.LocalNodeStatus;
import dev.restante.broker.view.MergedHistory.RecordedInterval;
import dev.restante.broker.view.NodeStatus;
import dev.restante.broker.view.StatisticsReader;
import dev.restante.model.BranchId;
import dev.restante.model.Entity;
import dev.restante.model.HistoryResolution;
import dev.restante.model.InDoubtOutcome;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.model.StoredBranch;
import java.util.List;

/**
 * Interface to all administration of a store on one node, internal counterpart of {@code RestanteAdmin}, with plain
 * values so that another process can call it. Thread-safe.
 */
public interface BrokerAdministration {

    QueueAdministration queueAdministration();

    TopicAdministration topicAdministration();

    PolicyAdministration policyAdministration();

    MessageAdministration messageAdministration();

    RedriveJobs redriveJobs();

    BranchAdministration branches();

    /** Returns the administration of messages whose queue, topic or subscription does not exist in the store. */
    OrphanAdministration orphans();

    /** Returns all entities, sorted by name. */
    List<Entity> entities();

    /**
     * Returns the outcome of a call of any node that failed with an unknown outcome (SND-09).
     *
     * @param outcomeToken the token from the exception of that call
     * @throws BrokerException with INVALID_ARGUMENT if the token is malformed
     */
    InDoubtOutcome commitOutcome(String outcomeToken);

    StatisticsReader statistics();

    HistoryAdministration history();

    StoreSettings storeSettings();

    /** Returns the status of this node without a call to the store. */
    LocalNodeStatus localNodeStatus();

    /** Returns the status of all nodes of the store, sorted by incarnation. */
    List<NodeStatus> nodeStatuses();

    /** Returns the settings of this node, whose limits the callers need. */
    BrokerSettings nodeSettings();

    /**
     * Administration of the branches of distributed transactions, in place of their transaction manager. Thread-safe.
     *
     * <p>Every call may throw a {@link BranchException}. Nothing is decided if its reason is UNAVAILABLE or FAILED.
     */
    interface BranchAdministration {

        /**
         * Returns the branches of all nodes that are prepared, or decided by an administrator and not forgotten. The
         * branch that was prepared first comes first.
         */
        List<StoredBranch> prepared();

        /**
         * Decides a prepared branch in place of its transaction manager, which learns the decision when it completes
         * the branch.
         *
         * @param commit true to commit, false to roll back
         * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if the branch is already decided
         */
        void completeHeuristically(BranchId xid, boolean commit);

        /**
         * Forgets a branch that an administrator has decided.
         *
         * @throws BranchException with NOT_FOUND; PROTOCOL_ERROR if no administrator has decided the branch
         */
        void forget(BranchId xid);
    }

    /** Administration of deliveries whose entity does not exist in the store (BEY-09). Thread-safe. */
    interface OrphanAdministration {

        /**
         * Result of a move or removal.
         *
         * @param affected the number of moved or removed deliveries
         * @param remaining the number of deliveries that the missing entity still has
         */
        record OrphanResult(long affected, long remaining) {}

        /** Returns the orphaned deliveries by ascending entity id. */
        List<OrphanedDeliveries> list();

        /**
         * Moves the deliveries of a missing entity to the end of another entity, as a redrive does.
         *
         * @throws BrokerException with ENTITY_NOT_FOUND if there are no such deliveries or the target does not exist
         */
        OrphanResult move(long entityId, Entity target);

        /**
         * Removes the deliveries of a missing entity.
         *
         * @throws BrokerException with ENTITY_NOT_FOUND if there are no such deliveries
         */
        OrphanResult remove(long entityId);
    }

    /** History of the statistics of all entities, which nodes record only while it is in use. */
    interface HistoryAdministration {

        /** Returns the recorded intervals in their order, and makes the nodes record for at least one more day. */
        List<RecordedInterval> read(HistoryResolution resolution);
    }
}
