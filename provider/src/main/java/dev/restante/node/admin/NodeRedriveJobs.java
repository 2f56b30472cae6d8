package dev.restante.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.MessageAdministration.Redrive;
import dev.restante.broker.RedriveJobs;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.RedriveJob;
import dev.restante.model.ShownText;
import dev.restante.model.StateCounts;
import dev.restante.node.cluster.NodeRequests;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.node.entity.IdleEntities;
import dev.restante.node.worker.AlarmClock;
import dev.restante.selector.Selector;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
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
 * Redrives in the background (BEY-07). Nobody polls for them: a node works at those that it was asked to begin, and
 * looks for those at which nobody works when it is opened, when another one has died, when one that leaves asks it to,
 * and when it does not know what became of one that it was to begin.
 *
 * <p>All jobs of a node share a thread, which there is only once it has had one, and which does a portion of each in
 * turn. Locking: {@code lock} guards the thread and the list of what it does; the store is not called under it.
 */
public final class NodeRedriveJobs implements RedriveJobs, AutoCloseable {

    /** At most so many of a store are running. */
    static final int MOST_RUNNING = 100;

    /** So many that have ended are kept, for so long. */
    static final int MOST_ENDED = 100;

    private static final long KEPT_MILLIS = TimeUnit.DAYS.toMillis(7);

    /** After a failure it goes on so much later. */
    private static final long AGAIN_MILLIS = 1_000;

    private static final long MOST_AGAIN_MILLIS = 60_000;

    /** So many failures one after the other, which nobody can expect to end by themselves, end a job. */
    private static final int MOST_FAILURES = 5;

    private static final Logger LOG = LoggerFactory.getLogger(NodeRedriveJobs.class);

    private final NodeContext context;
    private final NodeLife life;
    private final Commits commits;
    private final IdleEntities idleEntities;
    private final NodeRequests requests;
    private final RedriveWalk.Services services;
    private final JobAdoption adoption;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, Worker> workers = new HashMap<>();

    @GuardedBy("lock")
    private @Nullable AlarmClock clock;

    @GuardedBy("lock")
    private boolean closed;

    public NodeRedriveJobs(
            NodeContext context,
            NodeLife life,
            Commits commits,
            IdleEntities idleEntities,
            NodeRequests requests,
            MessageWorks works,
            AlarmClock sweeps) {
        this.context = context;
        this.life = life;
        this.commits = commits;
        this.idleEntities = idleEntities;
        this.requests = requests;
        this.services = new RedriveWalk.Services(context, works.inspection(), works.claiming());
        this.adoption = new JobAdoption(context, sweeps, this::worksAt, this::workAt, this::onJobsThread);
    }

    @Override
    public RedriveJob start(Entity entity, Redrive redrive, @Nullable String requestedBy) {
        life.checkAlive();
        Redriving.check(entity, redrive);
        idleEntities.used(context.registry().current(entity));
        return life.guarded(() -> {
            RedriveJob job = newJob(entity, redrive, requestedBy);
            forgetEnded();
            if (!added(job)) {
                throw new BrokerException(
                        Reason.INVALID_ARGUMENT,
                        MOST_RUNNING + " redrive jobs are running, as many as may; wait for one, or cancel it");
            }
            workAt(job);
            return job;
        });
    }

    private boolean added(RedriveJob job) {
        try {
            return context.store().redriveJobs().add(job, MOST_RUNNING);
        } catch (StoreException e) {
            if (e.kind() == Kind.OUTCOME_UNKNOWN) {
                adoption.inDoubt();
            }
            throw e;
        }
    }

