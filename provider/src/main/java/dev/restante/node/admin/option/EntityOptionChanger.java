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
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

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
        return node.lifecycle().callStore(() -> {
            for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
                Entity now = node.registry()
                        .readAgain(entity)
                        .map(ReadableEntityCheck::check)
                        .orElseThrow(() -> deletedMeanwhile(entity));
                EntityOptions options = change.apply(now.options());
                check.accept(now.with(options));
                Optional<Entity> altered = write(now, options, node.registry()::alterIfUnchanged);
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

    /** Alters an entity to options that the caller has checked. */
    public Entity alter(Entity entity, EntityOptions options) {
        return write(entity, options, (seen, wanted) -> node.registry().alter(seen.id(), wanted))
                .orElseThrow(() -> deletedMeanwhile(entity));
    }

    private Optional<Entity> write(
            Entity entity, EntityOptions options, BiFunction<Entity, EntityOptions, Optional<Entity>> write) {
        if (options.deletionProtected() && !entity.permanent() && !entity.isDeadLetterQueue()) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "'" + DisplayText.shorten(entity.name())
                            + "' cannot have the option deletionProtected because it is deleted with its connection"
                            + " or its consumers");
        }
        idleDeleter.beforeOptionsChange(entity.with(options));
        Optional<Entity> altered = write.apply(entity, options);
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
                next.addAll(node.registry()
                        .storedQueue(reached)
                        .orElseThrow(() -> new BrokerException(
                                BrokerErrorReason.INVALID_ARGUMENT,
                                option + " of '" + DisplayText.shorten(name) + "' leads to queue '"
                                        + DisplayText.shorten(reached)
                                        + "', which does not exist. Create that queue first."))
                        .options()
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
