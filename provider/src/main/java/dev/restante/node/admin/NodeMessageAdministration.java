package dev.restante.node.admin;

import dev.restante.api.BlockingReason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.PageCursor;
import dev.restante.broker.StoredTextCheck;
import dev.restante.broker.view.EntityHighWaterMark;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.StoredTextKind;
import dev.restante.node.admin.message.HighWaterMark;
import dev.restante.node.admin.message.LockBreaker;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.feature.groups.GroupInspector;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import dev.restante.node.settle.DelayedCompletions;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of administrators' message operations (list, purge, redrive, resubmit, undefer, break locks): checks
 * each call, then delegates to the component for that operation.
 */
public final class NodeMessageAdministration implements MessageAdministration {

    /** Maximum number of messages, groups or reasons that one call can request. */
    private static final int MAX_PER_CALL = 1_000_000;

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final DelayedCompletions delayedCompletions;
    private final NodeStatisticsReader statistics;
    private final MessageOperations operations;
    private final LockBreaker lockBreaker;
    private final GroupInspector groups;
    private final BlockingReasonFinder reasonFinder;

    public NodeMessageAdministration(
            NodeServices node,
            IdleEntityDeleter idleDeleter,
            DelayedCompletions delayedCompletions,
            NodeStatisticsReader statistics,
            MessageOperations operations,
            LockBreaker lockBreaker,
            GroupInspector groupInspector) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.delayedCompletions = delayedCompletions;
        this.statistics = statistics;
        this.operations = operations;
        this.lockBreaker = lockBreaker;
        this.groups = groupInspector;
        this.reasonFinder =
                new BlockingReasonFinder(node.context(), operations.inspector(), groupInspector, statistics);
    }

    @Override
    public InspectedMessagePage messages(
            Entity entity, MessageQuery query, @Nullable PageCursor after, int limit, boolean withBodies) {
        checkWithin("limit", limit, MAX_PER_CALL);
        recordUse(entity);
        delayedCompletions.completeFor(entity.id());
        return callForExisting(entity, () -> operations.inspector().page(entity, query, after, limit, withBodies));
    }

    @Override
    public EntityHighWaterMark highWaterMark(Entity entity) {
        node.lifecycle().checkAlive();
        HighWaterMark now = node.lifecycle().callStore(() -> HighWaterMark.now(node.context(), entity));
        return new EntityHighWaterMark(now.id(), now.position());
    }

    @Override
    public PurgeResult purge(Entity entity, MessageQuery query, ProgressWatch progress) {
        node.lifecycle().checkAlive();
        recordUse(entity);
        delayedCompletions.completeFor(entity.id());
        return callBulk(entity, progress, counting -> operations.purger().purge(entity, query, counting));
    }

    @Override
    public RedriveResult redrive(Entity entity, RedriveRequest redrive, ProgressWatch progress) {
        node.lifecycle().checkAlive();
        recordUse(entity);
        return callBulk(entity, progress, counting -> operations.redriver().redrive(entity, redrive, counting));
    }

    @Override
    public RedriveResult resubmit(Entity entity, ResubmitRequest request, ProgressWatch progress) {
        node.lifecycle().checkAlive();
        recordUse(entity);
        return callBulk(entity, progress, counting -> operations.resubmitter().resubmit(entity, request, counting));
    }

    @Override
    public LockBreakOutcome breakLock(Entity entity, long sequenceNumber, Duration timeout) {
        node.lifecycle().checkAlive();
        recordUse(entity);
        return node.lifecycle().callStore(() -> lockBreaker.breakLock(entity, sequenceNumber, timeout));
    }

    @Override
    public long undefer(Entity entity, Collection<Long> sequenceNumbers) {
        node.lifecycle().checkAlive();
        recordUse(entity);
        return callForExisting(entity, () -> operations.undeferrer().undefer(entity, sequenceNumbers));
    }

    @Override
    public List<BlockingReason> blockingReasons(Entity entity, long sequenceNumber) {
        recordUse(entity);
        long inFlight = statistics.statistics(entity).inFlight();
        return node.lifecycle().callStore(() -> reasonFinder.explain(entity, sequenceNumber, inFlight));
    }

    /**
     * Calls the store, and then checks that the entity still exists. If only this check fails, returns the result.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if the entity was deleted meanwhile
     */
    private <T> T callForExisting(Entity entity, Supplier<T> work) {
        return node.lifecycle().callStore(() -> {
            T result = work.get();
            if (node.registry().isDeleted(entity)) {
                throw BrokerExceptions.entityDeleted(entity);
            }
            return result;
        });
    }

    /**
     * Calls the store for an operation of several transactions. If it fails, the message of the exception tells how
     * many messages the committed transactions have processed (BEY-04).
     *
     * @param work gets the watch to which it reports its progress after each transaction
     */
    private <T> T callBulk(Entity entity, ProgressWatch progress, Function<ProgressWatch, T> work) {
        AtomicLong processed = new AtomicLong();
        ProgressWatch counting = done -> {
            processed.set(done);
            return progress.proceed(done);
        };
        try {
            return callForExisting(entity, () -> work.apply(counting));
        } catch (BrokerException e) {
            if (processed.get() == 0) {
                throw e;
            }
            String failure = String.valueOf(e.getMessage());
            throw new BrokerException(
                    e.reason(),
                    failure + (failure.endsWith(".") ? "" : ".") + " Messages processed before the failure: "
                            + processed.get(),
                    e);
        }
    }

    private static void checkWithin(String what, int value, int most) {
        if (value < 1 || value > most) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT, "The " + what + " " + value + " is not within 1 to " + most);
        }
    }

    /** Records the use of an entity by a call that reads its messages, but not by counts (IDLE-08). */
    private void recordUse(Entity entity) {
        idleDeleter.recordUse(node.registry().current(entity));
    }

    @Override
    public Map<String, Long> deadLetterReasons(Entity entity, int limit) {
        checkWithin("limit", limit, MAX_PER_CALL);
        return statistics.reasons(entity, limit);
    }

    @Override
    public MessageGroupPage groups(Entity entity, @Nullable String after, int limit, int maxReadsPerState) {
        checkWithin("limit", limit, MAX_PER_CALL);
        checkWithin("scan limit", maxReadsPerState, Integer.MAX_VALUE);
        node.lifecycle().checkAlive();
        delayedCompletions.completeFor(entity.id());
        return node.lifecycle().callStore(() -> groups.page(entity, after, limit, maxReadsPerState));
    }

    @Override
    public Optional<byte[]> groupState(Entity entity, String groupId) {
        node.lifecycle().checkAlive();
        StoredTextCheck.check(StoredTextKind.GROUP_ID, groupId);
        return node.lifecycle().callStore(() -> groups.state(entity, groupId));
    }

    @Override
    public void putGroupState(Entity entity, String groupId, byte[] state) {
        groups.putState(entity, groupId, state);
    }
}
