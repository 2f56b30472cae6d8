package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.WorkerThread;
import dev.restante.node.admin.DeliveryClaiming;
import dev.restante.node.admin.GroupInspection;
import dev.restante.node.admin.LockBreaking;
import dev.restante.node.admin.MessageWorks;
import dev.restante.node.admin.NodeMessageAdministration;
import dev.restante.node.admin.NodeQueueAdministration;
import dev.restante.node.admin.NodeRedriveJobs;
import dev.restante.node.admin.NodeStatistics;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.admin.NodeTopicAdministration;
import dev.restante.node.body.NodeBodies;
import dev.restante.node.cluster.EarlyLooks;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.cluster.Sharing;
import dev.restante.node.commit.BufferReturns;
import dev.restante.node.commit.Buffers;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Dispatchers;
import dev.restante.node.commit.Fetching;
import dev.restante.node.commit.PendingReturns;
import dev.restante.node.commit.Returns;
import dev.restante.node.commit.Traffic;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.LockEnds;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.UsableEntities;
import dev.restante.node.entity.EntityRemoval;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.entity.NodeSubscriptions;
import dev.restante.node.entity.RemadeEntities;
import dev.restante.node.entity.TopicDirectory;
import dev.restante.node.expiry.ExpiredMoves;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.expiry.GroupExpiry;
import dev.restante.node.lease.NodeTime;
import dev.restante.node.lock.LockTable;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.node.receive.AttemptRepetition;
import dev.restante.node.receive.Browsing;
import dev.restante.node.receive.DeferredReceiving;
import dev.restante.node.receive.HandOver;
import dev.restante.node.receive.NodeReceiveAttempts;
import dev.restante.node.receive.QuotaShares;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.receive.Receivers;
import dev.restante.node.send.ForwardWorks;
import dev.restante.node.send.Forwarder;
import dev.restante.node.send.Forwarding;
import dev.restante.node.send.NodeSending;
import dev.restante.node.send.NonPersistentSending;
import dev.restante.node.send.Repeater;
import dev.restante.node.send.TopicSending;
import dev.restante.node.settle.GroupHandling;
import dev.restante.node.settle.LateCompletion;
import dev.restante.node.settle.Lingerings;
import dev.restante.node.settle.NodeSettlement;
import dev.restante.node.settle.Releasing;
import dev.restante.node.settle.SettlementWorks;
import dev.restante.node.transaction.BranchCompletion;
import dev.restante.node.transaction.BranchWorks;
import dev.restante.node.transaction.NodeBranches;
import dev.restante.node.transaction.NodeJoinedTransactions;
import dev.restante.node.transaction.TransactionServices;
import dev.restante.node.transaction.TransactionThread;
import dev.restante.node.worker.AlarmClock;
import dev.restante.store.StoreException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts of a node: builds them in the order in which they rest upon each other, starts them, and ends them in
 * order. Nobody else makes one.
 *
 * <p>Its threads: the commit pipelines (and whoever leads a batch), one alarm clock each for locks and buffers, for
 * sweeps, and for the heartbeat, and a small pool that loads messages.
 */
final class NodeParts {

    private static final Logger LOG = LoggerFactory.getLogger(NodeParts.class);
    private static final int LOADERS = 2;

    final NodeContext context;
    final NodeLife life;
    final UsableEntities entities;
    final AlarmClock timer;
    final ExecutorService loaders;
    final TransactionThread transactionThread = new TransactionThread();
    final Dispatchers dispatchers;
    final Buffers buffers;
    final Fetching fetching;
    final LockTable locks;
    final Traffic traffic;
    final Commits commits;
    final NodeSettlement settlement;
    final Lingerings lingerings;
    final NodeSending sending;
    final NodeBodies bodies;
    final EntityRemoval removal;
    final NodeSubscriptions subscriptions;
    final IdleEntities idleEntities;
    final Receivers receivers;
    final DeferredReceiving deferredReceiving;
    final NodeReceiveAttempts attempts;
    final AcceptedGroups acceptedGroups;
    final TransactionServices transactions;
    final NodeBranches branches;
    final NodeJoinedTransactions joinedTransactions;
    final ExpiredMoves expiredMoves;
    final NodeRedriveJobs redriveJobs;
    final Housekeeping housekeeping;
    final ExpirySweeper sweeper;
    final Browsing browsing;
    final NodeStatistics statistics;
    final NodeStoreSettings storeSettings;
    final NodeQueueAdministration queueAdministration;
    final NodeTopicAdministration topicAdministration;
    final NodeMessageAdministration messageAdministration;
    final Heartbeat heartbeat;

