package dev.restante.node.feature.redrive;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration.RedriveRequest;
import dev.restante.broker.RedriveJobs;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import dev.restante.model.RedriveJob.StoredRedriveJobState;
import dev.restante.model.StateCounts;
import dev.restante.node.admin.message.DeliveryClaimer;
import dev.restante.node.admin.message.HighWaterMark;
import dev.restante.node.admin.message.MessageInspector;
import dev.restante.node.cluster.NodeRequestChannel;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.selector.Selector;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runner of redrive jobs, which move dead letters in the background: starts, lists, cancels, executes and adopts them
 * (BEY-07). A node runs the jobs that its callers start. It adopts jobs that no node runs when it opens or another node
 * dies, when a leaving node requests it, or when the outcome of a start is unknown. Nodes do not poll for jobs.
 *
 * <p>All jobs of a node share one thread, which starts with the first job and runs a batch of each job in turn.
 * {@code lock} guards the thread and the list of jobs; calls to the store do not hold it.
 */
public final class NodeRedriveJobs implements RedriveJobs, AutoCloseable {

    /** Maximum number of running jobs of a store. */
    static final int MAX_RUNNING = 100;

    /** Maximum number of ended jobs that the store keeps. */
    static final int MAX_ENDED = 100;

    private static final long ENDED_KEPT_MILLIS = TimeUnit.DAYS.toMillis(7);
    private static final long RETRY_MILLIS = 1_000;
    private static final long MAX_RETRY_MILLIS = 60_000;

    /** Number of consecutive permanent failures after which a job fails. */
    private static final int MAX_FAILURES = 5;

    private static final Logger LOG = LoggerFactory.getLogger(NodeRedriveJobs.class);

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final NodeRequestChannel requestChannel;
    private final RedriveMover.RedriveServices services;
    private final RedriveJobAdopter jobAdopter;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, JobWorker> workers = new HashMap<>();

    @GuardedBy("lock")
    private @Nullable NodeScheduler scheduler;

    @GuardedBy("lock")
    private boolean closed;

