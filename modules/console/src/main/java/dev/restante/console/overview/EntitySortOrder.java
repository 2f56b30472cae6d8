package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueStatistics;
import dev.restante.console.guard.RequestRejectedException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sort order of queues and subscriptions: by name, or by a number in descending order. */
enum EntitySortOrder {
    NAME("name"),
    AVAILABLE("available"),
    IN_FLIGHT("in flight"),
    DEAD_LETTERS("dead letters"),
    OLDEST("oldest");

    private final String label;

    EntitySortOrder(String label) {
        this.label = label;
    }

    private long number(QueueStatistics counts) {
        return switch (this) {
            case NAME -> 0;
            case AVAILABLE -> counts.available();
            case IN_FLIGHT -> counts.inFlight();
            case DEAD_LETTERS -> counts.deadLettered();
            case OLDEST -> counts.oldestAge() == null ? -1 : counts.oldestAge().toSeconds();
        };
    }

    String label() {
        return label;
    }

    /** Returns the order with a name, or the order by name if the text is empty. */
    static EntitySortOrder of(String name) {
        return name.isEmpty()
                ? NAME
                : List.of(values()).stream()
                        .filter(sortOrder -> sortOrder.name().equals(name))
                        .findFirst()
                        .orElseThrow(
                                () -> RequestRejectedException.badRequest("The sort order '" + name + "' is unknown."));
    }

    /**
     * Returns entities in this order, and by name if the numbers are equal.
     *
     * @param entities the entities, sorted by name
     * @param counts the counts of an entity, or null if it has no counts yet
     */
    List<EntitySummary> sorted(
            List<EntitySummary> entities, Function<EntitySummary, @Nullable QueueStatistics> counts) {
        if (this == NAME) {
            return entities;
        }
        return entities.stream()
                .sorted(Comparator.comparingLong((EntitySummary entity) -> Optional.ofNullable(counts.apply(entity))
                                .map(this::number)
                                .orElse(-2L))
                        .reversed())
                .toList();
    }
}
