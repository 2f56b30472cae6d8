package dev.restante.store;

import dev.restante.model.GroupRef;
import java.util.Optional;

/**
 * Message groups that somebody has accepted (GRP-04), and the states of groups (GRP-03). Each call is a transaction of
 * its own.
 */
public interface MessageGroupRepository {

    /**
     * Accepts a group for an incarnation, and keeps other nodes from acquiring anything of it until
     * {@link Change.ReleaseGroup}. What several on one node want is not its business: the last one has it.
     *
     * @return false if another node has accepted it, or has acquired something of it
     */
    boolean accept(GroupRef group, long incarnation);

    /** The state of a group; empty if it has none. {@link Change.PutGroupState} writes it. */
    Optional<byte[]> state(long entityId, String groupId);
}
