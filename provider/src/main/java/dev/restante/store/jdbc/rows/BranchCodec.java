package dev.restante.store.jdbc.rows;

import dev.restante.model.DeliveryRef;
import dev.restante.model.StoredBranch;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** Codec for the sent and received deliveries of a transaction branch, stored in one row of the branch. */
public final class BranchCodec {

    private static final int VERSION = 2;

    /** Form without last-value keys. */
    private static final int PREVIOUS_VERSION = 1;

    private static final int FLAG_ONLY_DELIVERY = 1;
    private static final int FLAG_GROUPED = 2;
    private static final int FLAG_VALUE_KEY = 4;
    private static final int MIN_BYTES_PER_DELIVERY = 5;
    private static final int MIN_BYTES_PER_ID = 3;

    public record BranchContent(
            List<StoredBranch.BranchDelivery> sentDeliveries,
            List<StoredBranch.BranchDelivery> receivedDeliveries,
            List<StoredBranch.BranchDuplicateId> duplicateIds) {}

    private BranchCodec() {}

    public static byte[] encode(StoredBranch branch) {
        ByteWriter writer = new ByteWriter(32
                * (1
                        + branch.sentDeliveries().size()
                        + branch.receivedDeliveries().size()));
        writer.writeByte(VERSION);
        write(writer, branch.sentDeliveries());
        write(writer, branch.receivedDeliveries());
        writer.writeUnsigned(branch.duplicateIds().size());
        for (StoredBranch.BranchDuplicateId id : branch.duplicateIds()) {
            writer.writeSigned(id.entityId());
            writer.writeString(id.duplicateId());
            writer.writeSigned(id.keptUntil());
        }
        return writer.toByteArray();
    }

    private static void write(ByteWriter writer, List<StoredBranch.BranchDelivery> branchDeliveries) {
        writer.writeUnsigned(branchDeliveries.size());
        for (StoredBranch.BranchDelivery branchDelivery : branchDeliveries) {
            DeliveryRef ref = branchDelivery.ref();
            writer.writeSigned(ref.id());
            writer.writeSigned(ref.messageId());
            String valueKey = ref.valueKey();
            writer.writeByte((ref.onlyDelivery() ? FLAG_ONLY_DELIVERY : 0)
                    | (branchDelivery.grouped() ? FLAG_GROUPED : 0)
                    | (valueKey == null ? 0 : FLAG_VALUE_KEY));
            writer.writeUnsigned(ref.acquisitionCount());
            writer.writeSigned(branchDelivery.entityId());
            if (valueKey != null) {
                writer.writeString(valueKey);
            }
        }
    }

    /**
     * Decodes the stored form of a branch.
     *
     * @param branchId the owner of the decoded deliveries
     * @throws IllegalArgumentException if a later version of Restante wrote the stored form
     */
    public static BranchContent decode(byte[] bytes, long branchId) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION && version != PREVIOUS_VERSION) {
            throw new IllegalArgumentException("transaction branch " + branchId + " is stored in format " + version
                    + ", which only a later version of Restante can read. Decide the branch with that version");
        }
        List<StoredBranch.BranchDelivery> sentDeliveries = readParts(reader, branchId);
        List<StoredBranch.BranchDelivery> receivedDeliveries = readParts(reader, branchId);
        int count = reader.readCount(MIN_BYTES_PER_ID);
        List<StoredBranch.BranchDuplicateId> duplicateIds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            duplicateIds.add(
                    new StoredBranch.BranchDuplicateId(reader.readSigned(), reader.readString(), reader.readSigned()));
        }
        reader.expectEnd();
        return new BranchContent(sentDeliveries, receivedDeliveries, duplicateIds);
    }

    private static List<StoredBranch.BranchDelivery> readParts(ByteReader reader, long branchId) {
        int count = reader.readCount(MIN_BYTES_PER_DELIVERY);
        List<StoredBranch.BranchDelivery> branchDeliveries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long id = reader.readSigned();
            long messageId = reader.readSigned();
            int flags = reader.readByte();
            int acquisitionCount = reader.readUnsigned();
            long entityId = reader.readSigned();
            String valueKey = (flags & FLAG_VALUE_KEY) == 0 ? null : reader.readString();
            branchDeliveries.add(new StoredBranch.BranchDelivery(
                    new DeliveryRef(
                            id, messageId, (flags & FLAG_ONLY_DELIVERY) != 0, branchId, acquisitionCount, valueKey),
                    entityId,
                    (flags & FLAG_GROUPED) != 0));
        }
        return branchDeliveries;
    }
}
