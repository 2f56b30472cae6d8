package dev.restante.store;

import dev.restante.model.GroupRef;
import java.util.Optional;

/** Repository of accepted message groups (GRP-04) and of group states (GRP-03). */
public interface MessageGroupRepository {

    /**
     * Accepts a group for an incarnation, so that other nodes cannot acquire its deliveries until
     * {@link Change.ReleaseGroup}. Replaces an earlier lock of the same incarnation; the node itself resolves conflicts
     * between its consumers.
     *
     * @return false if another node has accepted the group or has acquired deliveries of it
     */
    boolean accept(GroupRef group, long incarnation);

    /** Returns the state of a group; empty if it has none. {@link Change.PutGroupState} writes it. */
    Optional<byte[]> state(long entityId, String groupId);
}
