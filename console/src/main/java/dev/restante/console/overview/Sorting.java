package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueStatistics;
import dev.restante.console.guard.Refusal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An order of queues and subscriptions: by name, or the largest number first. */
enum Sorting {
    NAME("name"),
    AVAILABLE("available"),
    IN_FLIGHT("in flight"),
    DEAD_LETTERS("dead letters"),
    OLDEST("oldest");

    private final String text;

    Sorting(String text) {
        this.text = text;
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

    /** Its name on pages. */
    String text() {
        return text;
    }

    /**
     * The one that an address names; by name for none.
     *
     * @throws Refusal for one that there is not
     */
    static Sorting of(String name) {
        return name.isEmpty()
                ? NAME
                : List.of(values()).stream()
                        .filter(sorting -> sorting.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> Refusal.badRequest("There is no order '" + name + "'."));
    }

    /**
     * Sorted entities. They come in the order of their names, in which those of equal numbers stay.
     *
     * @param counts null for those that are not counted yet
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
