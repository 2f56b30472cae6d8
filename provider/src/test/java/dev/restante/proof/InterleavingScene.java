package dev.restante.proof;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.proof.StoredRows.StoredText;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows on which pairs of operations work, and the operations.
 *
 * @param setUp creates the rows with a node; gets an id for the names of entities
 * @param firstActions the operations of the first node, which has set the scene up
 * @param secondActions the operations of the second node
 * @param endsFirstNode true if the second node declares the first one dead, so that each execution needs another one
 */
record InterleavingScene(
        String name,
        BiFunction<ProofNode, String, SceneRows> setUp,
        List<SceneAction> firstActions,
        List<SceneAction> secondActions,
        boolean endsFirstNode) {

    InterleavingScene(
            String name,
            BiFunction<ProofNode, String, SceneRows> setUp,
            List<SceneAction> firstActions,
            List<SceneAction> secondActions) {
        this(name, setUp, firstActions, secondActions, false);
    }

    /** Creates a scene in which both nodes execute the same operations. */
    InterleavingScene(String name, BiFunction<ProofNode, String, SceneRows> setUp, List<SceneAction> actions) {
        this(name, setUp, actions, actions);
    }

    /**
     * Entities of a scene.
     *
     * @param queues the entities whose messages are compared
     * @param delivery the message as the first node has received it; null without a message
     * @param extra another property that is compared
     */
    record SceneRows(
            String id, List<Entity> queues, @Nullable InFlightDelivery delivery, Function<StoredRows, String> extra) {

        Entity queue() {
            return queues.get(0);
        }

        /** Returns the queue that is not a dead-letter queue. */
        Entity liveQueue() {
            return queues.stream()
                    .filter(entity -> entity.kind() == EntityKind.QUEUE)
                    .findFirst()
                    .orElseThrow();
        }

        /** Returns the message as the first node has received it. */
        InFlightDelivery received() {
            return Objects.requireNonNull(delivery);
        }

        long number() {
            return received().sequenceNumber();
        }

        /** Returns the ids of the messages that can be received from {@link #queue}. */
        Set<Long> available(StoredRows rows) {
            return rows.messages(queue()).stream()
                    .filter(message -> message.state() == DeliveryState.AVAILABLE)
                    .map(StoredText::id)
                    .collect(Collectors.toSet());
        }

        /** Returns whether a node holds a message. */
        boolean hasAcquired(StoredRows rows) {
            return queues.stream()
                    .flatMap(queue -> rows.messages(queue).stream())
                    .anyMatch(message -> message.state() == DeliveryState.ACQUIRED);
        }

        /** Returns everything that the store contains of the scene, without ids that differ between executions. */
        String state(StoredRows rows) {
            StringBuilder state = new StringBuilder();
            for (Entity entity : queues) {
                state.append(entity.kind())
                        .append(rows.exists(entity.name()) ? " has " : " is deleted and has ")
                        .append(rows.messages(entity).stream()
                                .map(message -> message.text() + " " + message.state()
                                        + (message.deliveryCount() > 0 ? " delivered" : ""))
                                .sorted()
                                .toList())
                        .append("; ");
            }
            return state.append(extra.apply(rows)).toString();
        }
    }

    /** Operation, which returns its result as a text for comparisons. */
    record SceneAction(String name, BiFunction<ProofNode, SceneRows, String> call) {}
}
