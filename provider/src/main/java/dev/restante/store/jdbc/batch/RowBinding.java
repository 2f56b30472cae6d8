package dev.restante.store.jdbc.batch;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.Change;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;

/**
 * SQL texts that insert one row, and functions that bind messages, deliveries and changes to the parameters of
 * single-row statements.
 */
public final class RowBinding {

    public static final String INSERT_MESSAGE =
            "INSERT INTO restante_message (id, fan_out, header, body) VALUES (?, ?, ?, ?)";

    public static final String INSERT_DELIVERY =
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, group_id, size_bytes, persistent, only_delivery,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition_count, redelivery_suspected)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    /** Insert of a delivery with annotations or a last-value key. */
    public static final String INSERT_ANNOTATED_DELIVERY = INSERT_DELIVERY
            .replace(
                    ", redelivery_suspected)",
                    ", redelivery_suspected, " + DeliveryRows.ANNOTATION_COLUMNS + ", value_key)")
            .replace(", ?)", ", ?, ?, ?, ?, ?, ?, ?)");

    private RowBinding() {}

    /** Binds a message from a parameter index on; returns the index of the next parameter. */
    public static int bindMessage(PreparedStatement insert, int first, Change.Enqueue enqueue) throws SQLException {
        insert.setLong(first, enqueue.message().id());
        insert.setInt(first + 1, enqueue.deliveries().size());
        insert.setBytes(first + 2, StoredMessageCodec.encodeHeader(enqueue.message()));
        insert.setBytes(first + 3, enqueue.message().body());
        return first + 4;
    }

    /** Binds a delivery without its annotations; returns the index of the next parameter. */
    public static int bindDelivery(PreparedStatement insert, int first, Delivery delivery) throws SQLException {
        DeliveryRef ref = delivery.ref();
        insert.setLong(first, ref.id());
        insert.setLong(first + 1, ref.messageId());
        insert.setLong(first + 2, delivery.entityId());
        insert.setInt(first + 3, delivery.state().code());
        insert.setInt(first + 4, DeliveryRows.precedence(delivery.priority()));
        insert.setLong(first + 5, delivery.position());
        insert.setString(first + 6, delivery.groupId());
        insert.setInt(first + 7, delivery.size());
        insert.setBoolean(first + 8, delivery.persistent());
        insert.setBoolean(first + 9, ref.onlyDelivery());
        insert.setLong(first + 10, delivery.visibleAtMillis());
        insert.setLong(first + 11, delivery.enqueuedAtMillis());
        DeliveryRows.setNullable(insert, first + 12, DeliveryRows.nullIfNever(delivery.expiresAtMillis()));
        DeliveryRows.setNullable(insert, first + 13, DeliveryRows.dueAt(delivery));
        insert.setInt(first + 14, delivery.deliveryCount());
        insert.setLong(first + 15, ref.owner());
        insert.setInt(first + 16, ref.acquisitionCount());
        insert.setBoolean(first + 17, delivery.redeliverySuspected());
        return first + 18;
    }

    /** Binds a delivery with its annotations and last-value key; returns the index of the next parameter. */
    public static int bindAnnotated(PreparedStatement insert, int first, Delivery delivery) throws SQLException {
        int next = bindDelivery(insert, first, delivery);
        DeliveryAnnotations annotations = delivery.annotations();
        if (annotations != null) {
            next = bindAnnotations(insert, next, annotations);
        } else {
            insert.setNull(next, Types.BIGINT);
            insert.setNull(next + 1, Types.VARCHAR);
            insert.setNull(next + 2, Types.VARCHAR);
            insert.setNull(next + 3, Types.VARCHAR);
            insert.setNull(next + 4, Types.VARBINARY);
            next += 5;
        }
        insert.setString(next, delivery.ref().valueKey());
        return next + 1;
    }

    /** Binds delivery annotations; returns the index of the next parameter. */
    public static int bindAnnotations(PreparedStatement statement, int first, DeliveryAnnotations annotations)
            throws SQLException {
        statement.setLong(first, annotations.originalExpiration());
        statement.setString(first + 1, annotations.reason());
        statement.setString(first + 2, annotations.description());
        statement.setString(first + 3, annotations.source());
        byte[] properties = DeliveryRows.encodeProperties(annotations);
        if (properties == null) {
            statement.setNull(first + 4, Types.VARBINARY);
        } else {
            statement.setBytes(first + 4, properties);
        }
        return first + 5;
    }

    /** Binds the values that a change sets, without its annotations; returns the index of the next parameter. */
    public static int bindChange(PreparedStatement update, FencedChangeKind kind, Change.FencedChange change)
            throws SQLException {
        return switch (kind) {
            case COUNT_ATTEMPT -> {
                update.setInt(1, ((Change.CountAttempt) change).deliveryCount());
                yield 2;
            }
            case RETURN_UNDELIVERED, PROMOTE, COMMIT_PREPARED_SEND -> 1;
            case RELEASE -> {
                Change.Release release = (Change.Release) change;
                update.setInt(1, release.deliveryCount());
                yield 2;
            }
            case RELEASE_DELAYED -> {
                Change.Release release = (Change.Release) change;
                update.setLong(1, release.visibleAt());
                update.setLong(2, release.visibleAt());
                update.setLong(3, release.visibleAt());
                update.setInt(4, release.deliveryCount());
                yield 5;
            }
            case RESCHEDULE -> {
                Change.Reschedule reschedule = (Change.Reschedule) change;
                update.setLong(1, reschedule.visibleAt());
                update.setLong(2, reschedule.visibleAt());
                update.setLong(3, reschedule.visibleAt());
                update.setLong(4, reschedule.position());
                yield 5;
            }
            case MOVE -> {
                Change.Move move = (Change.Move) change;
                update.setLong(1, move.toEntityId());
                update.setLong(2, move.position());
                update.setLong(3, move.enqueuedAt());
                DeliveryRows.setNullable(update, 4, DeliveryRows.nullIfNever(move.expiresAt()));
                DeliveryRows.setNullable(update, 5, DeliveryRows.nullIfNever(move.expiresAt()));
                update.setString(6, move.valueKey());
                update.setInt(7, move.deliveryCount());
                yield 8;
            }
            case DEFER -> {
                Change.Defer defer = (Change.Defer) change;
                update.setInt(1, defer.deliveryCount());
                yield 2;
            }
            case UNDEFER -> {
                update.setInt(1, ((Change.Undefer) change).deliveryCount());
                yield 2;
            }
            case ACQUIRE_DEFERRED -> {
                update.setLong(1, ((Change.AcquireDeferred) change).owner());
                yield 2;
            }
            case TAKE_OVER -> {
                update.setLong(1, ((Change.TakeOver) change).owner());
                yield 2;
            }
            case PREPARE_SETTLEMENT -> {
                update.setLong(1, ((Change.PrepareSettlement) change).branchId());
                yield 2;
            }
            case EXPIRE -> {
                Change.Expire expire = (Change.Expire) change;
                update.setLong(1, expire.expiresAt());
                yield 2;
            }
            case ACQUIRE -> {
                update.setLong(1, ((Change.Acquire) change).owner());
                yield 2;
            }
            case REMOVE -> throw new IllegalArgumentException("A removal is not an update");
        };
    }

    /** Binds a fencing token from a parameter index on; returns the index of the next parameter. */
    public static int bindFence(PreparedStatement statement, int first, DeliveryRef ref) throws SQLException {
        statement.setLong(first, ref.id());
        statement.setLong(first + 1, ref.owner());
        statement.setInt(first + 2, ref.acquisitionCount());
        return first + 3;
    }
}
