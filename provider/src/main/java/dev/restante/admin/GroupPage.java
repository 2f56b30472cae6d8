package dev.restante.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of message groups.
 *
 * @param groups by their ids, as the database orders them
 * @param next where the next page begins, for {@link GroupRequest#after(String)}; null if there is none
 * @param complete whether all messages were looked at; otherwise groups that have only later ones are missing, and the
 *     counts are of what was looked at
 */
public record GroupPage(List<GroupDescription> groups, @Nullable String next, boolean complete) {
    public GroupPage {
        groups = List.copyOf(groups);
    }
}
