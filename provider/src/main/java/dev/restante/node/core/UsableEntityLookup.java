package dev.restante.node.core;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import java.util.Optional;

/** Lookup of entities for callers about to use them, which fails if an entity is deleted or unreadable. */
public final class UsableEntityLookup {

    private final EntityRegistry registry;
    private final NodeLifecycle lifecycle;

    public UsableEntityLookup(EntityRegistry registry, NodeLifecycle lifecycle) {
        this.registry = registry;
        this.lifecycle = lifecycle;
    }

    /**
     * Returns the cached state of an entity; reads the store if the cache does not contain it.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND if it was deleted
     */
    public Entity requireExisting(Entity entity) {
        Optional<Entity> known = registry.known(entity.id());
        return known.isPresent()
                ? known.get()
                : lifecycle.callStore(() -> registry.cached(entity.id())
                        .orElseThrow(() -> new BrokerException(
                                BrokerErrorReason.ENTITY_NOT_FOUND,
                                "Queue '" + DisplayText.shorten(entity.name())
                                        + "' was deleted. Create it again, and then its consumers and"
                                        + " producers.")));
    }

    /**
     * Returns an entity like {@link #requireExisting}, if it is readable.
     *
     * @throws BrokerException with ENTITY_NOT_FOUND or ENTITY_UNREADABLE
     */
    public Entity requireUsable(Entity entity) {
        return ReadableEntityCheck.check(requireExisting(entity));
    }
}
