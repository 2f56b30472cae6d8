package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryRef;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.store.Change;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Codec for the deliveries that a receive with an attempt id returned, which a repeated receive returns again. */
public final class ReceiveAttemptCodec {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveAttemptCodec.class);
    private static final int VERSION = 1;
    private static final int MIN_BYTES_PER_DELIVERY = 5;

    private ReceiveAttemptCodec() {}

    /** Encodes deliveries. Equal lists have equal encoded forms, and the form of an empty list is empty. */
    public static byte[] encode(List<DeliveryRef> deliveries) {
        if (deliveries.isEmpty()) {
            return new byte[0];
        }
        ByteWriter writer = new ByteWriter(32 * deliveries.size());
        writer.writeByte(VERSION);
        writer.writeUnsigned(deliveries.size());
        for (DeliveryRef ref : deliveries) {
            writer.writeSigned(ref.id());
            writer.writeSigned(ref.messageId());
            writer.writeByte(ref.onlyDelivery() ? 1 : 0);
            writer.writeSigned(ref.owner());
            writer.writeUnsigned(ref.acquisitionCount());
        }
        return writer.toByteArray();
    }

    /** Executes a statement that records a receive, and returns whether it took effect. */
    public static boolean execute(PreparedStatement statement, Change.RecordReceive attempt) throws SQLException {
        statement.setLong(1, attempt.entityId());
        statement.setString(2, attempt.attemptId());
        statement.setBytes(3, encode(attempt.deliveries()));
        statement.setLong(4, attempt.keptUntilMillis());
        statement.setLong(5, attempt.nowMillis());
        statement.setBytes(6, encode(attempt.expectedRefs()));
        return statement.executeUpdate() == 1;
    }

    /**
     * Decodes deliveries. Returns an empty list if the form is unknown or damaged; such an attempt cannot be repeated.
     */
    public static List<DeliveryRef> decode(byte[] bytes) {
        try {
            return decodeKnown(bytes);
        } catch (CorruptDataException e) {
            LOG.warn("The record of a receive attempt cannot be read, so the receive cannot be repeated", e);
            return List.of();
        }
    }

    private static List<DeliveryRef> decodeKnown(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        if (reader.readByte() != VERSION) {
            return List.of();
        }
        int count = reader.readCount(MIN_BYTES_PER_DELIVERY);
        List<DeliveryRef> deliveries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            deliveries.add(new DeliveryRef(
                    reader.readSigned(),
                    reader.readSigned(),
                    reader.readByte() == 1,
                    reader.readSigned(),
                    reader.readUnsigned()));
        }
        return deliveries;
    }
}
