package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Entities that receive deliveries in one batch attempt; the batch protects them from deletion until its transaction
 * ends. They are locked by ascending id, so that batches and deletions do not deadlock.
 */
final class TargetEntities {

    private final BatchStatements statements;
    private final EntityPresenceCache presenceCache;
    private final SortedSet<Long> entityIds = new TreeSet<>();
    private final SortedSet<Long> missingIds = new TreeSet<>();
    private final SortedSet<Long> beingDeletedIds = new TreeSet<>();
    private boolean conditional;

    /**
     * Creates an empty set of targets.
     *
     * @param presenceCache entities that the pipeline has seen; empty for a connection of the application, which has no
     *     fence
     */
    TargetEntities(BatchStatements statements, EntityPresenceCache presenceCache) {
        this.statements = statements;
        this.presenceCache = presenceCache;
    }

    void add(Operation operation) {
        operation.changes().forEach(this::add);
    }

    void add(Change change) {
        addTargets(change, entityIds);
        conditional |= change instanceof Change.UnchangedSubscriptions;
    }

    boolean areAllCached() {
        return presenceCache.containsAll(entityIds);
    }

    SortedSet<Long> toLock() {
        return presenceCache.toLock(entityIds);
    }

    /** Returns whether topics must be locked before the targets. */
    boolean needTopicLockFirst() {
        return conditional;
    }

    /** Locks the targets against deletion; returns false if some do not exist or are being deleted. */
    boolean lockAll() throws SQLException {
        return lockAll(entityIds);
    }

    private boolean lockAll(SortedSet<Long> entityIds) throws SQLException {
        SortedSet<Long> toLock = presenceCache.toLock(entityIds);
        if (toLock.isEmpty()) {
            return true;
        }
        Map<Long, Boolean> kept = statements.lockEntities(toLock);
        presenceCache.add(kept);
        if (kept.size() == toLock.size()) {
            return true;
        }
        SortedSet<Long> missing = new TreeSet<>(toLock);
        missing.removeAll(kept.keySet());
        Set<Long> there = statements.existingEntities(missing);
        for (long entityId : missing) {
            (there.contains(entityId) ? beingDeletedIds : missingIds).add(entityId);
        }
        return false;
    }

    /**
     * Returns the outcome of an operation that cannot take effect; null if it can. If the operation has a fallback for
     * a missing target, redirects its deliveries there.
     */
    @Nullable
    OperationOutcome failureOrRedirect(Operation operation) throws SQLException {
        SortedSet<Long> own = new TreeSet<>();
        operation.changes().forEach(change -> addTargets(change, own));
        for (long entityId : own) {
            OperationOutcome failure = failure(entityId);
            Long otherwiseId =
                    failure instanceof OperationOutcome.EntityGone ? alternativeTarget(operation, entityId) : null;
            if (otherwiseId != null) {
                lockAll(new TreeSet<>(Set.of(otherwiseId)));
                failure = failure(otherwiseId);
                operation.replaceChanges(change -> redirected(change, entityId, otherwiseId));
            }
            if (failure != null) {
                return failure;
            }
        }
        return null;
    }

    private static void addTargets(Change change, Set<Long> targets) {
        if (change instanceof Change.Enqueue enqueue) {
            for (Delivery delivery : enqueue.deliveries()) {
                targets.add(delivery.entityId());
            }
        } else if (change instanceof Change.Move move) {
            targets.add(move.toEntityId());
        }
    }

    /** Returns a change with another entity in place of the missing one. */
    private static Change redirected(Change change, long goneId, long otherId) {
        if (change instanceof Change.Enqueue enqueue) {
            return new Change.Enqueue(
                    enqueue.message(),
                    enqueue.deliveries().stream()
                            .map(delivery -> delivery.entityId() == goneId
                                    ? delivery.movedTo(otherId, delivery.expiresAtMillis(), delivery.annotations())
                                    : delivery)
                            .toList());
        }
        return change instanceof Change.Move move && move.toEntityId() == goneId
                ? new Change.Move(
                        move.ref(), otherId, move.position(), move.enqueuedAt(), move.expiresAt(), move.annotations())
                : change;
    }

    private @Nullable OperationOutcome failure(long entityId) {
        if (missingIds.contains(entityId)) {
            return new OperationOutcome.EntityGone(entityId);
        }
        return beingDeletedIds.contains(entityId) ? new OperationOutcome.Failed(underDeletion(entityId)) : null;
    }

    /**
     * Checks that no target is being deleted.
     *
     * @throws StoreException with TRANSIENT if one is
     */
    void throwIfLocked() {
        if (!beingDeletedIds.isEmpty()) {
            throw underDeletion(beingDeletedIds.first());
        }
    }

    private static StoreException underDeletion(long entityId) {
        return new StoreException(
                StoreFailureKind.TRANSIENT, "Entity " + entityId + " is locked by a running deletion. Try again", null);
    }

    private static @Nullable Long alternativeTarget(Operation operation, long goneId) {
        for (Change change : operation.changes()) {
            if (change instanceof Change.EntityFallback fallback && fallback.entityId() == goneId) {
                return fallback.otherwiseId();
            }
        }
        return null;
    }
}
