package dev.restante.broker;

import dev.restante.broker.view.NodeFigures;
import dev.restante.broker.view.NodeStanding;
import dev.restante.broker.view.Statistics;
import dev.restante.broker.view.StoreHistory.Recorded;
import dev.restante.model.Branch;
import dev.restante.model.BranchId;
import dev.restante.model.CommitOutcome;
import dev.restante.model.Entity;
import dev.restante.model.HistoryScale;
import dev.restante.model.OrphanedDeliveries;
import java.util.List;

/**
 * The part of a broker that administrators speak to. Arguments and results are values, so that it can be spoken to from
 * another process, too. Thread-safe.
 */
public interface Administration {

    /** Queues. */
    QueueAdministration queueAdministration();

    /** What administrators do with topics and subscriptions. */
    TopicAdministration topicAdministration();

    /** What administrators do with messages. */
    MessageAdministration messageAdministration();

    /** Redrives in the background. */
    RedriveJobs redriveJobs();

    /** Branches of distributed transactions that wait for somebody to decide them. */
    Branches branches();

    /** Messages whose queue, topic or subscription the store does not have. */
    Orphans orphans();

    /** All entities, by name. */
    List<Entity> entities();

    /**
     * What became of a call of which somebody was told that nobody knows (SND-09), made at this node or another.
     *
     * @param token what he was told with it
     * @throws BrokerException with INVALID_ARGUMENT if that is none
     */
    CommitOutcome outcome(String token);

    /** Counts what is in queues and subscriptions. */
    Statistics statistics();

    /** How figures were before. */
    History history();

    /** What holds for the whole store. */
    StoreSettings storeSettings();

    /** What can be told of this node and its store; asks nobody. */
    NodeFigures node();

    /** All nodes of the store, by incarnation. */
    List<NodeStanding> nodes();

    /** What the node does in general: limits that the layers above need. */
    BrokerSettings settings();

    /**
     * The administration of the branches of distributed transactions, in place of their transaction manager.
     * Thread-safe.
     *
     * <p>Every call may throw a {@link BranchException}; where its reason is UNAVAILABLE or FAILED, nothing is decided.
     */
    interface Branches {

        /**
         * The branches of all nodes that are prepared, or were decided by an administrator and not forgotten; those
         * prepared first come first.
         */
        List<Branch> prepared();

        /**
         * Decides a prepared branch in place of its transaction manager, which is told when it comes to do so itself.
         *
         * @param commit whether to commit it, or else to roll it back
         * @throws BranchException with NOT_FOUND; PROTOCOL where it is decided already
         */
        void decide(BranchId xid, boolean commit);

        /**
         * Forgets a branch that an administrator has decided.
         *
         * @throws BranchException with NOT_FOUND; PROTOCOL where no administrator has
         */
        void forget(BranchId xid);
    }

    /** The administration of deliveries whose entity the store does not have (BEY-09). Thread-safe. */
    interface Orphans {

        /**
         * The result of a move or removal.
         *
         * @param done how many deliveries were moved or removed
         * @param left how many the missing entity still has
         */
        record Cleared(long done, long left) {}

        /** Lists them by ascending entity id. */
        List<OrphanedDeliveries> list();

        /**
         * Moves the deliveries of a missing entity to the end of another entity, as a redrive does.
         *
         * @throws BrokerException with ENTITY_NOT_FOUND if there are none, or the target is gone
         */
        Cleared move(long entityId, Entity target);

        /**
         * Removes the deliveries of a missing entity.
         *
         * @throws BrokerException with ENTITY_NOT_FOUND if there are none
         */
        Cleared remove(long entityId);
    }

    /** The history of the figures of all entities, which nodes record while somebody wants it. */
    interface History {

        /** What was recorded, in the order of the intervals; from now on it is recorded for a day at least. */
        List<Recorded> read(HistoryScale scale);
    }
}
