package dev.restante.node.entity;

import dev.restante.broker.SubscriptionName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.Subscription;
import dev.restante.node.core.NodeContext;
import dev.restante.store.SubscriptionRepository;
import dev.restante.store.SubscriptionRepository.Joined;
import dev.restante.store.SubscriptionRepository.Wanted;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The temporary destinations and non-durable subscriptions that this node has made again. They went with its former
 * incarnation, and were made again under their names when the node joined anew. Who has the former one in hand finds
 * the one in its place here.
 *
 * <p>Thread-safe; one thread at a time makes.
 */
public final class RemadeEntities {

    private final NodeContext context;
    private final SubscriptionRepository repository;

    /** By the id of what has gone; each the latest. */
    private final Map<Long, Entity> successors = new ConcurrentHashMap<>();

    public RemadeEntities(NodeContext context) {
        this.context = context;
        this.repository = context.store().subscriptions();
    }

    /** What is in the place of an entity now, or the entity itself. */
    public Entity latest(Entity entity) {
        if (successors.isEmpty()) {
            return entity;
        }
        Entity successor = successors.get(entity.id());
        return successor == null ? entity : successor;
    }

    /**
     * Makes again what has gone, for the incarnation that the node is now; a temporary topic before its subscriptions.
     *
     * @return empty if it can't be had: it was durable, or others have something of its name by now, or its topic has
     *     gone
     */
    Optional<Entity> remake(Entity gone) {
        Subscription subscription = gone.subscription();
        Optional<Entity> made;
        if (subscription == null) {
            made = gone.lasting()
                    ? Optional.empty()
                    : Optional.of(repository.createTemporary(gone.kind(), gone.name(), context.incarnation()));
        } else {
            made = subscription.kind().durable() ? Optional.empty() : joined(gone, subscription);
        }
        made.ifPresent(successor -> {
            successors.replaceAll((id, former) -> former.id() == gone.id() ? successor : former);
            successors.put(gone.id(), successor);
            context.registry().add(successor);
        });
        return made;
    }

    private Optional<Entity> joined(Entity gone, Subscription subscription) {
        Entity successorOfTopic = successors.get(gone.parentId());
        long topicId = successorOfTopic == null ? gone.parentId() : successorOfTopic.id();
        Optional<Entity> topic = context.registry().cached(topicId).filter(found -> found.kind() == EntityKind.TOPIC);
        if (topic.isEmpty()) {
            return Optional.empty();
        }
        Wanted wanted = new Wanted(
                topicId,
                gone.name(),
                SubscriptionName.deadLetterQueue(topic.get().name(), gone.name()),
                subscription);
        return repository.join(wanted, context.incarnation()) instanceof Joined joined
                ? Optional.of(joined.subscription())
                : Optional.empty();
    }

    /** This one is used no more. */
    void forget(long entityId) {
        successors.values().removeIf(successor -> successor.id() == entityId);
    }
}
