package dev.restante.node.commit;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.node.core.ChangeSet;
import dev.restante.node.core.NodeContext;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Store;
import dev.restante.store.StoreException;
import dev.restante.store.commit.CommitPipeline;
import dev.restante.store.commit.PipelineListener;
import dev.restante.store.commit.PipelineSettings;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commit pipelines (writers that commit operations in batches) of one incarnation, with the choice of the pipeline for
 * each change set. They reject operations that were created for an earlier incarnation.
 */
final class CommitPipelines {
    private final NodeContext context;
    private final long incarnation;

    /**
     * Highest id of earlier incarnations. New messages must have higher ids, because another node may create these ids
     * again.
     */
    private final long lastFormerId;

    private final List<CommitPipeline> all;

    private final List<CommitPipeline> ofEntities;

    /**
     * Pipeline for completions that callers wait for; null if concurrent commits of the store do not share a log flush.
     */
    private final @Nullable CommitPipeline completionPipeline;

    private final CommitPipeline bulk;

    /**
     * Creates the pipelines of the current incarnation, not started.
     *
     * @param lastFormerId highest id of earlier incarnations; {@link Long#MIN_VALUE} if there was none
     */
    CommitPipelines(NodeContext context, PipelineListener listener, PipelineSettings settings, long lastFormerId) {
        this.context = context;
        this.incarnation = context.incarnation();
        this.lastFormerId = lastFormerId;
        List<CommitPipeline> opened = new ArrayList<>();
        for (int number = 0; number < countFor(context.store()); number++) {
            opened.add(new CommitPipeline(
                    "restante-commit-" + number,
                    context.store().openWriter(incarnation, number),
                    listener,
                    context.ids()::highest,
                    settings));
        }
        this.all = List.copyOf(opened);
        int ordered = context.store().capabilities().pipelines();
        this.ofEntities = all.subList(0, ordered);
        this.completionPipeline = context.store().capabilities().groupsFlushes() ? all.get(ordered) : null;
        this.bulk = all.get(all.size() - 1);
    }

    /**
     * Returns the pipeline of an entity. Subscriptions use the pipeline of their topic, because the reference counts of
     * shared messages must change in one pipeline.
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
     * Returns the pipeline of a change set. Change sets of completions only use the completion pipeline. They make
     * nothing available, so they need no order, and they can share a log flush with sends.
     */
    CommitPipeline of(ChangeSet changeSet) {
        return completionPipeline != null
                        && changeSet.changes().stream().allMatch(CommitPipelines::completesOnlyDelivery)
                ? completionPipeline
                : of(changeSet.entityId());
    }

    /** Returns whether a change completes the only delivery of a message that is no last value. */
    private static boolean completesOnlyDelivery(Change change) {
        return change instanceof Change.Complete complete
                && complete.ref().onlyDelivery()
                && complete.ref().valueKey() == null;
    }

    /**
     * Returns the pipeline for bulk work in an entity. Subscriptions use their own pipeline, which counts shared
     * messages.
     */
    CommitPipeline forBulk(long entityId) {
        return isSubscription(entityId) ? of(entityId) : bulk;
    }

    /**
     * Returns whether an operation was created for an earlier incarnation. Its settlements need no check, because their
     * fencing tokens do not match.
     */
    private boolean madeForFormerIncarnation(TrackedOperation operation) {
        boolean restores = operation.isPreviouslyStored();
        for (Change change : operation.changes()) {
            if (change instanceof Change.Enqueue enqueue) {
                for (Delivery delivery : enqueue.deliveries()) {
                    if (delivery.id() <= lastFormerId && !restores) {
                        return true;
                    }
                }
            } else if (!isOwnedBy(change, incarnation)) {
                return true;
            }
        }
        return false;
    }

    private boolean rejectIfOutdated(TrackedOperation operation) {
        boolean outlived = lastFormerId != Long.MIN_VALUE && madeForFormerIncarnation(operation);
        if (outlived) {
            StoreException cause = new StoreException(
                    StoreException.StoreFailureKind.FENCED,
                    "The node was declared dead during the call and has rejoined the store. Nothing was changed."
                            + " Try again.",
                    null);
            operation.completed(new OperationOutcome.Failed(cause));
        }
        return outlived;
    }

    void submit(CommitPipeline pipeline, TrackedOperation operation) {
        if (!rejectIfOutdated(operation)) {
            pipeline.submit(operation);
        }
    }

    void submitAndLead(CommitPipeline pipeline, TrackedOperation operation) {
        if (!rejectIfOutdated(operation)) {
            pipeline.submitAndLead(operation);
        }
    }

    private boolean isSubscription(long entityId) {
        return context.registry()
                .known(entityId)
                .filter(entity -> entity.kind() == EntityKind.SUBSCRIPTION)
                .isPresent();
    }

    /** Returns whether the owner that a change sets, if any, is this incarnation. */
    private static boolean isOwnedBy(Change change, long incarnation) {
        if (change instanceof Change.Acquire acquire) {
            return acquire.owner() == incarnation;
        } else if (change instanceof Change.AcquireDeferred acquireDeferred) {
            return acquireDeferred.owner() == incarnation;
        } else if (change instanceof Change.TakeOver takeOver) {
            return takeOver.owner() == incarnation;
        } else if (change instanceof Change.PutBodyChunk chunk) {
            return chunk.owner() == incarnation;
        }
        return true;
    }

    /**
     * Returns the number of pipelines of a node: the pipelines of entities, at most one for completions, and one for
     * bulk work.
     */
    static int countFor(Store store) {
        return store.capabilities().pipelines() + (store.capabilities().groupsFlushes() ? 1 : 0) + 1;
    }

    List<CommitPipeline> all() {
        return all;
    }
}
