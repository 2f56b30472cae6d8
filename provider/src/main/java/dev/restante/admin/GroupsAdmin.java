package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.MessageAdministration;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The message groups of one queue or subscription ({@link MessagesAdmin#groups}): lists them, and reads and replaces
 * their states. Thread-safe. Looking at groups is no use that keeps their queue or subscription from being idle
 * (IDLE-08).
 *
 * <p>Every method throws what {@link MessagesAdmin} says.
 */
public final class GroupsAdmin {

    private final Broker broker;
    private final AdminCalls calls;
    private final Supplier<Entity> entity;

    GroupsAdmin(Broker broker, AdminCalls calls, Supplier<Entity> entity) {
        this.broker = broker;
        this.calls = calls;
        this.entity = entity;
    }

    /**
     * A page of the groups that have messages, that somebody has accepted, or that have a state, by their ids (GRP-08).
     * Those of all nodes are among them. What comes or goes between two pages may show or not.
     */
    public GroupPage list(GroupRequest request) throws JMSException {
        requireNonNull(request, "request");
        return calls.asking(() -> {
            MessageAdministration.GroupPage page =
                    messages().groups(entity.get(), request.after(), request.limit(), request.looks());
            return new GroupPage(
                    page.groups().stream().map(GroupDescription::of).toList(), page.next(), page.complete());
        });
    }

    /**
     * The state of a group (GRP-03), whoever has it.
     *
     * @return a copy; empty if it has none
     */
    public Optional<byte[]> state(String groupId) throws JMSException {
        requireNonNull(groupId, "groupId");
        return calls.asking(() -> messages().groupState(entity.get(), groupId));
    }

    /**
     * Replaces the state of a group that nobody has; nobody can accept it meanwhile.
     *
     * @param state at most as large as a message may be; null or empty for none
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if somebody has it or something of it, and with
     *     {@code RESTANTE-INVALID-ARGUMENT} if the state is too large
     */
    public void setState(String groupId, byte @Nullable [] state) throws JMSException {
        requireNonNull(groupId, "groupId");
        calls.asking(() -> {
            messages().putGroupState(entity.get(), groupId, state == null ? new byte[0] : state);
            return true;
        });
    }

    private MessageAdministration messages() {
        return broker.messageAdministration();
    }
}
