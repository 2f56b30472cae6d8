package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.Work;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import dev.restante.store.commit.PipelineOwner;
import dev.restante.store.commit.PipelineSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pipelines of one incarnation. What was made for a former one never gets into them. */
final class Pipelines {
    private final NodeContext context;
    private final long incarnation;

    /**
     * What has an id that is not higher was made for a former incarnation: another node may make the same ids by now,
     * unless it has been in the store.
     */
    private final long firstIdAbove;

    private final List<CommitPipeline> all;

    /** Those that entities use. */
    private final List<CommitPipeline> ofEntities;

    /** For completions that somebody waits for, beside what entities do; null where nothing is gained by it. */
    private final @Nullable CommitPipeline completions;

    /** For work in bulk, beside what entities do. */
    private final CommitPipeline bulk;

    /**
     * Those of the incarnation that the node is now; not started.
     *
     * @param firstIdAbove ids that are not higher were made for a former incarnation; {@link Long#MIN_VALUE} if there
     *     was none
     */
    Pipelines(NodeContext context, PipelineOwner owner, PipelineSettings settings, long firstIdAbove) {
        this.context = context;
        this.incarnation = context.incarnation();
        this.firstIdAbove = firstIdAbove;
        List<CommitPipeline> opened = new ArrayList<>();
        for (int number = 0; number < count(context.store()); number++) {
            opened.add(new CommitPipeline(
                    "restante-commit-" + number,
                    context.store().openWriter(incarnation, number),
                    owner,
                    context.ids()::highest,
                    settings));
        }
        this.all = List.copyOf(opened);
        int ordered = context.store().traits().pipelines();
        this.ofEntities = all.subList(0, ordered);
        this.completions = context.store().traits().sharesFlushes() ? all.get(ordered) : null;
        this.bulk = all.get(all.size() - 1);
    }

    /**
     * Subscriptions use that of their topic: what it brings them and what leaves them meet in the same batches, and
     * their shared messages are counted there.
     */
    CommitPipeline of(long usedId) {
        if (ofEntities.size() == 1) {
            return ofEntities.get(0);
        }
        Entity used = context.registry().known(usedId).orElse(null);
        long entityId = used != null && used.kind() == EntityKind.SUBSCRIPTION ? used.parentId() : usedId;
        return ofEntities.get((int) Math.floorMod(entityId, (long) ofEntities.size()));
    }

    /**
     * That of the work's entity, or, if it does nothing but complete messages, the one that is for completions: these
     * make nothing available, so they need no place in the order of what the entity does, and their flush overlaps with
     * that of the sends.
     */
    CommitPipeline of(Work work) {
        return completions != null && work.changes().stream().allMatch(Pipelines::completesAlone)
                ? completions
                : of(work.entityId());
    }

    /** Whether nothing is counted down with it, and nobody looks for what it removes. */
    private static boolean completesAlone(Change change) {
        return change instanceof Change.Complete complete
                && complete.ref().sole()
                && complete.ref().valueKey() == null;
    }

    /** Work in bulk. But what could count down shared messages stays where these are counted. */
    CommitPipeline inBulk(long entityId) {
        return isSubscription(entityId) ? of(entityId) : bulk;
    }

    /**
     * Whether an operation was made for a former incarnation. What settles a delivery of such a one misses its fence
     * anyway.
     */
    private boolean outlived(Operation operation) {
        boolean restores = ((Tracking) operation.completion()).restores();
        for (Change change : operation.changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    if (delivery.id() <= firstIdAbove && !restores) {
                        return true;
                    }
                }
            } else if (!acquiresFor(change, incarnation)) {
                return true;
            }
        }
        return false;
    }

    private boolean refused(Operation operation) {
        boolean outlived = firstIdAbove != Long.MIN_VALUE && outlived(operation);
        if (outlived) {
            StoreException cause = new StoreException(
                    StoreException.Kind.FENCED,
                    "the node was declared dead while this was under way, and has joined anew; nothing of it was done",
                    null);
            operation.completion().completed(operation, new Outcome.Failed(cause));
        }
        return outlived;
    }

    void submit(CommitPipeline pipeline, Operation operation) {
        if (!refused(operation)) {
            pipeline.submit(operation);
        }
    }

    void submitAndLead(CommitPipeline pipeline, Operation operation) {
        if (!refused(operation)) {
            pipeline.submitAndLead(operation);
        }
    }

    private boolean isSubscription(long entityId) {
        return context.registry()
                .known(entityId)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .isPresent();
    }

    /** Whether a change acquires or holds something for an incarnation, or nothing at all. */
    private static boolean acquiresFor(Change change, long incarnation) {
        if (change instanceof Change.Acquire acquire) {
            return acquire.owner() == incarnation;
        } else if (change instanceof Change.Reacquire reacquire) {
            return reacquire.owner() == incarnation;
        } else if (change instanceof Change.TakeOver takeOver) {
            return takeOver.owner() == incarnation;
        } else if (change instanceof Change.PutChunk chunk) {
            return chunk.owner() == incarnation;
        }
        return true;
    }

    /** How many a node has: those that entities use, perhaps one for completions, and one for work in bulk. */
    static int count(Store store) {
        return store.traits().pipelines() + (store.traits().sharesFlushes() ? 1 : 0) + 1;
    }

    List<CommitPipeline> all() {
        return all;
    }
}
