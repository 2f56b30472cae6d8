package dev.restante.node.admin;

import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.store.Candidate;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Administration of messages whose entity the store does not have (BEY-09). Moves and removes them page by page, each
 * page in one transaction.
 */
public final class NodeOrphans implements Administration.Orphans {

    private static final List<DeliveryState> RECEIVABLE =
            List.of(DeliveryState.AVAILABLE, DeliveryState.SCHEDULED, DeliveryState.DEFERRED);

    private static final List<DeliveryState> UNOWNED =
            List.of(DeliveryState.AVAILABLE, DeliveryState.SCHEDULED, DeliveryState.DEFERRED, DeliveryState.REPEATING);

    private final NodeContext context;
    private final NodeLife life;
    private final Commits commits;

    public NodeOrphans(NodeContext context, NodeLife life, Commits commits) {
        this.context = context;
        this.life = life;
        this.commits = commits;
    }

    @Override
    public List<OrphanedDeliveries> list() {
        return life.guarded(() -> context.store().inspector().orphans());
    }

    @Override
    public Cleared move(long entityId, Entity target) {
        return clear(
                entityId, RECEIVABLE, page -> moved(page, context.registry().current(target)));
    }

    @Override
    public Cleared remove(long entityId) {
        return clear(
                entityId,
                UNOWNED,
                page -> work(
                        entityId,
                        page.stream()
                                .map(delivery -> new Change.Discard(delivery.ref()))
                                .toList(),
                        List.of(),
                        Delivery.NEVER));
    }

    private Cleared clear(long entityId, List<DeliveryState> states, Function<List<Delivery>, Work> toWork) {
        life.checkAlive();
        return life.guarded(() -> {
            if (of(entityId).isEmpty()) {
                throw new BrokerException(
                        Reason.ENTITY_NOT_FOUND, "There are no orphaned messages of entity " + entityId);
            }
            long done = 0;
            for (DeliveryState state : states) {
                done += clear(entityId, state, toWork);
            }
            return new Cleared(done, of(entityId).map(OrphanedDeliveries::count).orElse(0L));
        });
    }

    private Optional<OrphanedDeliveries> of(long entityId) {
        return context.store().inspector().orphans().stream()
                .filter(orphans -> orphans.entityId() == entityId)
                .findFirst();
    }

    private long clear(long entityId, DeliveryState state, Function<List<Delivery>, Work> toWork) {
        long done = 0;
        Delivery last = null;
        List<Delivery> page = next(entityId, state, last);
        while (!page.isEmpty()) {
            last = page.get(page.size() - 1);
            done += execute(toWork.apply(
                    page.stream().filter(delivery -> !delivery.ref().owned()).toList()));
            page = next(entityId, state, last);
        }
        return done;
    }

    private List<Delivery> next(long entityId, DeliveryState state, @Nullable Delivery last) {
        return context.store().inspector().inState(entityId, state, last, Inspection.PAGE);
    }

    private Work moved(List<Delivery> page, Entity target) {
        long nowMillis = context.time().millis();
        List<Change> moves = new ArrayList<>();
        long noticeAtMillis = Delivery.NEVER;
        for (Candidate candidate : context.store().inspector().withHeads(page)) {
            // A message whose head can't be read stays.
            if (candidate.head() != null) {
                Change.Move move = RedriveWalk.move(candidate, target, nowMillis);
                moves.add(move);
                noticeAtMillis = Math.min(noticeAtMillis, RedriveWalk.deadline(target, move, nowMillis));
            }
        }
        return work(target.id(), moves, List.of(target.id()), noticeAtMillis);
    }

    private static Work work(long entityId, List<? extends Change> changes, List<Long> arrivals, long noticeAtMillis) {
        return new Work(entityId, List.copyOf(changes), Operation.Misses.SKIP, arrivals, false, noticeAtMillis);
    }

    /** Returns how many deliveries were moved or removed; another node may have been faster with the others. */
    private long execute(Work work) {
        long fenced =
                work.changes().stream().filter(Change.Fenced.class::isInstance).count();
        if (fenced == 0) {
            return 0;
        }
        Outcome outcome = commits.execute(work);
        Refusals.check(outcome);
        return outcome instanceof Outcome.Applied applied
                ? fenced - applied.missedIds().size()
                : 0;
    }
}
