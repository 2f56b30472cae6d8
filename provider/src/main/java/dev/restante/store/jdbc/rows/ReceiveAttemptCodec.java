package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryRef;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.store.Change;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The stored form of the deliveries of a receive attempt. */
public final class ReceiveAttemptCodec {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiveAttemptCodec.class);
    private static final int VERSION = 1;
    private static final int LEAST_BYTES_EACH = 5;

    private ReceiveAttemptCodec() {}

    /** Equal lists have equal forms; that of an empty list is empty. */
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
            writer.writeByte(ref.sole() ? 1 : 0);
            writer.writeSigned(ref.owner());
            writer.writeUnsigned(ref.acquisition());
        }
        return writer.toByteArray();
    }

    /** Executes a statement that remembers a receive; returns whether it took effect. */
    public static boolean remember(PreparedStatement remember, Change.RememberReceive receive) throws SQLException {
        remember.setLong(1, receive.entityId());
        remember.setString(2, receive.attemptId());
        remember.setBytes(3, encode(receive.deliveries()));
        remember.setLong(4, receive.keptUntil());
        remember.setLong(5, receive.now());
        remember.setBytes(6, encode(receive.former()));
        return remember.executeUpdate() == 1;
    }

    /** Empty for a form that this version does not know, or that is damaged: such an attempt can't be repeated. */
    public static List<DeliveryRef> decode(byte[] bytes) {
        try {
            return decodeKnown(bytes);
        } catch (CorruptMessageException e) {
            LOG.warn("What is stored about a receive can't be read, so it can't be repeated", e);
            return List.of();
        }
    }

    private static List<DeliveryRef> decodeKnown(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        if (reader.readByte() != VERSION) {
            return List.of();
        }
        int count = reader.readCount(LEAST_BYTES_EACH);
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
