package dev.restante.node.commit;

import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.node.core.NodeContext;
import dev.restante.node.rule.DeadLetterRule.DeadLetterCause;
import dev.restante.store.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finder of the queues to which the dead letters of entities move. */
final class DeadLetterTargetFinder {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterTargetFinder.class);

    private final NodeContext context;

    DeadLetterTargetFinder(NodeContext context) {
        this.context = context;
    }

    /** Returns the target of dead letters with a cause; empty under the conditions of {@link #find(Entity)}. */
    Optional<Entity> find(Entity entity, DeadLetterCause cause) {
        String expiredTo = cause.expiry() ? entity.options().expiredTo() : null;
        return configuredTarget(entity, "expired messages", expiredTo).or(() -> find(entity));
    }

    /**
     * Returns the target of dead letters that have not expired (FWD-02); empty for a dead-letter queue and for a
     * deleted entity.
     */
    Optional<Entity> find(Entity entity) {
        Optional<Entity> configured =
                configuredTarget(entity, "dead letters", entity.options().deadLetterTo());
        if (configured.isPresent()) {
            return configured;
        }
        return entity.deadLetterQueueId() == 0
                ? Optional.empty()
                : context.registry().cached(entity.deadLetterQueueId());
    }

    private Optional<Entity> configuredTarget(Entity entity, String what, @Nullable String name) {
        if (name == null) {
            return Optional.empty();
        }
        Optional<Entity> target = Optional.empty();
        try {
            target = context.registry().cachedQueue(name);
        } catch (StoreException e) {
            LOG.warn("Restante could not check whether queue '{}' exists", DisplayText.shorten(name), e);
        }
        if (target.isEmpty()) {
            LOG.warn(
                    "'{}' moves its {} to '{}', which was not found. They go to the default target instead."
                            + " Create that queue or change the option.",
                    DisplayText.shorten(entity.name()),
                    what,
                    DisplayText.shorten(name));
        }
        return target;
    }
}
