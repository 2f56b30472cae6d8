package dev.restante.console.overview;

import dev.restante.admin.EntitySummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Grouping of entities by the prefix of their names up to the next separator, so that the overview can list prefixes.
 * {@code shop.orders} is in {@code shop.}.
 */
final class NamePrefixes {

    private static final String SEPARATORS = "./-_:";

    private NamePrefixes() {}

    /**
     * Groups entities by prefix, in alphabetical order.
     *
     * @param base the text with which all prefixes begin; entities whose names do not begin with it are omitted
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
