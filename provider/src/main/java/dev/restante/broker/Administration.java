package dev.restante.broker;

import dev.restante.broker.view.NodeFigures;
import dev.restante.broker.view.NodeStanding;
import dev.restante.broker.view.Statistics;
import dev.restante.model.CommitOutcome;
import dev.restante.model.Entity;
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
    BranchAdministration branches();

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

    /** What holds for the whole store. */
    StoreSettings storeSettings();

    /** What can be told of this node and its store; asks nobody. */
    NodeFigures node();

    /** All nodes of the store, by incarnation. */
    List<NodeStanding> nodes();

    /** What the node does in general: limits that the layers above need. */
    BrokerSettings settings();
}
