package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.WorkerThread;
import dev.restante.node.admin.MessageOperations;
import dev.restante.node.admin.NodeMessageAdministration;
import dev.restante.node.admin.NodeQueueAdministration;
import dev.restante.node.admin.NodeStatisticsReader;
import dev.restante.node.admin.NodeStoreSettings;
import dev.restante.node.admin.message.DeliveryClaimer;
import dev.restante.node.admin.message.LockBreaker;
import dev.restante.node.admin.option.EntityOptionChanger;
import dev.restante.node.cluster.NewReceiverPoller;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.cluster.PrefetchBalancer;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.commit.DispatcherRegistry;
import dev.restante.node.commit.DispositionChanges;
import dev.restante.node.commit.FetchExecutor;
import dev.restante.node.commit.NodePrefetchBuffers;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.commit.PrefetchReturner;
import dev.restante.node.commit.RetryingCommitter;
import dev.restante.node.commit.SettlementChanges;
import dev.restante.node.commit.ThroughputCounters;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.core.LockDeadlineCalculator;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.node.core.UsableEntityLookup;
import dev.restante.node.entity.DeletedEntityCleaner;
import dev.restante.node.entity.RecreatedEntities;
import dev.restante.node.expiry.ExpiryParticipationMover;
import dev.restante.node.expiry.ExpirySweeper;
import dev.restante.node.feature.attempts.NodeReceiveAttempts;
import dev.restante.node.feature.attempts.ReceiveAttemptRepeater;
import dev.restante.node.feature.bodies.NodeLargeBodyStorage;
import dev.restante.node.feature.deferral.DeferredMessageReceiver;
import dev.restante.node.feature.forwarding.ForwardChanges;
import dev.restante.node.feature.forwarding.Forwarder;
import dev.restante.node.feature.forwarding.route.ForwardRouter;
import dev.restante.node.feature.groups.AcceptedGroups;
import dev.restante.node.feature.groups.GroupExpiryWorker;
import dev.restante.node.feature.groups.GroupInspector;
import dev.restante.node.feature.groups.order.GroupSettlement;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.feature.lastvalues.LastValueEvictor;
import dev.restante.node.feature.latecompletion.LateCompletion;
import dev.restante.node.feature.policies.NodePolicyAdministration;
import dev.restante.node.feature.quota.InFlightLimitShares;
import dev.restante.node.feature.redrive.NodeRedriveJobs;
import dev.restante.node.feature.repetition.RepeatedSendWorker;
import dev.restante.node.feature.topics.DeletedTopicSends;
import dev.restante.node.feature.topics.NodeSubscriptionRegistry;
import dev.restante.node.feature.topics.NodeTopicAdministration;
import dev.restante.node.feature.topics.TopicCache;
import dev.restante.node.feature.topics.TopicSender;
import dev.restante.node.feature.transactions.BranchChanges;
import dev.restante.node.feature.transactions.BranchCompletion;
import dev.restante.node.feature.transactions.NodeBranches;
import dev.restante.node.feature.transactions.NodeJoinedTransactions;
import dev.restante.node.feature.transactions.TransactionCheckThread;
import dev.restante.node.feature.transactions.TransactionServices;
import dev.restante.node.lease.StoreClock;
import dev.restante.node.lock.LockRegistry;
import dev.restante.node.receive.MessageBrowser;
import dev.restante.node.receive.MessageDeliverer;
import dev.restante.node.receive.ReceiverRegistry;
import dev.restante.node.receive.ReceiverServices;
import dev.restante.node.send.NodeMessageSender;
import dev.restante.node.send.NonPersistentSender;
import dev.restante.node.settle.DelayedCompletions;
import dev.restante.node.settle.DeliveryReleaser;
import dev.restante.node.settle.NodeDeliverySettler;
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

    final NodeServices node;
    final NodeScheduler timerScheduler;
    final NodeScheduler sweepScheduler;
    final ExecutorService loaderThreads;
    final TransactionCheckThread checkThread = new TransactionCheckThread();
    final LastValueEvictor lastValueEvictor;
    final FetchExecutor fetchExecutor;
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
    final RepeatedSendWorker repeatedSendWorker;
    final ExpirySweeper sweeper;
    final MessageBrowser browser;
    final NodeStatisticsReader statistics;
    final NodeStoreSettings storeSettings;
    final NodeQueueAdministration queueAdministration;
    final NodeTopicAdministration topicAdministration;
    final NodePolicyAdministration policyAdministration;
    final NodeMessageAdministration messageAdministration;
    final NodeRequestHandler requestHandler;
    final Heartbeat heartbeat;

    NodeComponents(NodeContext context, StoreClock.ClockReading joinedAt) {
        boolean exclusive = context.store().capabilities().exclusive();
        NodeLifecycle lifecycle = new NodeLifecycle(context.settings(), exclusive);
        this.timerScheduler = new NodeScheduler("restante-timer", context.storeClock());
        this.loaderThreads = Executors.newFixedThreadPool(LOADERS, task -> new WorkerThread(task, "restante-loader"));
        UsableEntityLookup entities = new UsableEntityLookup(context.registry(), lifecycle);
        EntityEvents events = new EntityEvents();
        RecreatedEntities recreatedEntities = new RecreatedEntities(context);
        DispositionChanges dispositionChanges = new DispositionChanges(context);
        DispatcherRegistry dispatchers = new DispatcherRegistry();
        // The settler needs the locks, and the locks notify the settler when they end.
        LockRegistry locks = new LockRegistry(context.storeClock(), timerScheduler, this::lockEnded, this::settled);
        ThroughputCounters throughput = new ThroughputCounters(context.storeClock(), locks, timerScheduler);
        ChangeCommitter committer = new ChangeCommitter(context, dispatchers, throughput, this::onError);
        RetryingCommitter retryingCommitter = new RetryingCommitter(timerScheduler, committer);
        PrefetchReturner prefetchReturner = new PrefetchReturner(context, dispositionChanges, retryingCommitter);
        NodePrefetchBuffers prefetchBuffers =
                new NodePrefetchBuffers(context, dispatchers, prefetchReturner, timerScheduler);
        this.fetchExecutor = new FetchExecutor(
                context, committer, dispatchers, prefetchBuffers, prefetchReturner, timerScheduler, loaderThreads);
        this.node = new NodeServices(
                context,
                lifecycle,
                entities,
                dispatchers,
                locks,
                new LockDeadlineCalculator(context.storeClock()),
                throughput,
                committer,
                retryingCommitter,
                prefetchReturner,
                prefetchBuffers,
                dispositionChanges,
                new SettlementChanges(context, prefetchBuffers, dispositionChanges));
        this.lastValueEvictor = new LastValueEvictor(node);
        GroupSettlement groupSettlement = new GroupSettlement(node);
        this.settler = new NodeDeliverySettler(
                node, groupSettlement, new DeliveryReleaser(node, groupSettlement), new LateCompletion(node));
        this.delayedCompletions = new DelayedCompletions(node, settler, timerScheduler);
        this.sweepScheduler = new NodeScheduler("restante-sweeper", context.storeClock());
        this.bodies = new NodeLargeBodyStorage(node, sweepScheduler);
        TopicCache topicCache = new TopicCache(context);
        Semaphore spillPermits = NonPersistentSender.spillPermits();
        ForwardRouter forwardRouter = new ForwardRouter(node);
        TopicSender topicSender = new TopicSender(node, topicCache, forwardRouter, spillPermits, loaderThreads);
        this.entityCleaner = new DeletedEntityCleaner(node, new DeletedTopicSends(context, topicCache, topicSender));
        this.idleDeleter = new IdleEntityDeleter(node, entityCleaner, sweepScheduler);
        this.sender = new NodeMessageSender(
                node, idleDeleter, forwardRouter, new NonPersistentSender(node, spillPermits), topicSender);
        this.subscriptions = new NodeSubscriptionRegistry(
                node, entityCleaner, delayedCompletions, idleDeleter, recreatedEntities, topicSender, topicCache);
        Forwarder forwarder = new Forwarder(
                node,
                idleDeleter,
                forwardRouter,
                topicSender,
                new ForwardChanges(node, forwardRouter, topicSender),
                sweepScheduler);
        InFlightLimitShares limitShares = new InFlightLimitShares(node, loaderThreads);
        if (!exclusive) {
            locks.inFlight().enableShares(limitShares::onShareReduced);
        }
        this.browser = new MessageBrowser(context);
        NewReceiverPoller newReceiverPoller = new NewReceiverPoller(node, loaderThreads, timerScheduler);
        ReceiverServices services = new ReceiverServices(
                node,
                limitShares,
                delayedCompletions,
                newReceiverPoller,
                recreatedEntities,
                new MessageDeliverer(node, lastValueEvictor, settler, bodies),
                bodies,
                forwarder::forwardPrefetched);
        this.receivers = new ReceiverRegistry(services, idleDeleter, events);
        this.deferredReceiver = new DeferredMessageReceiver(services, idleDeleter, browser);
        this.receiveAttempts =
                new NodeReceiveAttempts(node, groupSettlement, new ReceiveAttemptRepeater(services, groupSettlement));
        this.acceptedGroups = new AcceptedGroups(node, delayedCompletions, settler, timerScheduler);
        this.transactions = new TransactionServices(node, settler, sender, topicSender, bodies, checkThread);
        this.branches = new NodeBranches(
                transactions, new BranchCompletion(node, settler, new BranchChanges(node)), timerScheduler);
        this.joinedTransactions = new NodeJoinedTransactions(transactions, timerScheduler);
        idleDeleter.setTransactionUse(joinedTransactions::anyUses);
        NodeRequestChannel requests = new NodeRequestChannel(context);
        GroupExpiryWorker groupExpiryWorker = new GroupExpiryWorker(node, requests, joinedTransactions::anyReceived);
        this.expiryMover = new ExpiryParticipationMover(node);
        this.repeatedSendWorker = new RepeatedSendWorker(node, idleDeleter, forwardRouter, topicSender);
        this.sweeper = new ExpirySweeper(node, idleDeleter, groupExpiryWorker, repeatedSendWorker, sweepScheduler);
        DeliveryClaimer claimer = new DeliveryClaimer(node, groupSettlement);
        MessageOperations operations = MessageOperations.of(node, claimer, requests, sender);
        this.redriveJobs =
                new NodeRedriveJobs(node, idleDeleter, requests, operations.inspector(), claimer, sweepScheduler);
        this.housekeeper = new Housekeeper(node, sweepScheduler, sweeper, bodies, forwarder, idleDeleter, redriveJobs);
        events.add(housekeeper);
        this.storeSettings = new NodeStoreSettings(node, events);
        EntityOptionChanger optionChanger = new EntityOptionChanger(node, idleDeleter, events);
        this.queueAdministration = new NodeQueueAdministration(
                node, delayedCompletions, joinedTransactions, idleDeleter, events, optionChanger, sweeper);
        this.topicAdministration = new NodeTopicAdministration(
                node,
                delayedCompletions,
                idleDeleter,
                events,
                topicSender,
                entityCleaner,
                subscriptions,
                optionChanger);
        this.policyAdministration = new NodePolicyAdministration(node, optionChanger);
        this.statistics = new NodeStatisticsReader(node, delayedCompletions, sweeper);
        LockBreaker lockBreaker = new LockBreaker(node, settler.releaser(), requests);
        this.messageAdministration = new NodeMessageAdministration(
                node,
                idleDeleter,
                delayedCompletions,
                statistics,
                operations,
                lockBreaker,
                new GroupInspector(node, acceptedGroups));
        this.requestHandler =
                new NodeRequestHandler(requests, lockBreaker, operations.purger(), groupExpiryWorker, redriveJobs);
        this.heartbeat = new Heartbeat(
                node,
                limitShares,
                subscriptions,
                storeSettings,
                housekeeper,
                requestHandler,
                new PrefetchBalancer(node, lastValueEvictor, newReceiverPoller),
                new NodeRejoiner(
                        node,
                        new NodeRejoiner.RejoinedComponents(
                                settler, receiveAttempts, limitShares, acceptedGroups, subscriptions, receivers)),
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
            if (!node.lifecycle().isPermanentlyFenced()) {
                return;
            }
            node.dispatchers().closeAll();
            node.locks().inFlight().wakeAllWaiting();
        }
        node.lifecycle().notifyError(error);
    }
}
