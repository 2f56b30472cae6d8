package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import org.jspecify.annotations.Nullable;

/** Matcher of entity names against a pattern in which {@code *} stands for any characters. */
final class NamePattern {

    private NamePattern() {}

    /** Returns whether a name matches a pattern. Each name matches null. */
    static boolean matches(@Nullable String pattern, String name) {
        return EntityFilter.all().withNamePattern(pattern).matches(EntityType.QUEUE, name, false);
    }
}
