package dev.restante.node.admin;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.OrphanedDeliveries;
import dev.restante.node.admin.message.MessageInspector;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.feature.redrive.RedriveMover;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.SelectorCandidate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Administration that lists, moves and removes orphaned messages, whose entity the store does not have (BEY-09). It
 * moves and removes them page by page, each page in one transaction.
 */
public final class NodeOrphanAdministration implements BrokerAdministration.OrphanAdministration {

    private static final List<DeliveryState> RECEIVABLE =
            List.of(DeliveryState.AVAILABLE, DeliveryState.SCHEDULED, DeliveryState.DEFERRED);

    private static final List<DeliveryState> UNOWNED =
            List.of(DeliveryState.AVAILABLE, DeliveryState.SCHEDULED, DeliveryState.DEFERRED, DeliveryState.REPEATING);

    private final NodeServices node;

    public NodeOrphanAdministration(NodeServices node) {
        this.node = node;
    }

    @Override
    public List<OrphanedDeliveries> list() {
        return node.lifecycle().callStore(() -> node.store().inspector().orphans());
    }

    @Override
    public OrphanResult move(long entityId, Entity target) {
        return clear(entityId, RECEIVABLE, page -> moved(page, node.registry().current(target)));
    }

    @Override
    public OrphanResult remove(long entityId) {
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

    private OrphanResult clear(
            long entityId, List<DeliveryState> states, Function<List<Delivery>, ChangeSet> toChangeSet) {
        node.lifecycle().checkAlive();
        return node.lifecycle().callStore(() -> {
            if (of(entityId).isEmpty()) {
                throw new BrokerException(
                        BrokerErrorReason.ENTITY_NOT_FOUND,
                        "Entity " + entityId
                                + " has no orphaned messages. List the orphaned messages for the ids of their"
                                + " entities.");
            }
            long done = 0;
            for (DeliveryState state : states) {
                done += clear(entityId, state, toChangeSet);
            }
            return new OrphanResult(
                    done, of(entityId).map(OrphanedDeliveries::count).orElse(0L));
        });
    }

    private Optional<OrphanedDeliveries> of(long entityId) {
        return node.store().inspector().orphans().stream()
                .filter(orphans -> orphans.entityId() == entityId)
                .findFirst();
    }

    private long clear(long entityId, DeliveryState state, Function<List<Delivery>, ChangeSet> toChangeSet) {
        long done = 0;
        Delivery last = null;
        List<Delivery> page = next(entityId, state, last);
        while (!page.isEmpty()) {
            last = page.get(page.size() - 1);
            done += execute(toChangeSet.apply(
                    page.stream().filter(delivery -> !delivery.ref().owned()).toList()));
            page = next(entityId, state, last);
        }
        return done;
    }

    private List<Delivery> next(long entityId, DeliveryState state, @Nullable Delivery last) {
        return node.store().inspector().byState(entityId, state, last, MessageInspector.PAGE_SIZE);
    }

    private ChangeSet moved(List<Delivery> page, Entity target) {
        long nowMillis = node.storeClock().storeMillis();
        List<Change> moves = new ArrayList<>();
        long noticeAtMillis = Delivery.NEVER;
        for (SelectorCandidate candidate : node.store().inspector().withHeaders(page)) {
            // A message with an unreadable header stays.
            if (candidate.header() != null) {
                Change.Move move = RedriveMover.move(candidate, target, nowMillis);
                moves.add(move);
                noticeAtMillis = Math.min(noticeAtMillis, RedriveMover.expiryAtTarget(target, move, nowMillis));
            }
        }
        return work(target.id(), moves, List.of(target.id()), noticeAtMillis);
    }

    private static ChangeSet work(
            long entityId, List<? extends Change> changes, List<Long> arrivals, long noticeAtMillis) {
        return new ChangeSet(entityId, List.copyOf(changes), MissedFencePolicy.SKIP_CHANGE, arrivals, noticeAtMillis);
    }

    /** Returns the number of moved or removed deliveries, without deliveries that another node acquired first. */
    private long execute(ChangeSet changeSet) {
        long fenced = changeSet.changes().stream()
                .filter(Change.FencedChange.class::isInstance)
                .count();
        if (fenced == 0) {
            return 0;
        }
        OperationOutcome outcome = node.committer().commit(changeSet);
        BrokerExceptions.throwIfFailed(outcome);
        return outcome instanceof OperationOutcome.Applied applied
                ? fenced - applied.skippedIds().size()
                : 0;
    }
}
