package dev.restante.proof;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.TransactionBranch;
import dev.restante.broker.TransactionBranches;
import dev.restante.broker.TransactionBranches.BranchEnd;
import dev.restante.model.BranchId;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.proof.ProofRun.StoredEffect;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Branches of distributed transactions, each of which receives a message and sends another. */
final class BranchOperations {

    private BranchOperations() {}

    static List<ProofOperation> all() {
        return List.of(
                new ProofOperation("prepare", BranchOperations::prepare),
                new ProofOperation("commit a prepared branch", (node, id) -> complete(node, id, true)),
                new ProofOperation("roll back a prepared branch", (node, id) -> complete(node, id, false)),
                new ProofOperation("commit in one phase", BranchOperations::commitOnePhase),
                new ProofOperation("decide a branch", BranchOperations::decide));
    }

    static BranchId xid(String id) {
        return new BranchId(1, id.getBytes(StandardCharsets.UTF_8), new byte[] {1});
    }

    /** Queues of a branch, and the states of its message before and after the branch is committed. */
    record Queues(Entity in, Entity out) {

        static Queues withBranch(ProofNode node, String id) {
            Queues queues = new Queues(node.queue(id + "-in"), node.queue(id + "-out"));
            node.send(queues.in, "a");
            queues.begin(node, xid(id));
            return queues;
        }

        private void begin(ProofNode node, BranchId xid) {
            TransactionBranches branches = node.broker.branches();
            InFlightDelivery received = node.receive(in);
            TransactionBranch branch = branches.begin(xid, Duration.ZERO, over -> {});
            branch.complete(received);
            branch.send(node.prepare(out, "b"));
            branches.end(branch, BranchEnd.SUCCESS);
        }

        /** Repeats a call for its branch, or for a new branch if the first one was rolled back. */
        private void repeat(ProofNode node, String id, Consumer<BranchId> call) {
            try {
                call.accept(xid(id));
            } catch (BranchException e) {
                if (e.reason() != BranchErrorReason.NOT_FOUND) {
                    throw e;
                }
                BranchId next = xid(id + "-again");
                begin(node, next);
                call.accept(next);
            }
        }

        StoredEffect committed(StoredRows rows) {
            return StoredEffect.of(
                    List.of(visible(rows, in), visible(rows, out)),
                    List.of(List.of("a"), List.of()),
                    List.of(List.of(), List.of("b")));
        }

        /** Returns the messages that a branch has not consumed and has sent for certain. */
        private static List<String> visible(StoredRows rows, Entity queue) {
            return rows.messages(queue).stream()
                    .filter(message -> message.state() != DeliveryState.PREPARED_ENQUEUE)
                    .map(message -> message.text())
                    .toList();
        }

        StoredEffect rolledBack(StoredRows rows) {
            return StoredEffect.of(
                    List.of(rows.only(in).state() == DeliveryState.PREPARED_SETTLE, rows.texts(out)),
                    List.of(true, List.of("b")),
                    List.of(false, List.of()));
        }

        StoredEffect prepared(StoredRows rows) {
            return StoredEffect.of(
                    List.of(rows.only(in).state() == DeliveryState.PREPARED_SETTLE, rows.texts(out)),
                    List.of(false, List.of()),
                    List.of(true, List.of("b")));
        }
    }

    private static ProofRun prepare(ProofNode node, String id) {
        Queues queues = Queues.withBranch(node, id);
        return new ProofRun(
                () -> node.broker.branches().prepare(xid(id)),
                queues::prepared,
                () -> queues.repeat(node, id, node.broker.branches()::prepare));
    }

    private static ProofRun complete(ProofNode node, String id, boolean commit) {
        Queues queues = Queues.withBranch(node, id);
        node.broker.branches().prepare(xid(id));
        return commit
                ? new ProofRun(() -> node.broker.branches().commit(xid(id), false), queues::committed)
                : new ProofRun(() -> node.broker.branches().rollback(xid(id)), queues::rolledBack);
    }

    private static ProofRun commitOnePhase(ProofNode node, String id) {
        Queues queues = Queues.withBranch(node, id);
        return new ProofRun(
                () -> node.broker.branches().commit(xid(id), true),
                queues::committed,
                () -> queues.repeat(node, id, xid -> node.broker.branches().commit(xid, true)));
    }

    private static ProofRun decide(ProofNode node, String id) {
        Queues queues = Queues.withBranch(node, id);
        node.broker.branches().prepare(xid(id));
        return new ProofRun(() -> node.broker.branches().completeHeuristically(xid(id), true), queues::committed);
    }
}
