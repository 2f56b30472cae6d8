package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The entities in which deliveries arrive by the operations of one attempt at a batch. They are kept from being deleted
 * until its transaction ends, by ascending id, so that batches and deletions never wait for each other in a circle.
 */
final class Targets {

    private final BatchStatements statements;
    private final KnownEntities known;
    private final SortedSet<Long> wanted = new TreeSet<>();
    private final SortedSet<Long> gone = new TreeSet<>();
    private final SortedSet<Long> locked = new TreeSet<>();
    private boolean conditional;

    /**
     * The entities of one attempt.
     *
     * @param known the entities that the pipeline has seen; none on a connection of an application, which has no fence
     */
    Targets(BatchStatements statements, KnownEntities known) {
        this.statements = statements;
        this.known = known;
    }

    void add(Operation operation) {
        operation.changes().forEach(this::add);
    }

    void add(Change change) {
        addTargets(change, wanted);
        conditional |= change instanceof Change.SameSubscriptions;
    }

    /** Returns whether the pipeline has seen all of them. */
    boolean areKnown() {
        return known.haveSeen(wanted);
    }

    /** Returns the entities that the batch has to lock. */
    SortedSet<Long> toLock() {
        return known.toLock(wanted);
    }

    /** Returns whether locks of topics have to be taken before those of the entities. */
    boolean comeAfterTopics() {
        return conditional;
    }

    /** Keeps the entities from being deleted; returns whether that is possible for all of them. */
    boolean keep() throws SQLException {
        return keep(wanted);
    }

    private boolean keep(SortedSet<Long> entityIds) throws SQLException {
        SortedSet<Long> toLock = known.toLock(entityIds);
        if (toLock.isEmpty()) {
            return true;
        }
        Map<Long, Boolean> kept = statements.keep(toLock);
        known.saw(kept);
        if (kept.size() == toLock.size()) {
            return true;
        }
        SortedSet<Long> missing = new TreeSet<>(toLock);
        missing.removeAll(kept.keySet());
        Set<Long> there = statements.existing(missing);
        for (long entityId : missing) {
            (there.contains(entityId) ? locked : gone).add(entityId);
        }
        return false;
    }

    /**
     * Returns the outcome of an operation that can't take effect; null if it can. If it says where deliveries arrive
     * otherwise, they are redirected there.
     */
    @Nullable
    Outcome failure(Operation operation) throws SQLException {
        SortedSet<Long> own = new TreeSet<>();
        operation.changes().forEach(change -> addTargets(change, own));
        for (long entityId : own) {
            Outcome failure = failure(entityId);
            Long otherwiseId = failure instanceof Outcome.EntityGone ? otherwise(operation, entityId) : null;
            if (otherwiseId != null) {
                keep(new TreeSet<>(Set.of(otherwiseId)));
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

    /** Returns a change with another entity in place of one that is gone. */
    private static Change redirected(Change change, long goneId, long otherId) {
        if (change instanceof Change.Enqueue enqueue) {
            return new Change.Enqueue(
                    enqueue.message(),
                    enqueue.deliveries().stream()
                            .map(delivery -> delivery.entityId() == goneId
                                    ? delivery.in(otherId, delivery.expiresAt(), delivery.note())
                                    : delivery)
                            .toList());
        }
        return change instanceof Change.Move move && move.toEntityId() == goneId
                ? new Change.Move(
                        move.ref(), otherId, move.position(), move.enqueuedAt(), move.expiresAt(), move.note())
                : change;
    }

    private @Nullable Outcome failure(long entityId) {
        if (gone.contains(entityId)) {
            return new Outcome.EntityGone(entityId);
        }
        return locked.contains(entityId) ? new Outcome.Failed(underDeletion(entityId)) : null;
    }

    /**
     * Refuses what can't wait.
     *
     * @throws StoreException if one of the entities is locked by a deletion under way
     */
    void throwIfLocked() {
        if (!locked.isEmpty()) {
            throw underDeletion(locked.first());
        }
    }

    private static StoreException underDeletion(long entityId) {
        return new StoreException(
                Kind.TRANSIENT, "entity " + entityId + " is locked by a deletion under way; try again", null);
    }

    private static @Nullable Long otherwise(Operation operation, long goneId) {
        for (Change change : operation.changes()) {
            if (change instanceof Change.Otherwise otherwise && otherwise.entityId() == goneId) {
                return otherwise.otherwiseId();
            }
        }
        return null;
    }
}
