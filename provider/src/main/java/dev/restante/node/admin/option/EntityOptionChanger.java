package dev.restante.node.admin.option;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.ReadableEntityCheck;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.EntityEvents;
import dev.restante.node.feature.forwarding.route.ForwardValidator;
import dev.restante.node.feature.idle.IdleEntityDeleter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Changer of the options of queues, topics and subscriptions: checks new options, writes them, and waits until this
 * node applies them. Thread-safe.
 */
public final class EntityOptionChanger {

    /** Maximum number of attempts. In each round of concurrent attempts, one of them succeeds. */
    private static final int MAX_ATTEMPTS = 100;

    private final NodeServices node;
    private final IdleEntityDeleter idleDeleter;
    private final EntityEvents events;

    public EntityOptionChanger(NodeServices node, IdleEntityDeleter idleDeleter, EntityEvents events) {
        this.node = node;
        this.idleDeleter = idleDeleter;
        this.events = events;
    }

    /** Changes some options, and retries after concurrent changes of the entity. */
    public Entity changeWithRetry(Entity entity, UnaryOperator<EntityOptions> change, Consumer<Entity> check) {
        return changeWithRetry(entity, ReadableEntityCheck::check, change, check);
    }

    /**
     * Replaces the own values of the options of an entity, and retries like {@link #changeWithRetry}. It also repairs
     * an entity whose options are unreadable.
     */
    public Entity replaceWithRetry(Entity entity, EntityOptions options, Consumer<Entity> check) {
        return changeWithRetry(
                entity, UnaryOperator.identity(), former -> options.withInherited(former.inherited()), check);
    }

    private Entity changeWithRetry(
            Entity entity,
            UnaryOperator<Entity> readable,
            UnaryOperator<EntityOptions> change,
            Consumer<Entity> check) {
        return node.lifecycle().callStore(() -> {
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                Entity now =
                        node.registry().readAgain(entity).map(readable).orElseThrow(() -> deletedMeanwhile(entity));
                EntityOptions options = applied(change, now.options());
                check.accept(now.with(options));
                Optional<Entity> altered = write(now, options);
                if (altered.isPresent()) {
                    return altered.get();
                }
            }
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "'" + DisplayText.shorten(entity.name())
                            + "' was not changed because other calls changed it at the same time. Try again.");
        });
    }

    /** Checks that options are valid for a kind of entity and its dead-letter targets. */
    public void check(EntityKind kind, String name, EntityOptions options) {
        checkDeadLetterTargets(name, options);
        if (kind == EntityKind.TOPIC && options.groupsRequired()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "Topic '" + DisplayText.shorten(name)
                            + "' cannot have the option groupsRequired. Set it on a queue or subscription.");
        }
        // Duplicate detection applies to the destinations of sends (SND-06).
        if (kind == EntityKind.SUBSCRIPTION && options.duplicateDetectionWindow() != null) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "Subscription '" + DisplayText.shorten(name)
                            + "' cannot have the option duplicateDetectionWindow. Set it on a queue or topic.");
        }
    }

    /**
     * Checks options that entities get by a change of policies, and records their use.
     *
     * @param changed the entities with their new options
     * @param all all entities, with these options
     */
    public void beforePolicies(List<Entity> changed, List<Entity> all) {
        Map<String, EntityOptions> queues = all.stream()
                .filter(entity -> entity.kind() == EntityKind.QUEUE || entity.isDeadLetterQueue())
                .collect(Collectors.toMap(Entity::name, Entity::options));
        for (Entity entity : changed) {
            checkDeadLetterTargets(entity.name(), entity.options(), name -> Optional.ofNullable(queues.get(name)));
        }
        ForwardValidator.checkAll(changed, all);
        changed.forEach(idleDeleter::beforeOptionsChange);
    }

    /** Applies on this node the options that entities got by a change of policies. */
    public void afterPolicies(List<Entity> changed) {
        if (changed.isEmpty()) {
            return;
        }
        changed.forEach(node.registry()::put);
        events.onOptionsChanged();
        events.awaitFormerOptionsApplied();
        changed.forEach(idleDeleter::afterOptionsChange);
    }

    private static EntityOptions applied(UnaryOperator<EntityOptions> change, EntityOptions options) {
        try {
            return change.apply(options);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(BrokerErrorReason.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<Entity> write(Entity entity, EntityOptions options) {
        if (options.deletionProtected() && !entity.permanent() && !entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "'" + DisplayText.shorten(entity.name())
                            + "' cannot have the option deletionProtected because it is deleted with its connection"
                            + " or its consumers");
        }
        idleDeleter.beforeOptionsChange(entity.with(options));
        Optional<Entity> altered = node.registry().alter(entity, options);
        altered.ifPresent(written -> {
            events.onOptionsChanged();
            events.awaitFormerOptionsApplied();
            idleDeleter.afterOptionsChange(written);
        });
        return altered;
    }

    /** Returns the exception for an entity that was deleted during a call. */
    public static BrokerException deletedMeanwhile(Entity entity) {
        return new BrokerException(
                BrokerErrorReason.ENTITY_NOT_FOUND,
                "'" + DisplayText.shorten(entity.name()) + "' was deleted meanwhile");
    }

    /** Checks that dead-letter targets exist and do not lead back to the queue (FWD-02, FWD-03). */
    public void checkDeadLetterTargets(String name, EntityOptions options) {
        checkDeadLetterTargets(
                name, options, target -> node.registry().storedQueue(target).map(Entity::options));
    }

    private static void checkDeadLetterTargets(
            String name, EntityOptions options, Function<String, Optional<EntityOptions>> optionsOfQueue) {
        options.deadLetterTargets().forEach((option, target) -> {
            Set<String> passed = new LinkedHashSet<>();
            Deque<String> next = new ArrayDeque<>(List.of(target));
            while (!next.isEmpty()) {
                String reached = next.remove();
                if (!passed.add(reached)) {
                    continue;
                }
                if (reached.equals(name)) {
                    throw new BrokerException(
                            BrokerErrorReason.INVALID_ARGUMENT,
                            option + " of '" + DisplayText.shorten(name) + "' leads back to itself through " + passed
                                    + ". Choose another target.");
                }
                next.addAll(optionsOfQueue
                        .apply(reached)
                        .orElseThrow(() -> new BrokerException(
                                BrokerErrorReason.INVALID_ARGUMENT,
                                option + " of '" + DisplayText.shorten(name) + "' leads to queue '"
                                        + DisplayText.shorten(reached)
                                        + "', which does not exist. Create that queue first."))
                        .deadLetterTargets()
                        .values());
            }
        });
    }

    /** Checks that forwarding targets exist and do not lead back to the entity (FWD-01). */
    public void checkForwardTo(Entity wanted) {
        if (wanted.options().forwardTo() != null
                || !wanted.options().deadLetterTargets().isEmpty()) {
            ForwardValidator.check(wanted, node.registry().list());
        }
    }
}
