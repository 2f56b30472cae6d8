package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.WorkerThread;
import dev.restante.node.admin.DeliveryClaimer;
import dev.restante.node.admin.GroupInspector;
import dev.restante.node.admin.LockBreaker;
import dev.restante.node.admin.MessageOperations;
import dev.restante.node.admin.NodeMessageAdministration;
import dev.restante.node.admin.NodeQueueAdministration;
import dev.restante.node.admin.NodeRedriveJobs;
import dev.restante.node.admin.NodeStatisticsReader;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.admin.NodeTopicAdministration;
import dev.restante.node.body.NodeLargeBodyStorage;
import dev.restante.node.cluster.NewReceiverPoller;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.cluster.PrefetchBalancer;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.DispositionChanges;
import dev.restante.node.commit.FetchExecutor;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.commit.PrefetchReturner;
import dev.restante.node.commit.RetryingCommitter;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.LockDeadlineCalculator;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.core.UsableEntityLookup;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.entity.IdleEntityDeleter;
import dev.restante.node.entity.NodeSubscriptionRegistry;
import dev.restante.node.entity.RecreatedEntities;
import dev.restante.node.entity.TopicCache;
import dev.restante.node.expiry.ExpiryParticipationMover;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.expiry.GroupExpiryWorker;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.receive.AcceptedGroups;
import dev.restante.node.receive.DeferredMessageReceiver;
import dev.restante.node.receive.InFlightLimitShares;
import dev.restante.node.receive.MessageBrowser;
import dev.restante.node.receive.MessageDeliverer;
import dev.restante.node.receive.NodeReceiveAttempts;
import dev.restante.node.receive.ReceiveAttemptRepeater;
import dev.restante.node.receive.ReceiverRegistry;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.send.ForwardChanges;
import dev.restante.node.send.ForwardRouter;
import dev.restante.node.send.Forwarder;
import dev.restante.node.send.NodeMessageSender;
import dev.restante.node.send.NonPersistentSender;
import dev.restante.node.send.RepeatedSendWorker;
import dev.restante.node.send.TopicSender;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.node.settle.DeliveryReleaser;
import dev.restante.node.settle.GroupSettlement;
import dev.restante.node.settle.LateCompletion;
import dev.restante.node.settle.NodeDeliverySettler;
import dev.restante.node.settle.SettlementChanges;
import dev.restante.node.transaction.BranchChanges;
import dev.restante.node.transaction.BranchCompletion;
import dev.restante.node.transaction.NodeBranches;
import dev.restante.node.transaction.NodeJoinedTransactions;
import dev.restante.node.transaction.TransactionCheckThread;
import dev.restante.node.transaction.TransactionServices;
import dev.restante.node.worker.NodeScheduler;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Container that creates and connects all components of a node in the order of their dependencies.
 *
 * <p>A node has threads for its commit pipelines, for the timer, sweep and heartbeat schedulers, for transaction
 * checks, and for loading messages. A thread of the application can also lead a batch.
 */
final class NodeComponents {

    private static final int LOADERS = 2;

    final NodeContext context;
    final NodeLifecycle lifecycle;
    final UsableEntityLookup entities;
    final NodeScheduler timerScheduler;
    final ExecutorService loaderThreads;
    final TransactionCheckThread checkThread = new TransactionCheckThread();
    final DispatcherRegistry dispatchers;
    final NodePrefetchBuffers prefetchBuffers;
    final FetchExecutor fetchExecutor;
    final LockRegistry locks;
    final ThroughputCounters throughput;
    final ChangeCommitter committer;
    final NodeDeliverySettler settler;
    final DelayedCompletions delayedCompletions;
    final NodeMessageSender sender;
    final NodeLargeBodyStorage bodies;
    final DeletedEntityCleaner entityCleaner;
    final NodeSubscriptionRegistry subscriptions;
    final IdleEntityDeleter idleDeleter;
    final ReceiverRegistry receivers;
    final DeferredMessageReceiver deferredReceiver;
    final NodeReceiveAttempts receiveAttempts;
    final AcceptedGroups acceptedGroups;
    final TransactionServices transactions;
    final NodeBranches branches;
    final NodeJoinedTransactions joinedTransactions;
    final ExpiryParticipationMover expiryMover;
    final NodeRedriveJobs redriveJobs;
    final Housekeeper housekeeper;
    final ExpirySweeper sweeper;
    final MessageBrowser browser;
    final NodeStatisticsReader statistics;
    final NodeStoreSettings storeSettings;
    final NodeQueueAdministration queueAdministration;
    final NodeTopicAdministration topicAdministration;
    final NodeMessageAdministration messageAdministration;
    final Heartbeat heartbeat;

