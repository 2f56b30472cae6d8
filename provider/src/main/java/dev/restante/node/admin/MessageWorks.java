package dev.restante.node.admin;

import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.lock.LockTable;
import dev.restante.node.send.NodeSending;
import dev.restante.node.settle.GroupHandling;

/**
 * The kinds of work on stored messages that administrators ask for, each in a class of its own.
 *
 * @param inspection looks at them
 * @param claiming takes them out of where they are, for all others
 */
public record MessageWorks(
        Inspection inspection,
        DeliveryClaiming claiming,
        Purging purging,
        Redriving redriving,
        Resubmitting resubmitting,
        Undeferring undeferring) {

    /** Those of a node. */
    public static MessageWorks of(
            NodeContext context,
            Commits commits,
            Dispatchers dispatchers,
            LockTable locks,
            Returns returns,
            PendingReturns pending,
            BufferReturns bufferReturns,
            GroupHandling groups,
            NodeRequests requests,
            NodeSending sending) {
        Inspection inspection = new Inspection(context, locks);
        DeliveryClaiming claiming = new DeliveryClaiming(commits, dispatchers, pending, bufferReturns, groups);
        return new MessageWorks(
                inspection,
                claiming,
                new Purging(context, dispatchers, locks, inspection, claiming, requests),
                new Redriving(context, inspection, claiming),
                new Resubmitting(context, inspection, claiming, sending),
                new Undeferring(context, commits, returns));
    }
}
