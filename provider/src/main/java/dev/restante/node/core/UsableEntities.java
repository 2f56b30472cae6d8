package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.ReadableEntities;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import java.util.Optional;

/** Entities for those who are about to use them: as they are now, and only if they are there. */
public final class UsableEntities {

    private final EntityRegistry registry;
    private final NodeLife life;

    public UsableEntities(EntityRegistry registry, NodeLife life) {
        this.registry = registry;
        this.life = life;
    }

    /**
     * The entity as it is now.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted
     */
    public Entity requireExisting(Entity entity) {
        Optional<Entity> known = registry.known(entity.id());
        return known.isPresent()
                ? known.get()
                : life.guarded(() -> registry.cached(entity.id())
                        .orElseThrow(() -> new BrokerException(
                                Reason.ENTITY_NOT_FOUND, "Queue '" + ShownText.of(entity.name()) + "' was deleted")));
    }

    /**
     * The same, if what is stored about it can be read.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND or ENTITY_UNREADABLE
     */
    public Entity requireUsable(Entity entity) {
        return ReadableEntities.check(requireExisting(entity));
    }
}
