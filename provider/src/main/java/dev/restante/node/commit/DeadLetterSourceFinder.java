package dev.restante.node.commit;

import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.Subscription;
import dev.restante.node.core.NodeContext;
import java.util.Optional;

/**
 * Finder of the entity that a dead letter came from, by the recorded name. If the source was deleted and created again,
 * it finds the new entity.
 */
public final class DeadLetterSourceFinder {

    private final NodeContext context;

    public DeadLetterSourceFinder(NodeContext context) {
        this.context = context;
    }

    /**
     * Returns the entity with a name from the store.
     *
     * @param name source in the delivery annotations of a dead letter
     */
    public Optional<Entity> find(String name) {
        int topicEnds = name.indexOf(Subscription.TOPIC_SEPARATOR);
        if (topicEnds < 0) {
            return context.registry().storedQueue(name);
        }
        return context.registry()
                .stored(EntityKind.SUBSCRIPTION, name.substring(topicEnds + Subscription.TOPIC_SEPARATOR.length()))
                .filter(found -> name.equals(found.fullName(
                        id -> context.registry().cached(id).map(Entity::name).orElse(null))));
    }
}
