package dev.restante.node.commit;

import dev.restante.broker.SubscriptionName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.node.core.NodeContext;
import java.util.Optional;

/**
 * The sources of dead letters: what has the name now that a note says; a message does not care whether its queue was
 * deleted in between.
 */
public final class DeadLetterSources {

    private final NodeContext context;

    public DeadLetterSources(NodeContext context) {
        this.context = context;
    }

    /**
     * Reads the store.
     *
     * @param name as the note of a dead letter says it
     */
    public Optional<Entity> find(String name) {
        int topicEnds = name.indexOf(SubscriptionName.IN_TOPIC);
        if (topicEnds < 0) {
            return context.registry().storedQueue(name);
        }
        String topic = name.substring(0, topicEnds);
        return context.registry()
                .stored(EntityKind.SUBSCRIPTION, name.substring(topicEnds + SubscriptionName.IN_TOPIC.length()))
                .filter(found -> context.registry()
                        .cached(found.parentId())
                        .filter(parent -> parent.name().equals(topic))
                        .isPresent());
    }
}
