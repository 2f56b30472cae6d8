package dev.restante.proof;

import dev.restante.model.Entity;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Rows on which pairs of operations work, and the operations.
 *
 * @param setUp creates the rows with a node; gets an id for the names of entities
 * @param actions the operations, each of which can be the first or the second of a pair
 */
record InterleavingScene(String name, BiFunction<ProofNode, String, SceneRows> setUp, List<SceneAction> actions) {

    /**
     * Entities of a scene.
     *
     * @param queues the entities whose messages are compared
     * @param extra another property that is compared
     */
    record SceneRows(String id, List<Entity> queues, long number, Function<StoredRows, String> extra) {

        Entity queue() {
            return queues.get(0);
        }

        /** Returns everything that the store contains of the scene, without ids that differ between executions. */
        String state(StoredRows rows) {
            StringBuilder state = new StringBuilder();
            for (Entity entity : queues) {
                state.append(entity.kind())
                        .append(rows.exists(entity.name()) ? " has " : " is deleted and has ")
                        .append(rows.messages(entity).stream()
                                .map(message -> message.text() + " " + message.state())
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