    NodeParts(NodeContext context, NodeTime.Moment joinedAt) {
        this.context = context;
        boolean exclusive = context.store().traits().exclusive();
        this.life = new NodeLife(context.settings(), exclusive);
        this.timer = new AlarmClock("restante-timer", context.time());
        this.loaders = Executors.newFixedThreadPool(LOADERS, task -> new WorkerThread(task, "restante-loader"));
        this.entities = new UsableEntities(context.registry(), life);
        EntityEvents events = new EntityEvents();
        RemadeEntities remade = new RemadeEntities(context);
        LockEnds lockEnds = new LockEnds(context.time());
        Returns returns = new Returns(context);
        this.dispatchers = new Dispatchers();
        // A cycle: who settles needs the locks, which tell him of their ends.
        this.locks = new LockTable(context.time(), timer, this::lockEnded, this::settled);
        this.traffic = new Traffic(context.time(), locks, timer);
        this.commits = new Commits(context, dispatchers, traffic, this::problem);
        PendingReturns pending = new PendingReturns(timer, commits);
        BufferReturns bufferReturns = new BufferReturns(context, returns, pending);
        this.buffers = new Buffers(context, dispatchers, bufferReturns, timer);
        this.fetching = new Fetching(context, commits, dispatchers, buffers, bufferReturns, timer, loaders);
        SettlementWorks settlementWorks = new SettlementWorks(context, buffers, returns);
        GroupHandling groups = new GroupHandling(context, dispatchers, locks, bufferReturns, settlementWorks);
        this.settlement = new NodeSettlement(
                context,
                life,
                commits,
                locks,
                pending,
                settlementWorks,
                groups,
                new Releasing(dispatchers, locks, pending, settlementWorks, groups),
                new LateCompletion(context, commits, dispatchers, buffers, locks, pending, bufferReturns),
                lockEnds);
        this.lingerings = new Lingerings(context, dispatchers, locks, settlement, timer);
        AlarmClock sweeps = new AlarmClock("restante-sweeper", context.time());
        this.bodies = new NodeBodies(context, life, commits, sweeps);
        TopicDirectory directory = new TopicDirectory(context);
        Semaphore unstored = NonPersistentSending.placesForUnstored();
        Forwarding forwarding = new Forwarding(context, returns);
        TopicSending topics = new TopicSending(
                context, life, commits, dispatchers, buffers, traffic, directory, forwarding, unstored, loaders);
        this.removal = new EntityRemoval(context, directory, topics, buffers, locks, traffic);
        this.idleEntities = new IdleEntities(context, life, dispatchers, locks, removal, sweeps);
        this.sending = new NodeSending(
                context,
                life,
                entities,
                commits,
                idleEntities,
                forwarding,
                new NonPersistentSending(life, commits, dispatchers, buffers, traffic, unstored),
                topics);
        this.subscriptions = new NodeSubscriptions(
                context,
                life,
                entities,
                dispatchers,
                locks,
                removal,
                lingerings,
                idleEntities,
                remade,
                topics,
                directory);
        Forwarder forwarder = new Forwarder(
                context,
                commits,
                dispatchers,
                buffers,
                bufferReturns,
                idleEntities,
                forwarding,
                topics,
                new ForwardWorks(context, returns, forwarding, topics),
                sweeps);
        QuotaShares quotaShares = new QuotaShares(context, locks, loaders);
        if (!exclusive) {
            locks.holds().shareQuotas(quotaShares::shrunk);
        }
        this.browsing = new Browsing(context);
        EarlyLooks earlyLooks = new EarlyLooks(context, dispatchers, loaders, timer);
        ReceiverServices receiving = new ReceiverServices(
                context,
                life,
                entities,
                dispatchers,
                buffers,
                bufferReturns,
                pending,
                locks,
                quotaShares,
                lingerings,
                earlyLooks,
                remade,
                new HandOver(context, commits, buffers, locks, returns, bufferReturns, settlement, lockEnds, bodies),
                bodies,
                forwarder::withdraw);
        this.receivers = new Receivers(receiving, idleEntities, events);
        this.deferredReceiving =
                new DeferredReceiving(receiving, commits, pending, returns, idleEntities, browsing, lockEnds);
        this.attempts = new NodeReceiveAttempts(
                context,
                commits,
                life,
                entities,
                locks,
                settlement.groups(),
                lockEnds,
                new AttemptRepetition(receiving, commits, settlement.groups(), lockEnds));
        this.acceptedGroups = new AcceptedGroups(
                context, life, entities, commits, dispatchers, pending, lingerings, settlement, timer);
        this.transactions = new TransactionServices(
                context, life, commits, locks, settlement, sending, topics, bodies, traffic, transactionThread);
        this.branches = new NodeBranches(
                transactions,
                new BranchCompletion(
                        context,
                        commits,
                        dispatchers,
                        locks,
                        pending,
                        traffic,
                        settlement,
                        new BranchWorks(context, returns)),
                timer);
        this.joinedTransactions = new NodeJoinedTransactions(transactions, timer);
        idleEntities.alsoUsedBy(joinedTransactions::anyUses);
        NodeRequests requests = new NodeRequests(context);
        GroupExpiry groupExpiry =
                new GroupExpiry(context, commits, dispatchers, returns, bufferReturns, requests, joinedTransactions);
        this.expiredMoves = new ExpiredMoves(context, life, returns);
        Repeater repeater = new Repeater(context, commits, idleEntities, forwarding, topics);
        this.sweeper =
                new ExpirySweeper(context, dispatchers, commits, returns, idleEntities, groupExpiry, repeater, sweeps);
        DeliveryClaiming claiming =
                new DeliveryClaiming(commits, dispatchers, pending, bufferReturns, settlement.groups());
        MessageWorks works =
                MessageWorks.of(context, commits, dispatchers, locks, returns, claiming, requests, sending);
        this.redriveJobs = new NodeRedriveJobs(context, life, commits, idleEntities, requests, works, sweeps);
        this.housekeeping = new Housekeeping(
                context, sweeps, sweeper, bodies, forwarder, idleEntities, buffers, locks, redriveJobs);
        events.add(housekeeping);
        this.storeSettings = new NodeStoreSettings(context, life, events);
        this.queueAdministration = new NodeQueueAdministration(
                context,
                life,
                dispatchers,
                buffers,
                traffic,
                lingerings,
                joinedTransactions,
                idleEntities,
                events,
                sweeper);
        this.topicAdministration = new NodeTopicAdministration(
                context, life, lingerings, idleEntities, events, topics, removal, subscriptions, queueAdministration);
        this.statistics = new NodeStatistics(context, life, entities, lingerings, dispatchers, locks, traffic, sweeper);
        LockBreaking lockBreaking = new LockBreaking(context, locks, settlement.releasing(), requests);
        this.messageAdministration = new NodeMessageAdministration(
                context,
                life,
                idleEntities,
                lingerings,
                statistics,
                works,
                lockBreaking,
                new GroupInspection(context, locks, dispatchers, acceptedGroups));
        this.heartbeat = new Heartbeat(
                context,
                life,
                dispatchers,
                buffers,
                commits,
                quotaShares,
                subscriptions,
                storeSettings,
                housekeeping,
                new AskedByOthers(requests, lockBreaking, works.purging(), groupExpiry, redriveJobs),
                new Sharing(context, dispatchers, buffers, commits, earlyLooks),
                new Rejoining(
                        context,
                        life,
                        new Rejoining.Parts(
                                commits,
                                dispatchers,
                                buffers,
                                locks,
                                settlement,
                                attempts,
                                quotaShares,
                                acceptedGroups,
                                subscriptions,
                                receivers)),
                joinedAt);
    }