    private RedriveJob newJob(Entity entity, Redrive redrive, @Nullable String requestedBy) {
        MessageQuery query = redrive.query();
        Selector selector = query.selector();
        Entity target = redrive.target();
        HighWaterMark highWater = HighWaterMark.of(query, context, entity);
        long nowMillis = context.time().millis();
        return new RedriveJob(
                context.ids().next(),
                new RedriveJob.Order(
                        place(entity),
                        target == null ? null : place(target),
                        query.standings().stream().map(Standing::name).collect(Collectors.toSet()),
                        selector == null ? null : selector.text(),
                        query.sequenceNumbers(),
                        redrive.maximum(),
                        redrive.perSecond(),
                        requestedBy),
                new RedriveJob.Start(nowMillis, total(entity, query), highWater.id(), highWater.position()),
                RedriveJob.State.RUNNING,
                context.incarnation(),
                new RedriveJob.Progress(0, 0, 0, null, nowMillis),
                null);
    }

    private static RedriveJob.Place place(Entity entity) {
        return new RedriveJob.Place(entity.id(), entity.name());
    }

    private long total(Entity entity, MessageQuery query) {
        if (!query.sequenceNumbers().isEmpty()) {
            return query.sequenceNumbers().size();
        }
        StateCounts counts = context.store().deliveries().counts(entity.id());
        return counts.available() + counts.acquired() + counts.scheduled() + counts.deferred();
    }

    @Override
    public List<RedriveJob> list() {
        return life.guarded(() -> {
            long sinceMillis = keptSinceMillis();
            return context.store().redriveJobs().list().stream()
                    .filter(job -> job.ending() == null || job.ending().atMillis() >= sinceMillis)
                    .toList();
        });
    }

    private long keptSinceMillis() {
        return context.time().millis() - KEPT_MILLIS;
    }

    private void forgetEnded() {
        context.store().redriveJobs().forget(keptSinceMillis(), MOST_ENDED);
    }

    @Override
    public Optional<RedriveJob> find(long jobId) {
        return life.guarded(() -> context.store().redriveJobs().find(jobId));
    }

    @Override
    public boolean cancel(long jobId) {
        life.checkAlive();
        return life.guarded(() -> context.store()
                .redriveJobs()
                .end(jobId, RedriveJob.State.CANCELLED, context.time().millis(), null));
    }

    /** Takes over the jobs at which no live node works, soon, on other threads. */
    public void takeOrphaned() {
        adoption.lookSoon();
    }

