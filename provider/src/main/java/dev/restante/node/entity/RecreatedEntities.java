package dev.restante.node.entity;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.Subscription;
import dev.restante.node.core.NodeContext;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.JoinedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Registry that recreates temporary destinations and non-durable subscriptions after the node rejoins, and finds the
 * successor of each deleted entity. Thread-safe; only one thread at a time recreates entities.
 */
public final class RecreatedEntities {

    private final NodeContext context;
    private final SubscriptionRepository repository;

    /** Latest successors by the id of the deleted entity. */
    private final Map<Long, Entity> successors = new ConcurrentHashMap<>();

    public RecreatedEntities(NodeContext context) {
        this.context = context;
        this.repository = context.store().subscriptions();
    }

    /** Returns the successor of an entity that was created again, or the entity itself. */
    public Entity current(Entity entity) {
        if (successors.isEmpty()) {
            return entity;
        }
        Entity successor = successors.get(entity.id());
        return successor == null ? entity : successor;
    }

    /**
     * Creates a deleted entity again for the current incarnation. A temporary topic must precede its subscriptions.
     *
     * @return empty if it was durable, its name is in use, or its topic is gone
     */
    public Optional<Entity> recreate(Entity deleted) {
        Subscription subscription = deleted.subscription();
        Optional<Entity> recreated;
        if (subscription == null) {
            recreated = deleted.permanent()
                    ? Optional.empty()
                    : Optional.of(repository.createTemporary(deleted.kind(), deleted.name(), context.incarnation()));
        } else {
            recreated = subscription.kind().durable() ? Optional.empty() : recreateSubscription(deleted, subscription);
        }
        recreated.ifPresent(successor -> {
            successors.replaceAll((id, former) -> former.id() == deleted.id() ? successor : former);
            successors.put(deleted.id(), successor);
            context.registry().put(successor);
        });
        return recreated;
    }

    private Optional<Entity> recreateSubscription(Entity gone, Subscription subscription) {
        if (subscription.topicPattern() != null) {
            return join(gone.parentId(), gone.name(), subscription);
        }
        Entity successorOfTopic = successors.get(gone.parentId());
        long topicId = successorOfTopic == null ? gone.parentId() : successorOfTopic.id();
        Optional<Entity> topic = context.registry().cached(topicId).filter(found -> found.kind() == EntityKind.TOPIC);
        return topic.isEmpty() ? Optional.empty() : join(topicId, gone.name(), subscription);
    }

    private Optional<Entity> join(long topicId, String name, Subscription subscription) {
        SubscriptionTarget target = new SubscriptionTarget(topicId, name, subscription);
        return repository.join(target, context.incarnation()) instanceof JoinedSubscription joined
                ? Optional.of(joined.subscription())
                : Optional.empty();
    }

    /** Removes an entity that is no longer used. */
    public void remove(long entityId) {
        successors.values().removeIf(successor -> successor.id() == entityId);
    }
}
