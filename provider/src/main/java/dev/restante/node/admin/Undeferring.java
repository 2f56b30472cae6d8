package dev.restante.node.admin;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.node.commit.Commits;
import dev.restante.node.commit.Returns;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.store.Outcome;
import java.util.Collection;
import java.util.List;

/** Makes deferred messages available again, for an administrator (DEF-04). */
public final class Undeferring {

    private final NodeContext context;
    private final Commits commits;
    private final Returns returns;

    public Undeferring(NodeContext context, Commits commits, Returns returns) {
        this.context = context;
        this.commits = commits;
        this.returns = returns;
    }

    long undefer(Entity entity, Collection<Long> sequenceNumbers) {
        Entity current = context.registry().current(entity);
        List<Long> distinct = sequenceNumbers.stream().distinct().toList();
        List<Delivery> deferred = context.store().deliveries().deferred(current.id(), distinct);
        long undeferred = 0;
        for (Work work : Work.together(deferred.stream()
                .map(delivery -> returns.undeferred(current, delivery, delivery.deliveryCount()))
                .toList())) {
            Outcome outcome = commits.execute(work);
            Refusals.check(outcome);
            if (outcome instanceof Outcome.Applied applied) {
                undeferred += work.changes().size() - applied.missedIds().size();
            }
        }
        return undeferred;
    }
}
