package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.view.GroupFigures;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.List;
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

    private final Administration node;
    private final AdminCalls calls;
    private final Supplier<Entity> entity;

    GroupsAdmin(Administration node, AdminCalls calls, Supplier<Entity> entity) {
        this.node = node;
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
        return node.messageAdministration();
    }

    /**
     * A request for a page of message groups.
     *
     * @param limit how many groups at most, 1 to 1,000
     * @param after {@link GroupPage#next()} of the page before; null for the first
     * @param looks at most so many messages of each state are read for a page, in the order in which they are received;
     *     1 to {@link Integer#MAX_VALUE}, which stands for all
     */
    public record GroupRequest(int limit, @Nullable String after, int looks) {

        /** The largest page. */
        public static final int MOST = 1_000;

        /** How many messages of each state are read unless more are asked for. */
        public static final int DEFAULT_LOOKS = 10_000;

        /**
         * A request.
         *
         * @throws IllegalArgumentException for a limit or number of looks out of its range
         */
        public GroupRequest {
            if (limit < 1 || limit > MOST) {
                throw new IllegalArgumentException("a page of " + limit + " groups is not within 1 to " + MOST);
            }
            if (looks < 1) {
                throw new IllegalArgumentException(looks + " messages to look at are fewer than 1");
            }
        }

        /** The first page, looking at {@link #DEFAULT_LOOKS} messages. */
        public static GroupRequest first(int limit) {
            return new GroupRequest(limit, null, DEFAULT_LOOKS);
        }

        /** The same for what comes after a page. */
        public GroupRequest after(@Nullable String value) {
            return new GroupRequest(limit, value, looks);
        }

        /** The same looking at so many messages of each state; each page takes the longer for it. */
        public GroupRequest withLooks(int value) {
            return new GroupRequest(limit, after, value);
        }
    }

    /**
     * A page of message groups.
     *
     * @param groups by their ids, as the database orders them
     * @param next where the next page begins, for {@link GroupRequest#after(String)}; null if there is none
     * @param complete whether all messages were looked at; otherwise groups that have only later ones are missing, and
     *     the counts are of what was looked at
     */
    public record GroupPage(List<GroupDescription> groups, @Nullable String next, boolean complete) {
        public GroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * A message group as it stands now (GRP-08).
     *
     * @param id its {@code JMSXGroupID}
     * @param available how many messages of it wait for a receiver, or for the one before to be settled
     * @param inFlight how many applications have; of another node also those that it has in memory for them
     * @param scheduled how many are scheduled, or wait in their redelivery back-off
     * @param deferred how many are deferred
     * @param hasState whether it has a state (GRP-03)
     * @param kept whether somebody has accepted it (GRP-04), or it stays with a consumer (GRP-06)
     * @param node the name of the node where it is kept, or else of that which has something of it in flight; null if
     *     there is none
     * @param lockedUntil when the lock of whoever has accepted it ends unless renewed; null where this node does not
     *     know of a lock, or it does not end
     */
    public record GroupDescription(
            String id,
            long available,
            long inFlight,
            long scheduled,
            long deferred,
            boolean hasState,
            boolean kept,
            @Nullable String node,
            @Nullable Instant lockedUntil) {

        static GroupDescription of(GroupFigures figures) {
            long lockedUntilMillis = figures.lockedUntilMillis();
            return new GroupDescription(
                    figures.groupId(),
                    figures.available(),
                    figures.inFlight(),
                    figures.scheduled(),
                    figures.deferred(),
                    figures.hasState(),
                    figures.kept(),
                    figures.node(),
                    lockedUntilMillis == 0 || lockedUntilMillis == Delivery.NEVER
                            ? null
                            : Instant.ofEpochMilli(lockedUntilMillis));
        }
    }
}
