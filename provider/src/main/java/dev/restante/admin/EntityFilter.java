package dev.restante.admin;

import dev.restante.broker.SubscriptionName;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.StoredText;
import dev.restante.model.TemporaryName;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A choice of queues, topics and subscriptions.
 *
 * @param namePattern the full name, in which {@code *} stands for any characters; null for all
 * @param types which types
 * @param temporary whether only those that are temporary, or only those that are not; null for both
 */
public record EntityFilter(@Nullable String namePattern, Set<EntityType> types, @Nullable Boolean temporary) {

    public EntityFilter {
        types = Set.copyOf(types);
    }

    /** All entities. */
    public static EntityFilter all() {
        return new EntityFilter(null, EnumSet.allOf(EntityType.class), null);
    }

    /** See {@link #namePattern()}. */
    public EntityFilter withNamePattern(@Nullable String value) {
        return new EntityFilter(value, types, temporary);
    }

    /** Only entities of these types. */
    public EntityFilter withTypes(EntityType first, EntityType... more) {
        return new EntityFilter(namePattern, EnumSet.of(first, more), temporary);
    }

    /** See {@link #temporary()}. */
    public EntityFilter withTemporary(@Nullable Boolean value) {
        return new EntityFilter(namePattern, types, value);
    }

    boolean matches(EntitySummary entity) {
        return matches(entity.type(), entity.name(), entity.temporary());
    }

    /**
     * Whether it means such an entity.
     *
     * @param name its full name
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
        // The first place of each part is as good as any, so nothing is tried again, however many stars there are.
        for (int i = 1; i < last; i++) {
            int found = name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return at <= end;
    }

    /** Those that are meant, by name. */
    Map<EntitySummary, Entity> meant(List<Entity> all) {
        Map<Long, String> names = new HashMap<>();
        all.forEach(entity -> names.put(entity.id(), entity.name()));
        Map<EntitySummary, Entity> meant = new TreeMap<>(
                Comparator.comparing(EntitySummary::name, StoredText.ORDER).thenComparing(EntitySummary::type));
        for (Entity entity : all) {
            EntitySummary summary = new EntitySummary(
                    EntityType.of(entity.kind()),
                    fullName(entity, names),
                    entity.isDeadLetterQueue() ? TemporaryName.of(entity.name()).isPresent() : !entity.lasting());
            if (matches(summary)) {
                meant.put(summary, entity);
            }
        }
        return meant;
    }

    private static String fullName(Entity entity, Map<Long, String> names) {
        String topic = entity.kind() == EntityKind.SUBSCRIPTION ? names.get(entity.parentId()) : null;
        return topic == null ? entity.name() : SubscriptionName.path(topic, entity.name());
    }
}