    public NodeRedriveJobs(
            NodeServices node,
            IdleEntityDeleter idleDeleter,
            NodeRequestChannel requestChannel,
            MessageInspector inspector,
            DeliveryClaimer claimer,
            NodeScheduler sweepScheduler) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.requestChannel = requestChannel;
        this.services = new RedriveMover.RedriveServices(node.context(), inspector, claimer);
        this.jobAdopter =
                new RedriveJobAdopter(node.context(), sweepScheduler, this::isRunning, this::run, this::schedule);
    }

    @Override
    public RedriveJob start(Entity entity, RedriveRequest redrive, @Nullable String requestedBy) {
        node.lifecycle().checkAlive();
        DeadLetterRedriver.checkTarget(entity, redrive);
        idleDeleter.recordUse(node.registry().current(entity));
        return node.lifecycle().callStore(() -> {
            RedriveJob job = newJob(entity, redrive, requestedBy);
            if (!tryAdd(job)) {
                throw new BrokerException(
                        BrokerErrorReason.INVALID_ARGUMENT,
                        MAX_RUNNING + " redrive jobs are running, which is the maximum."
                                + " Wait until a job ends, or cancel one.");
            }
            run(job);
            return job;
        });
    }

    private boolean tryAdd(RedriveJob job) {
        try {
            return node.store().redriveJobs().add(job, MAX_RUNNING);
        } catch (StoreException e) {
            if (e.kind() == StoreFailureKind.OUTCOME_UNKNOWN) {
                jobAdopter.onOutcomeInDoubt();
            }
            throw e;
        }
    }

    private RedriveJob newJob(Entity entity, RedriveRequest redrive, @Nullable String requestedBy) {
        MessageQuery query = redrive.query();
        Selector selector = query.selector();
        Entity target = redrive.target();
        HighWaterMark highWater = HighWaterMark.of(query, node.context(), entity);
        long nowMillis = node.storeClock().storeMillis();
        return new RedriveJob(
                node.context().ids().next(),
                new RedriveJob.RedriveJobRequest(
                        jobEntity(entity),
                        target == null ? null : jobEntity(target),
                        query.statuses().stream().map(DeliveryStatus::name).collect(Collectors.toSet()),
                        selector == null ? null : selector.text(),
                        query.sequenceNumbers(),
                        redrive.maxMessages(),
                        redrive.perSecond(),
                        requestedBy),
                new RedriveJob.RedriveJobStart(nowMillis, total(entity, query), highWater.id(), highWater.position()),
                StoredRedriveJobState.RUNNING,
                node.incarnation(),
                new RedriveJob.RedriveJobProgress(0, 0, 0, null, nowMillis),
                null);
    }

    private static RedriveJob.RedriveJobEntity jobEntity(Entity entity) {
        return new RedriveJob.RedriveJobEntity(entity.id(), entity.name());
    }

    private long total(Entity entity, MessageQuery query) {
        if (!query.sequenceNumbers().isEmpty()) {
            return query.sequenceNumbers().size();
        }
        StateCounts counts = node.store().deliveries().counts(entity.id());
        return counts.available() + counts.acquired() + counts.scheduled() + counts.deferred();
    }

    @Override
    public List<RedriveJob> list() {
        return node.lifecycle().callStore(() -> {
            long sinceMillis = keptSinceMillis();
            return node.store().redriveJobs().list().stream()
                    .filter(job -> job.end() == null || job.end().atMillis() >= sinceMillis)
                    .toList();
        });
    }

    private long keptSinceMillis() {
        return node.storeClock().storeMillis() - ENDED_KEPT_MILLIS;
    }

    private void deleteEnded() {
        node.store().redriveJobs().deleteEnded(keptSinceMillis(), MAX_ENDED);
    }

    @Override
    public Optional<RedriveJob> find(long jobId) {
        return node.lifecycle().callStore(() -> node.store().redriveJobs().find(jobId));
    }

    @Override
    public boolean cancel(long jobId) {
        node.lifecycle().checkAlive();
        return node.lifecycle().callStore(() -> node.store()
                .redriveJobs()
                .end(jobId, StoredRedriveJobState.CANCELLED, node.storeClock().storeMillis(), null));
    }

    /** Starts an asynchronous search for jobs that no live node runs, and adopts them. */
    public void adoptOrphaned() {
        jobAdopter.searchSoon();
    }

    private void run(RedriveJob job) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            JobWorker worker = new JobWorker(job, runningScheduler());
            if (workers.putIfAbsent(job.id(), worker) == null) {
                worker.task.scheduleIn(0);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean isRunning(long jobId) {
        lock.lock();
        try {
            return workers.containsKey(jobId);
        } finally {
            lock.unlock();
        }
    }

    private void schedule(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                runningScheduler().task("orphaned redrive job adoption", task).scheduleIn(0);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private NodeScheduler runningScheduler() {
        NodeScheduler running = scheduler;
        if (running == null) {
            running = new NodeScheduler("restante-redrive-jobs", node.storeClock());
            running.start();
            scheduler = running;
        }
        return running;
    }

    private void remove(JobWorker worker) {
        lock.lock();
        try {
            workers.remove(worker.jobId, worker);
        } finally {
            lock.unlock();
        }
    }

    /** Stops the jobs of this node and requests another live node to adopt them. Called before the node leaves. */
    @Override
    public void close() {
        NodeScheduler stopped;
        lock.lock();
        try {
            closed = true;
            stopped = scheduler;
        } finally {
            lock.unlock();
        }
        if (stopped != null) {
            stopped.close();
        }
        releaseToOtherNode();
    }

    /**
     * Requests another live node to adopt the jobs of this node. Called again after the node has left, because callers
     * can start jobs until then.
     */
    public void releaseToOtherNode() {
        try {
            node.store().redriveJobs().release(node.incarnation()).ifPresent(requestChannel::requestJobTakeover);
        } catch (StoreException | BrokerException e) {
            // The node that declares this node dead adopts its jobs. The shutdown of this node continues.
            LOG.warn("Redrive jobs could not be released. They continue after this node is declared dead.", e);
        }
    }

    /** Run of one job on the thread of the jobs. */
    private final class JobWorker {
        private final long jobId;
        private final long fromId;
        private final long incarnation;
        private final NodeScheduler.ScheduledTask task;
        private @Nullable RedriveJobRun run;
        private int failures;
        private long delayMillis;

        JobWorker(RedriveJob job, NodeScheduler scheduler) {
            this.jobId = job.id();
            this.fromId = job.request().from().id();
            this.incarnation = job.owner();
            this.task = scheduler.task("redrive job " + jobId, this::runOnce);
        }

        private void runOnce() {
            try {
                runBatch();
                failures = 0;
                delayMillis = 0;
            } catch (StoreException e) {
                failed(BrokerExceptions.of(e));
            } catch (BrokerException e) {
                failed(e);
            } catch (RuntimeException e) {
                failed(new BrokerException(BrokerErrorReason.STORE_FAILED, "Unexpected failure: " + e, e));
            }
        }

        private void runBatch() {
            RedriveJobRun current = run == null ? begin() : run;
            if (current == null || node.incarnation() != incarnation) {
                remove(this);
                return;
            }
            run = current;
            idleDeleter.recordUse(node.registry().current(current.from()));
            if (current.isDone()) {
                current.writeProgress(this::writeProgress);
                current.requireComplete();
                end(StoredRedriveJobState.DONE, null);
                return;
            }
            task.scheduleAtMonotonic(current.runBatch(this::writeProgress));
        }

        /** Reads the job and prepares its run; returns null if this node must not run it. */
        private @Nullable RedriveJobRun begin() {
            RedriveJob job = node.store().redriveJobs().find(jobId).orElse(null);
            if (job == null || job.state() != StoredRedriveJobState.RUNNING || job.owner() != incarnation) {
                return null;
            }
            RedriveJob.RedriveJobEntity target = job.request().target();
            Entity from = existing(job.request().from());
            Entity to = target == null ? null : existing(target);
            if (from == null || (target != null && to == null)) {
                String gone =
                        from == null || target == null ? job.request().from().name() : target.name();
                end(StoredRedriveJobState.FAILED, "'" + DisplayText.shorten(gone) + "' does not exist any more");
                return null;
            }
            return new RedriveJobRun(services, job, from, to);
        }

        private @Nullable Entity existing(RedriveJob.RedriveJobEntity jobEntity) {
            return node.registry()
                    .cached(jobEntity.id())
                    .flatMap(node.registry()::readAgain)
                    .orElse(null);
        }

        private void end(StoredRedriveJobState state, @Nullable String failure) {
            node.store().redriveJobs().end(jobId, state, node.storeClock().storeMillis(), failure);
            remove(this);
            deleteEnded();
        }

        private void writeProgress(Change.UpdateJobProgress progressUpdate) {
            BrokerExceptions.throwIfFailed(node.committer()
                    .commit(ChangeSet.withoutArrivals(fromId, progressUpdate, MissedFencePolicy.FAIL_OPERATION)));
        }

        /** Retries or fails the job. The next run reads the job again, because the failed one may have had effects. */
        private void failed(BrokerException failure) {
            run = null;
            if (failure.reason() == BrokerErrorReason.LOCK_LOST
                    || failure.reason() == BrokerErrorReason.ENTITY_NOT_FOUND) {
                task.scheduleIn(0);
                return;
            }
            if (failure.reason() == BrokerErrorReason.CLOSED) {
                remove(this);
                return;
            }
            boolean temporary = failure.retryable() || failure.reason() == BrokerErrorReason.OUTCOME_UNKNOWN;
            failures = temporary ? 0 : failures + 1;
            if (failures < MAX_FAILURES) {
                delayMillis = Math.min(MAX_RETRY_MILLIS, delayMillis == 0 ? RETRY_MILLIS : 2 * delayMillis);
                String reason = failure.getMessage();
                LOG.warn("Redrive job {} continues in {} ms after a failure: {}", jobId, delayMillis, reason);
                task.scheduleIn(delayMillis);
                return;
            }
            LOG.error("Redrive job {} has failed and does not continue", jobId, failure);
            end(StoredRedriveJobState.FAILED, failure.getMessage());
        }
    }
}