    private void workAt(RedriveJob job) {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            Worker worker = new Worker(job, runningClock());
            if (workers.putIfAbsent(job.id(), worker) == null) {
                worker.alarm.ringIn(0);
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean worksAt(long jobId) {
        lock.lock();
        try {
            return workers.containsKey(jobId);
        } finally {
            lock.unlock();
        }
    }

    private void onJobsThread(Runnable task) {
        lock.lock();
        try {
            if (!closed) {
                runningClock().alarm("redrive jobs of others", task).ringIn(0);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private AlarmClock runningClock() {
        AlarmClock running = clock;
        if (running == null) {
            running = new AlarmClock("restante-redrive-jobs", context.time());
            running.start();
            clock = running;
        }
        return running;
    }

    private void leave(Worker worker) {
        lock.lock();
        try {
            workers.remove(worker.jobId, worker);
        } finally {
            lock.unlock();
        }
    }

    /** Works at nothing any more, and lets another live node know where it has. Call before the node leaves. */
    @Override
    public void close() {
        AlarmClock stopped;
        lock.lock();
        try {
            closed = true;
            stopped = clock;
        } finally {
            lock.unlock();
        }
        if (stopped != null) {
            stopped.close();
        }
        handOn();
    }

    /**
     * Lets another live node know where this one has jobs. Call it again once the node has left: until then somebody
     * may have begun one.
     */
    public void handOn() {
        try {
            context.store().redriveJobs().release(context.incarnation()).ifPresent(requests::askToTakeJobs);
        } catch (StoreException | BrokerException e) {
            // Whoever finds this node dead takes its jobs over; the rest of the node has to end all the same.
            LOG.warn("Redrive jobs could not be given up; they go on once this node counts as dead", e);
        }
    }

    /** The work at one job, on the thread of the jobs. */
    private final class Worker {
        private final long jobId;
        private final long fromId;
        private final long incarnation;
        private final AlarmClock.Alarm alarm;
        private @Nullable RedriveJobRun run;
        private int failures;
        private long pauseMillis;

        Worker(RedriveJob job, AlarmClock clock) {
            this.jobId = job.id();
            this.fromId = job.order().from().id();
            this.incarnation = job.owner();
            this.alarm = clock.alarm("redrive job " + jobId, this::turn);
        }

        private void turn() {
            try {
                piece();
                failures = 0;
                pauseMillis = 0;
            } catch (StoreException e) {
                failed(Refusals.of(e));
            } catch (BrokerException e) {
                failed(e);
            } catch (RuntimeException e) {
                failed(new BrokerException(Reason.STORE_FAILED, "unexpected: " + e, e));
            }
        }

        private void piece() {
            RedriveJobRun current = run == null ? begin() : run;
            if (current == null || context.incarnation() != incarnation) {
                leave(this);
                return;
            }
            run = current;
            idleEntities.used(context.registry().current(current.from()));
            if (current.ended()) {
                current.tell(this::tell);
                current.requireComplete();
                end(RedriveJob.State.DONE, null);
                return;
            }
            alarm.ringAtSteady(current.step(this::tell));
        }

        /** Reads how the job stands; null if it is not to be worked at here any more. */
        private @Nullable RedriveJobRun begin() {
            RedriveJob job = context.store().redriveJobs().find(jobId).orElse(null);
            if (job == null || job.state() != RedriveJob.State.RUNNING || job.owner() != incarnation) {
                return null;
            }
            RedriveJob.Place target = job.order().target();
            Entity from = existing(job.order().from());
            Entity to = target == null ? null : existing(target);
            if (from == null || (target != null && to == null)) {
                String gone =
                        from == null || target == null ? job.order().from().name() : target.name();
                end(RedriveJob.State.FAILED, "'" + ShownText.of(gone) + "' does not exist any more");
                return null;
            }
            return new RedriveJobRun(services, job, from, to);
        }

        private @Nullable Entity existing(RedriveJob.Place place) {
            return context.registry()
                    .cached(place.id())
                    .flatMap(context.registry()::reread)
                    .orElse(null);
        }

        private void end(RedriveJob.State state, @Nullable String failure) {
            context.store().redriveJobs().end(jobId, state, context.time().millis(), failure);
            leave(this);
            forgetEnded();
        }

        private void tell(Change.AdvanceJob advance) {
            Refusals.check(commits.execute(Work.removing(fromId, advance, Operation.Misses.FAIL)));
        }

        /** Whatever went wrong, the job is read again before it goes on: something may have taken effect. */
        private void failed(BrokerException failure) {
            run = null;
            if (failure.reason() == Reason.LOCK_LOST || failure.reason() == Reason.ENTITY_NOT_FOUND) {
                alarm.ringIn(0);
                return;
            }
            if (failure.reason() == Reason.CLOSED) {
                leave(this);
                return;
            }
            boolean passing = failure.retryable() || failure.reason() == Reason.OUTCOME_UNKNOWN;
            failures = passing ? 0 : failures + 1;
            if (failures < MOST_FAILURES) {
                pauseMillis = Math.min(MOST_AGAIN_MILLIS, pauseMillis == 0 ? AGAIN_MILLIS : 2 * pauseMillis);
                LOG.warn(
                        "Redrive job {} is interrupted; it goes on in {} ms: {}",
                        jobId,
                        pauseMillis,
                        failure.getMessage());
                alarm.ringIn(pauseMillis);
                return;
            }
            LOG.error("Redrive job {} can't go on", jobId, failure);
            end(RedriveJob.State.FAILED, failure.getMessage());
        }
    }
}
