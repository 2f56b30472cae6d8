package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.MessageAdministration;
import dev.restante.broker.view.MessageGroupStatistics;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import jakarta.jms.JMSException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Administration of the message groups of one queue or subscription: lists them, reads and replaces their states.
 * Obtained from {@link MessagesAdmin#groups}. Thread-safe. These calls do not count as use of an idle entity (IDLE-08).
 *
 * <p>Every method throws the exceptions that {@link MessagesAdmin} describes.
 */
public final class GroupsAdmin {

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;
    private final Supplier<Entity> entity;

    GroupsAdmin(BrokerAdministration node, AdminCallExecutor executor, Supplier<Entity> entity) {
        this.node = node;
        this.executor = executor;
        this.entity = entity;
    }

    /**
     * Returns a page of the groups that have messages, are accepted or have a state, ordered by id (GRP-08). Groups of
     * all nodes are included. Groups that appear or disappear between two pages can be missing.
     */
    public GroupPage list(GroupPageRequest request) throws JMSException {
        requireNonNull(request, "request");
        return executor.execute(() -> {
            MessageAdministration.MessageGroupPage page =
                    messages().groups(entity.get(), request.after(), request.limit(), request.scanLimit());
            return new GroupPage(
                    page.groups().stream().map(GroupDescription::of).toList(),
                    page.nextAfterGroupId(),
                    page.complete());
        });
    }

    /**
     * Returns the state of a group (GRP-03), even if a session has accepted the group.
     *
     * @return a copy, or empty if the group has no state
     */
    public Optional<byte[]> state(String groupId) throws JMSException {
        requireNonNull(groupId, "groupId");
        return executor.execute(() -> messages().groupState(entity.get(), groupId));
    }

    /**
     * Replaces the state of a group that no consumer holds. No consumer can accept the group during the call.
     *
     * @param state the state, at most as large as a message; null or empty removes the state
     * @throws JMSException with {@code RESTANTE-GROUP-LOCKED} if a consumer holds the group or has a message of it in
     *     flight, and with {@code RESTANTE-INVALID-ARGUMENT} if the state is too large
     */
    public void setState(String groupId, byte @Nullable [] state) throws JMSException {
        requireNonNull(groupId, "groupId");
        executor.run(() -> messages().putGroupState(entity.get(), groupId, state == null ? new byte[0] : state));
    }

    private MessageAdministration messages() {
        return node.messageAdministration();
    }

    /**
     * Request for a page of message groups.
     *
     * @param limit the highest number of groups in the page, 1 to 1,000
     * @param after the value of {@link GroupPage#next()} of the previous page, or null for the first page
     * @param scanLimit the highest number of messages of each state that the call reads in retrieval order, 1 to
     *     {@link Integer#MAX_VALUE}, which means all
     */
    public record GroupPageRequest(int limit, @Nullable String after, int scanLimit) {

        /** Maximum value of {@link #limit()}. */
        public static final int MAX_LIMIT = 1_000;

        /** Default value of {@link #scanLimit()}. */
        public static final int DEFAULT_SCAN_LIMIT = 10_000;

        /**
         * Creates a request.
         *
         * @throws IllegalArgumentException if {@code limit} or {@code scanLimit} is out of range
         */
        public GroupPageRequest {
            if (limit < 1 || limit > MAX_LIMIT) {
                throw new IllegalArgumentException("The limit of " + limit + " groups is not within 1 to " + MAX_LIMIT);
            }
            if (scanLimit < 1) {
                throw new IllegalArgumentException("The scan limit of " + scanLimit + " messages must be 1 or more");
            }
        }

        /** Returns a request for the first page with {@link #DEFAULT_SCAN_LIMIT}. */
        public static GroupPageRequest first(int limit) {
            return new GroupPageRequest(limit, null, DEFAULT_SCAN_LIMIT);
        }

        /** Sets {@link #after()}. */
        public GroupPageRequest after(@Nullable String value) {
            return new GroupPageRequest(limit, value, scanLimit);
        }

        /** Sets {@link #scanLimit()}. */
        public GroupPageRequest withScanLimit(int value) {
            return new GroupPageRequest(limit, after, value);
        }
    }

    /**
     * Page of message groups.
     *
     * @param groups the groups ordered by id, in the order of the database
     * @param next the value for {@link GroupPageRequest#after(String)} of the next page, or null for the last page
     * @param complete false if the scan limit left messages unread; groups that have only such messages are then
     *     missing, and counts do not include them
     */
    public record GroupPage(List<GroupDescription> groups, @Nullable String next, boolean complete) {
        public GroupPage {
            groups = List.copyOf(groups);
        }
    }

    /**
     * Snapshot of a message group (GRP-08).
     *
     * @param id the {@code JMSXGroupID}
     * @param available the number of messages that wait for a consumer or for the settlement of a previous message
     * @param inFlight the number of messages in flight, including messages that another node has prefetched
     * @param scheduled the number of messages that are scheduled or in redelivery back-off
     * @param deferred the deferred messages
     * @param hasState true if the group has a state (GRP-03)
     * @param assigned true if a session has accepted the group (GRP-04) or the group is sticky to a consumer (GRP-06)
     * @param node the name of the node to which the group is assigned, or else of the node with messages in flight;
     *     null for none
     * @param lockedUntil the end of the group lock unless it is renewed; null if this node knows no lock or the lock
     *     has no end
     */
    public record GroupDescription(
            String id,
            long available,
            long inFlight,
            long scheduled,
            long deferred,
            boolean hasState,
            boolean assigned,
            @Nullable String node,
            @Nullable Instant lockedUntil) {

        static GroupDescription of(MessageGroupStatistics statistics) {
            long lockedUntilMillis = statistics.lockedUntilMillis();
            return new GroupDescription(
                    statistics.groupId(),
                    statistics.available(),
                    statistics.inFlight(),
                    statistics.scheduled(),
                    statistics.deferred(),
                    statistics.hasState(),
                    statistics.assigned(),
                    statistics.holderNode(),
                    lockedUntilMillis == 0 || lockedUntilMillis == Delivery.NEVER
                            ? null
                            : Instant.ofEpochMilli(lockedUntilMillis));
        }
    }
}
