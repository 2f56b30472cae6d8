package dev.restante.model.codec;

import dev.restante.model.EntityFigures;
import dev.restante.model.HistoryInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The stored form of a {@link HistoryInterval}: a few bytes for each entity, and no more in all than is allowed. Where
 * there are more entities than fit, those through which most has gone are told, and how many others there were.
 */
public final class HistoryCodec {

    /** The least that may be allowed. */
    public static final int LEAST_BYTES = 64;

    private static final int VERSION = 1;
    private static final int COUNTING = 1;
    private static final int FIRST = 1 << 1;
    /** The largest head, with some room. */
    private static final int HEAD_BYTES = 40;

    private static final int SENT = 1;
    private static final int RECEIVED = 1 << 1;
    private static final int COMPLETED = 1 << 2;
    private static final int HELD = 1 << 3;
    private static final int DEPTH = 1 << 4;
    private static final int DEPTH_BEFORE = 1 << 5;

    private static final Comparator<EntityFigures> MOST_FIRST = Comparator.comparingLong(EntityFigures::through)
            .reversed()
            .thenComparing(figures -> figures.depth() == EntityFigures.UNKNOWN)
            .thenComparing(Comparator.comparingLong(EntityFigures::depth).reversed())
            .thenComparingLong(EntityFigures::entityId);

    private HistoryCodec() {}

    /**
     * What of an interval fits into so many bytes.
     *
     * @param mostBytes {@value #LEAST_BYTES} or more
     */
    public static HistoryInterval fitting(HistoryInterval interval, int mostBytes) {
        List<EntityFigures> byImportance =
                interval.figures().stream().sorted(MOST_FIRST).toList();
        List<EntityFigures> kept = new ArrayList<>();
        int bytes = HEAD_BYTES;
        for (EntityFigures figures : byImportance) {
            // The distance to the entity before is no longer than the whole number.
            ByteWriter alone = new ByteWriter(64);
            write(alone, figures, 0);
            bytes += alone.toByteArray().length;
            if (bytes > mostBytes) {
                break;
            }
            kept.add(figures);
        }
        kept.sort(Comparator.comparingLong(EntityFigures::entityId));
        return new HistoryInterval(
                interval.coveredMillis(),
                interval.counting(),
                interval.first(),
                interval.leftOut() + byImportance.size() - kept.size(),
                kept);
    }

    /**
     * The bytes of an interval.
     *
     * @param interval its figures in the order of their entities
     */
    public static byte[] encode(HistoryInterval interval) {
        ByteWriter writer = new ByteWriter(HEAD_BYTES + 8 * interval.figures().size());
        writer.writeByte(VERSION);
        writer.writeByte((interval.counting() ? COUNTING : 0) | (interval.first() ? FIRST : 0));
        writer.writeSigned(interval.coveredMillis());
        writer.writeUnsigned(interval.leftOut());
        writer.writeUnsigned(interval.figures().size());
        long before = 0;
        for (EntityFigures figures : interval.figures()) {
            write(writer, figures, before);
            before = figures.entityId();
        }
        return writer.toByteArray();
    }

    private static void write(ByteWriter writer, EntityFigures figures, long before) {
        writer.writeSigned(figures.entityId() - before);
        writer.writeByte((figures.sent() == 0 ? 0 : SENT)
                | (figures.received() == 0 ? 0 : RECEIVED)
                | (figures.completed() == 0 ? 0 : COMPLETED)
                | (figures.heldMillis() == 0 ? 0 : HELD)
                | (figures.depth() == EntityFigures.UNKNOWN ? 0 : DEPTH)
                | (figures.depthBefore() == EntityFigures.UNKNOWN ? 0 : DEPTH_BEFORE));
        writeUnless(0, writer, figures.sent());
        writeUnless(0, writer, figures.received());
        writeUnless(0, writer, figures.completed());
        writeUnless(0, writer, figures.heldMillis());
        writeUnless(EntityFigures.UNKNOWN, writer, figures.depth());
        writeUnless(EntityFigures.UNKNOWN, writer, figures.depthBefore());
    }

    private static void writeUnless(long left, ByteWriter writer, long value) {
        if (value != left) {
            writer.writeSigned(value);
        }
    }

    /**
     * Reads what {@link #encode} wrote.
     *
     * @throws CorruptMessageException if it did not
     */
    public static HistoryInterval decode(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        int version = reader.readByte();
        if (version != VERSION) {
            throw new CorruptMessageException("no history has the version " + version);
        }
        int flags = reader.readByte();
        long coveredMillis = reader.readSigned();
        int leftOut = reader.readUnsigned();
        int count = reader.readCount(2);
        List<EntityFigures> figures = new ArrayList<>(count);
        long entityId = 0;
        for (int i = 0; i < count; i++) {
            entityId += reader.readSigned();
            int known = reader.readByte();
            figures.add(read(reader, entityId, known));
        }
        reader.expectEnd();
        return new HistoryInterval(coveredMillis, (flags & COUNTING) != 0, (flags & FIRST) != 0, leftOut, figures);
    }

    private static EntityFigures read(ByteReader reader, long entityId, int known) {
        long sent = readIf(known, SENT, reader, 0);
        long received = readIf(known, RECEIVED, reader, 0);
        long completed = readIf(known, COMPLETED, reader, 0);
        long heldMillis = readIf(known, HELD, reader, 0);
        long depth = readIf(known, DEPTH, reader, EntityFigures.UNKNOWN);
        long depthBefore = readIf(known, DEPTH_BEFORE, reader, EntityFigures.UNKNOWN);
        return new EntityFigures(entityId, sent, received, completed, heldMillis, depthBefore, depth);
    }

    private static long readIf(int known, int bit, ByteReader reader, long otherwise) {
        return (known & bit) == 0 ? otherwise : reader.readSigned();
    }
}
