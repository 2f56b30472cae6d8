package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The groups of names that begin alike, up to their first separator: {@code shop.orders} is of {@code shop.}. */
final class Prefixes {

    private static final String SEPARATORS = "./-_:";

    private Prefixes() {}

    /**
     * Names by their prefixes, in order. One that has no separator is a group of its own.
     *
     * @param base what the prefixes are longer than; names that do not begin with it are left out
     */
    static Map<String, List<EntitySummary>> of(List<EntitySummary> entities, String base) {
        Map<String, List<EntitySummary>> groups = new TreeMap<>();
        for (EntitySummary entity : entities) {
            String name = entity.name();
            if (name.startsWith(base)) {
                groups.computeIfAbsent(prefix(name, base.length()), unused -> new ArrayList<>())
                        .add(entity);
            }
        }
        return groups;
    }

    private static String prefix(String name, int from) {
        for (int at = from; at < name.length(); at++) {
            if (SEPARATORS.indexOf(name.charAt(at)) >= 0) {
                return name.substring(0, at + 1);
            }
        }
        return name;
    }
}