    private void lockEnded(List<HeldDelivery> lost) {
        settlement.releasing().lockEnded(lost);
    }

    private void settled(HeldDelivery held) {
        settlement.groups().settled(held);
    }

    void start() {
        storeSettings.refresh();
        removal.removeAbandoned();
        commits.start(sweeper::notice, housekeeping::arrived, buffers);
        traffic.start();
        heartbeat.start();
        timer.start();
        housekeeping.start();
    }

    /** Takes note of a problem, and tells the listeners; that it was declared dead only where it can't join anew. */
    private void problem(BrokerException problem) {
        if (problem.reason() == Reason.NODE_FENCED) {
            heartbeat.declaredDead(problem.getCause());
            if (!life.isDead()) {
                return;
            }
            dispatchers.endAll();
            locks.holds().limitsAltered();
        }
        life.tell(problem);
    }

    void end() {
        lingerings.close();
        heartbeat.close();
        housekeeping.close();
        timer.close();
        try {
            fetching.close();
            loaders.shutdown();
            subscriptions.close();
            redriveJobs.close();
            transactionThread.close();
            boolean leaving =
                    !joinedTransactions.close() || !context.store().traits().exclusive();
            commits.close();
            if (leaving) {
                context.store().membership().leave(context.incarnation(), commits.outcomesKeptUntilMillis());
                redriveJobs.handOn();
            } else {
                LOG.warn(
                        "A transaction of the application with messages was not over when the store was closed; it is rolled back");
            }
        } catch (StoreException e) {
            LOG.warn("The node could not leave the store in order; others release what it held", e);
        } finally {
            context.store().close();
        }
    }

    /** Ends the threads of a node that could not start. */
    void stop(Throwable failure) {
        life.close();
        for (AutoCloseable part : List.of(heartbeat, housekeeping, timer, redriveJobs, commits)) {
            try {
                part.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
        loaders.shutdown();
    }
}
