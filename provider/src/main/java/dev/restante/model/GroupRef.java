package dev.restante.model;

import static java.util.Objects.requireNonNull;

/**
 * A message group that somebody has accepted, with the fence of his hold on it.
 *
 * @param entityId the queue
 * @param groupId the group
 * @param holder a number that no other hold ever has
 */
public record GroupRef(long entityId, String groupId, long holder) {
    public GroupRef {
        requireNonNull(groupId, "groupId");
    }
}
