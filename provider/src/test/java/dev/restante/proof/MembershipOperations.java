package dev.restante.proof;

import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.proof.ProofRun.StoredEffect;
import dev.restante.store.Membership;
import dev.restante.store.StoreException;
import java.util.List;

/** Calls of a node about its lease and about dead nodes of a shared store. The dead node is a row without a process. */
final class MembershipOperations {

    /** Longest lease of a node that must not die during the proof. */
    private static final long FAR_FUTURE = Long.MAX_VALUE / 2;

    private static final int PIPELINES = 2;

    private MembershipOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("join", MembershipOperations::join),
                new ProofOperation("renew the lease", MembershipOperations::renew),
                new ProofOperation("declare a node dead", MembershipOperations::declareDead),
                new ProofOperation("release the messages of a dead node", MembershipOperations::release),
                new ProofOperation("leave", MembershipOperations::leave));
    }

    private static Membership membership(ProofNode node) {
        return node.store.membership();
    }

    private static long joined(ProofNode node, String id, long leaseUntil) {
        return membership(node).join(id, leaseUntil, PIPELINES).incarnation();
    }

    /** Joins with a lease that ended at an instant that no other node has. */
    private static long overdue(ProofNode node, String id) {
        long incarnation = joined(node, id, FAR_FUTURE);
        endLease(node, incarnation);
        return incarnation;
    }

    /** Ends the lease of a node at an instant that no other node has. */
    static void endLease(ProofNode node, long incarnation) {
        membership(node).renewLease(incarnation, incarnation);
    }

    private static boolean hasRow(StoredRows rows, long incarnation) {
        return rows.count("SELECT COUNT(*) FROM restante_node WHERE incarnation = ?", incarnation) > 0;
    }

    /** A node whose join was not confirmed joins again, and the lease of its former row ends. */
    private static ProofRun join(ProofNode node, String id) {
        return new ProofRun(
                        () -> joined(node, id, FAR_FUTURE),
                        rows -> StoredEffect.of(
                                rows.count("SELECT COUNT(*) FROM restante_node WHERE name = ?", id) > 0))
                .byNode();
    }

    private static ProofRun renew(ProofNode node, String id) {
        long incarnation = joined(node, id, FAR_FUTURE);
        return new ProofRun(
                        () -> membership(node).renewLease(incarnation, FAR_FUTURE + 1),
                        rows -> StoredEffect.of(
                                rows.query(
                                                "SELECT lease_until FROM restante_node WHERE incarnation = ?",
                                                row -> row.getLong(1),
                                                incarnation)
                                        .get(0),
                                FAR_FUTURE,
                                FAR_FUTURE + 1))
                .byNode();
    }

    /** Another node may already have forgotten the dead node. */
    private static ProofRun declareDead(ProofNode node, String id) {
        long incarnation = overdue(node, id);
        return new ProofRun(
                        () -> declareDead(node, incarnation),
                        rows -> StoredEffect.of(rows.count(
                                        "SELECT COUNT(*) FROM restante_node WHERE incarnation = ? AND alive = TRUE",
                                        incarnation)
                                == 0))
                .byNode();
    }

    private static void declareDead(ProofNode node, long incarnation) {
        if (!tryToDeclareDead(node, incarnation)) {
            throw new StoreException(StoreException.StoreFailureKind.TRANSIENT, "the node was skipped", null);
        }
    }

    /**
     * Declares a node dead whose lease ended with {@link #endLease}. Returns false if the store skipped it, because its
     * rows were locked. Then the next heartbeat tries again.
     */
    static boolean tryToDeclareDead(ProofNode node, long incarnation) {
        return !membership(node).declareDead(incarnation, incarnation + 1).isEmpty();
    }

    /** Releases all messages of a dead node, a number of them in each transaction. */
    static void releaseAll(ProofNode node, long incarnation, int limit, long outcomesKeptUntilMillis) {
        List<Long> released;
        do {
            released = membership(node).releaseOfDead(incarnation, limit, outcomesKeptUntilMillis);
        } while (!released.isEmpty());
    }

    private static ProofRun release(ProofNode node, String id) {
        Entity queue = node.queue(id);
        node.send(queue, "a", "b");
        long incarnation = overdue(node, id);
        node.execute(
                "UPDATE restante_delivery SET state = ?, owner = ?, acquisition_count = acquisition_count + 1"
                        + " WHERE entity = ?",
                DeliveryState.ACQUIRED.code(),
                incarnation,
                queue.id());
        declareDead(node, incarnation);
        return new ProofRun(
                        () -> releaseAll(node, incarnation, 1, Membership.OUTCOMES_NOT_KEPT),
                        rows -> released(rows, queue, incarnation))
                .byNode();
    }

    private static StoredEffect released(StoredRows rows, Entity queue, long incarnation) {
        int released = (int) rows.messages(queue).stream()
                .filter(message -> message.state() == DeliveryState.AVAILABLE && !message.owned())
                .count();
        boolean forgotten = !hasRow(rows, incarnation);
        if (forgotten && released < 2) {
            throw new AssertionError("forgotten with its messages: " + rows.messages(queue));
        }
        return new StoredEffect(released + (forgotten ? 1 : 0), 3);
    }

    private static ProofRun leave(ProofNode node, String id) {
        long incarnation = joined(node, id, FAR_FUTURE);
        return new ProofRun(
                        () -> membership(node).leave(incarnation, Membership.OUTCOMES_NOT_KEPT),
                        rows -> StoredEffect.of(!hasRow(rows, incarnation)))
                .byNode();
    }
}
