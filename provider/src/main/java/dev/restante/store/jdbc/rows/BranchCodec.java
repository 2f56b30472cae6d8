package dev.restante.store.jdbc.rows;

import dev.restante.model.Branch;
import dev.restante.model.DeliveryRef;
import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/** The stored form of what a transaction branch has sent and received. */
public final class BranchCodec {

    private static final int VERSION = 2;

    /** Without values of keys. */
    private static final int FORMER_VERSION = 1;

    private static final int SOLE = 1;
    private static final int GROUPED = 2;
    private static final int VALUE = 4;
    private static final int LEAST_BYTES_OF_PART = 5;
    private static final int LEAST_BYTES_OF_ID = 3;

    /** The content of the stored form. */
    public record Work(List<Branch.Part> sent, List<Branch.Part> received, List<Branch.DuplicateId> duplicateIds) {}

    private BranchCodec() {}

    public static byte[] encode(Branch branch) {
        ByteWriter writer = new ByteWriter(
                32 * (1 + branch.sent().size() + branch.received().size()));
        writer.writeByte(VERSION);
        write(writer, branch.sent());
        write(writer, branch.received());
        writer.writeUnsigned(branch.duplicateIds().size());
        for (Branch.DuplicateId id : branch.duplicateIds()) {
            writer.writeSigned(id.entityId());
            writer.writeString(id.duplicateId());
            writer.writeSigned(id.keptUntil());
        }
        return writer.toByteArray();
    }

    private static void write(ByteWriter writer, List<Branch.Part> parts) {
        writer.writeUnsigned(parts.size());
        for (Branch.Part part : parts) {
            DeliveryRef ref = part.ref();
            writer.writeSigned(ref.id());
            writer.writeSigned(ref.messageId());
            String valueKey = ref.valueKey();
            writer.writeByte((ref.sole() ? SOLE : 0) | (part.grouped() ? GROUPED : 0) | (valueKey == null ? 0 : VALUE));
            writer.writeUnsigned(ref.acquisition());
            writer.writeSigned(part.entityId());
            if (valueKey != null) {
                writer.writeString(valueKey);
            }
        }
    }

    /**
     * Reads it.
     *
     * @param branchId the owner of the deliveries
     * @throws IllegalArgumentException if a later version wrote it
     */
    public static Work decode(byte[] bytes, long branchId) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION && version != FORMER_VERSION) {
            throw new IllegalArgumentException("transaction branch " + branchId + " is stored in form " + version
                    + ", which a later version of Restante writes; let that decide it");
        }
        List<Branch.Part> sent = readParts(reader, branchId);
        List<Branch.Part> received = readParts(reader, branchId);
        int count = reader.readCount(LEAST_BYTES_OF_ID);
        List<Branch.DuplicateId> duplicateIds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            duplicateIds.add(new Branch.DuplicateId(reader.readSigned(), reader.readString(), reader.readSigned()));
        }
        reader.expectEnd();
        return new Work(sent, received, duplicateIds);
    }

    private static List<Branch.Part> readParts(ByteReader reader, long branchId) {
        int count = reader.readCount(LEAST_BYTES_OF_PART);
        List<Branch.Part> parts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            long id = reader.readSigned();
            long messageId = reader.readSigned();
            int flags = reader.readByte();
            int acquisition = reader.readUnsigned();
            long entityId = reader.readSigned();
            String valueKey = (flags & VALUE) == 0 ? null : reader.readString();
            parts.add(new Branch.Part(
                    new DeliveryRef(id, messageId, (flags & SOLE) != 0, branchId, acquisition, valueKey),
                    entityId,
                    (flags & GROUPED) != 0));
        }
        return parts;
    }
}
