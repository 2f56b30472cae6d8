package dev.restante.admin;

import dev.restante.model.Entity;
import dev.restante.model.StoredTextKind;
import dev.restante.model.TemporaryDestinationName;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Filter for queues, topics and subscriptions by name, type and lifetime.
 *
 * @param namePattern the full name, in which {@code *} matches any characters, or null for all names
 * @param types the types of entities
 * @param temporary true for temporary entities only, false for permanent entities only, or null for both
 */
public record EntityFilter(@Nullable String namePattern, Set<EntityType> types, @Nullable Boolean temporary) {

    public EntityFilter {
        types = Set.copyOf(types);
    }

    /** Returns a filter that matches all entities. */
    public static EntityFilter all() {
        return new EntityFilter(null, EnumSet.allOf(EntityType.class), null);
    }

    /** Sets {@link #namePattern()}. */
    public EntityFilter withNamePattern(@Nullable String value) {
        return new EntityFilter(value, types, temporary);
    }

    /** Sets {@link #types()}. */
    public EntityFilter withTypes(EntityType first, EntityType... more) {
        return new EntityFilter(namePattern, EnumSet.of(first, more), temporary);
    }

    /** Sets {@link #temporary()}. */
    public EntityFilter withTemporary(@Nullable Boolean value) {
        return new EntityFilter(namePattern, types, value);
    }

    boolean matches(EntitySummary entity) {
        return matches(entity.type(), entity.name(), entity.temporary());
    }

    /**
     * Returns whether the filter matches an entity.
     *
     * @param name the full name of the entity
     */
    public boolean matches(EntityType type, String name, boolean isTemporary) {
        return types.contains(type)
                && (temporary == null || temporary == isTemporary)
                && (namePattern == null || matches(namePattern, name));
    }

    private static boolean matches(String pattern, String name) {
        String[] parts = pattern.split("\\*", -1);
        int last = parts.length - 1;
        if (last == 0) {
            return name.equals(pattern);
        }
        int end = name.length() - parts[last].length();
        int at = parts[0].length();
        if (at > end || !name.startsWith(parts[0]) || !name.endsWith(parts[last])) {
            return false;
        }
        // The first occurrence of each part is sufficient, so that no backtracking is necessary.
        for (int i = 1; i < last; i++) {
            int found = name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return at <= end;
    }

    /** Returns the matching entities in the order of their names. */
    Map<EntitySummary, Entity> select(List<Entity> all) {
        Map<Long, String> names = new HashMap<>();
        all.forEach(entity -> names.put(entity.id(), entity.name()));
        Map<EntitySummary, Entity> meant =
                new TreeMap<>(Comparator.comparing(EntitySummary::name, StoredTextKind.CODE_POINT_ORDER)
                        .thenComparing(EntitySummary::type));
        for (Entity entity : all) {
            EntitySummary summary = new EntitySummary(
                    EntityType.of(entity.kind()),
                    entity.fullName(names::get),
                    entity.isDeadLetterQueue()
                            ? TemporaryDestinationName.of(entity.name()).isPresent()
                            : !entity.permanent());
            if (matches(summary)) {
                meant.put(summary, entity);
            }
        }
        return meant;
    }
}
