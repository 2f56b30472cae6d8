package dev.restante.model;

import static java.util.Objects.requireNonNull;

/**
 * Identity and fencing token of a message group that a consumer has accepted.
 *
 * @param fencingToken a number that is unique among all group locks
 */
public record GroupRef(long entityId, String groupId, long fencingToken) {
    public GroupRef {
        requireNonNull(groupId, "groupId");
    }
}