    NodeComponents(NodeContext context, StoreClock.ClockReading joinedAt) {
        this.context = context;
        boolean exclusive = context.store().capabilities().exclusive();
        this.lifecycle = new NodeLifecycle(context.settings(), exclusive);
        this.timerScheduler = new NodeScheduler("restante-timer", context.storeClock());
        this.loaderThreads = Executors.newFixedThreadPool(LOADERS, task -> new WorkerThread(task, "restante-loader"));
        this.entities = new UsableEntityLookup(context.registry(), lifecycle);
        EntityEvents events = new EntityEvents();
        RecreatedEntities recreatedEntities = new RecreatedEntities(context);
        LockDeadlineCalculator lockDeadlines = new LockDeadlineCalculator(context.storeClock());
        DispositionChanges dispositionChanges = new DispositionChanges(context);
        this.dispatchers = new DispatcherRegistry();
        // The settler needs the locks, and the locks notify the settler when they end.
        this.locks = new LockRegistry(context.storeClock(), timerScheduler, this::lockEnded, this::settled);
        this.throughput = new ThroughputCounters(context.storeClock(), locks, timerScheduler);
        this.committer = new ChangeCommitter(context, dispatchers, throughput, this::onError);
        RetryingCommitter retryingCommitter = new RetryingCommitter(timerScheduler, committer);
        PrefetchReturner prefetchReturner = new PrefetchReturner(context, dispositionChanges, retryingCommitter);
        this.prefetchBuffers = new NodePrefetchBuffers(context, dispatchers, prefetchReturner, timerScheduler);
        this.fetchExecutor = new FetchExecutor(
                context, committer, dispatchers, prefetchBuffers, prefetchReturner, timerScheduler, loaderThreads);
        SettlementChanges settlementChanges = new SettlementChanges(context, prefetchBuffers, dispositionChanges);
        GroupSettlement groupSettlement =
                new GroupSettlement(context, dispatchers, locks, prefetchReturner, settlementChanges);
        this.settler = new NodeDeliverySettler(
                context,
                lifecycle,
                committer,
                locks,
                retryingCommitter,
                settlementChanges,
                groupSettlement,
                new DeliveryReleaser(dispatchers, locks, retryingCommitter, settlementChanges, groupSettlement),
                new LateCompletion(
                        context, committer, dispatchers, prefetchBuffers, locks, retryingCommitter, prefetchReturner),
                lockDeadlines);
        this.delayedCompletions = new DelayedCompletions(context, dispatchers, locks, settler, timerScheduler);
        NodeScheduler sweepScheduler = new NodeScheduler("restante-sweeper", context.storeClock());
        this.bodies = new NodeLargeBodyStorage(context, lifecycle, committer, sweepScheduler);
        TopicCache topicCache = new TopicCache(context);
        Semaphore spillPermits = NonPersistentSender.spillPermits();
        ForwardRouter forwardRouter = new ForwardRouter(context, dispositionChanges);
        TopicSender topicSender = new TopicSender(
                context,
                lifecycle,
                committer,
                dispatchers,
                prefetchBuffers,
                throughput,
                topicCache,
                forwardRouter,
                spillPermits,
                loaderThreads);
        this.entityCleaner =
                new DeletedEntityCleaner(context, topicCache, topicSender, prefetchBuffers, locks, throughput);
        this.idleDeleter = new IdleEntityDeleter(context, lifecycle, dispatchers, locks, entityCleaner, sweepScheduler);
        this.sender = new NodeMessageSender(
                context,
                lifecycle,
                entities,
                committer,
                idleDeleter,
                forwardRouter,
                new NonPersistentSender(lifecycle, committer, dispatchers, prefetchBuffers, throughput, spillPermits),
                topicSender);
        this.subscriptions = new NodeSubscriptionRegistry(
                context,
                lifecycle,
                entities,
                dispatchers,
                locks,
                entityCleaner,
                delayedCompletions,
                idleDeleter,
                recreatedEntities,
                topicSender,
                topicCache);
        Forwarder forwarder = new Forwarder(
                context,
                committer,
                dispatchers,
                prefetchBuffers,
                prefetchReturner,
                idleDeleter,
                forwardRouter,
                topicSender,
                new ForwardChanges(context, dispositionChanges, forwardRouter, topicSender),
                sweepScheduler);
        InFlightLimitShares limitShares = new InFlightLimitShares(context, locks, loaderThreads);
        if (!exclusive) {
            locks.inFlight().enableShares(limitShares::onShareReduced);
        }
        this.browser = new MessageBrowser(context);
        NewReceiverPoller newReceiverPoller =
                new NewReceiverPoller(context, dispatchers, loaderThreads, timerScheduler);
        ReceiverServices services = new ReceiverServices(
                context,
                lifecycle,
                entities,
                dispatchers,
                prefetchBuffers,
                prefetchReturner,
                retryingCommitter,
                locks,
                limitShares,
                delayedCompletions,
                newReceiverPoller,
                recreatedEntities,
                new MessageDeliverer(
                        context,
                        committer,
                        prefetchBuffers,
                        locks,
                        dispositionChanges,
                        prefetchReturner,
                        settler,
                        lockDeadlines,
                        bodies),
                bodies,
                forwarder::forwardPrefetched);
        this.receivers = new ReceiverRegistry(services, idleDeleter, events);
        this.deferredReceiver = new DeferredMessageReceiver(
                services, committer, retryingCommitter, dispositionChanges, idleDeleter, browser, lockDeadlines);
        this.receiveAttempts = new NodeReceiveAttempts(
                context,
                committer,
                lifecycle,
                entities,
                locks,
                settler.groupSettlement(),
                lockDeadlines,
                new ReceiveAttemptRepeater(services, committer, settler.groupSettlement(), lockDeadlines));
        this.acceptedGroups = new AcceptedGroups(
                context,
                lifecycle,
                entities,
                committer,
                dispatchers,
                retryingCommitter,
                delayedCompletions,
                settler,
                timerScheduler);
        this.transactions = new TransactionServices(
                context, lifecycle, committer, locks, settler, sender, topicSender, bodies, throughput, checkThread);
        this.branches = new NodeBranches(
                transactions,
                new BranchCompletion(
                        context,
                        committer,
                        dispatchers,
                        locks,
                        retryingCommitter,
                        throughput,
                        settler,
                        new BranchChanges(context, dispositionChanges)),
                timerScheduler);
        this.joinedTransactions = new NodeJoinedTransactions(transactions, timerScheduler);
        idleDeleter.setTransactionUse(joinedTransactions::anyUses);
        NodeRequestChannel requests = new NodeRequestChannel(context);
        GroupExpiryWorker groupExpiryWorker = new GroupExpiryWorker(
                context, committer, dispatchers, dispositionChanges, prefetchReturner, requests, joinedTransactions);
        this.expiryMover = new ExpiryParticipationMover(context, lifecycle, dispositionChanges);
        RepeatedSendWorker repeatedSendWorker =
                new RepeatedSendWorker(context, committer, idleDeleter, forwardRouter, topicSender);
        this.sweeper = new ExpirySweeper(
                context,
                dispatchers,
                committer,
                dispositionChanges,
                idleDeleter,
                groupExpiryWorker,
                repeatedSendWorker,
                sweepScheduler);
        DeliveryClaimer claimer = new DeliveryClaimer(
                committer, dispatchers, retryingCommitter, prefetchReturner, settler.groupSettlement());
        MessageOperations operations = MessageOperations.of(
                context, committer, dispatchers, locks, dispositionChanges, claimer, requests, sender);
        this.redriveJobs =
                new NodeRedriveJobs(context, lifecycle, committer, idleDeleter, requests, operations, sweepScheduler);
        this.housekeeper = new Housekeeper(
                context, sweepScheduler, sweeper, bodies, forwarder, idleDeleter, prefetchBuffers, locks, redriveJobs);
        events.add(housekeeper);
        this.storeSettings = new NodeStoreSettings(context, lifecycle, events);
        this.queueAdministration = new NodeQueueAdministration(
                context,
                lifecycle,
                dispatchers,
                prefetchBuffers,
                throughput,
                delayedCompletions,
                joinedTransactions,
                idleDeleter,
                events,
                sweeper);
        this.topicAdministration = new NodeTopicAdministration(
                context,
                lifecycle,
                delayedCompletions,
                idleDeleter,
                events,
                topicSender,
                entityCleaner,
                subscriptions,
                queueAdministration);
        this.statistics = new NodeStatisticsReader(
                context, lifecycle, entities, delayedCompletions, dispatchers, locks, throughput, sweeper);
        LockBreaker lockBreaker = new LockBreaker(context, locks, settler.releaser(), requests);
        this.messageAdministration = new NodeMessageAdministration(
                context,
                lifecycle,
                idleDeleter,
                delayedCompletions,
                statistics,
                operations,
                lockBreaker,
                new GroupInspector(context, locks, dispatchers, acceptedGroups));
        this.heartbeat = new Heartbeat(
                context,
                lifecycle,
                dispatchers,
                prefetchBuffers,
                committer,
                limitShares,
                subscriptions,
                storeSettings,
                housekeeper,
                new NodeRequestHandler(requests, lockBreaker, operations.purger(), groupExpiryWorker, redriveJobs),
                new PrefetchBalancer(context, dispatchers, prefetchBuffers, committer, newReceiverPoller),
                new NodeRejoiner(
                        context,
                        lifecycle,
                        new NodeRejoiner.RejoinedComponents(
                                committer,
                                dispatchers,
                                prefetchBuffers,
                                locks,
                                settler,
                                receiveAttempts,
                                limitShares,
                                acceptedGroups,
                                subscriptions,
                                receivers)),
                joinedAt);
    }

    private void lockEnded(List<InFlightDelivery> lost) {
        settler.releaser().onLocksEnded(lost);
    }

    private void settled(InFlightDelivery delivery) {
        settler.groupSettlement().onSettled(delivery);
    }

    /** Notifies the error listeners, but not of a fenced node that can rejoin. */
    private void onError(BrokerException error) {
        if (error.reason() == BrokerErrorReason.NODE_FENCED) {
            heartbeat.onDeclaredDead(error.getCause());
            if (!lifecycle.isPermanentlyFenced()) {
                return;
            }
            dispatchers.closeAll();
            locks.inFlight().wakeAllWaiting();
        }
        lifecycle.notifyError(error);
    }
}
