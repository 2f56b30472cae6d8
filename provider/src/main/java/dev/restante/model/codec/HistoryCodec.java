package dev.restante.model.codec;

import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.HistoryInterval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Stored form of a {@link HistoryInterval}, limited to a given number of bytes. If not all entities fit, it contains
 * the entities with the highest throughput and the number of omitted entities.
 */
public final class HistoryCodec {

    /** Lowest possible limit in bytes. */
    public static final int MIN_BYTES = 64;

    private static final int VERSION = 1;
    private static final int COUNTS_DEPTH = 1;
    private static final int FIRST_DEPTH_COUNT = 1 << 1;
    /** Upper limit of the length of the fields before the entities. */
    private static final int HEADER_BYTES = 40;

    private static final int SENT = 1;
    private static final int RECEIVED = 1 << 1;
    private static final int COMPLETED = 1 << 2;
    private static final int IN_FLIGHT = 1 << 3;
    private static final int DEPTH = 1 << 4;
    private static final int PREVIOUS_DEPTH = 1 << 5;

    private static final Comparator<EntityIntervalStatistics> BUSIEST_FIRST = Comparator.comparingLong(
                    EntityIntervalStatistics::totalThroughput)
            .reversed()
            .thenComparing(statistics -> statistics.depth() == EntityIntervalStatistics.UNKNOWN_DEPTH)
            .thenComparing(
                    Comparator.comparingLong(EntityIntervalStatistics::depth).reversed())
            .thenComparingLong(EntityIntervalStatistics::entityId);

    private HistoryCodec() {}

    /**
     * Returns the part of an interval that fits into a number of bytes.
     *
     * @param maxBytes {@value #MIN_BYTES} or more
     */
    public static HistoryInterval truncate(HistoryInterval interval, int maxBytes) {
        List<EntityIntervalStatistics> byImportance =
                interval.entities().stream().sorted(BUSIEST_FIRST).toList();
        List<EntityIntervalStatistics> kept = new ArrayList<>();
        int bytes = HEADER_BYTES;
        for (EntityIntervalStatistics statistics : byImportance) {
            // The full id is an upper limit for the encoded difference from the previous id.
            ByteWriter alone = new ByteWriter(64);
            write(alone, statistics, 0);
            bytes += alone.toByteArray().length;
            if (bytes > maxBytes) {
                break;
            }
            kept.add(statistics);
        }
        kept.sort(Comparator.comparingLong(EntityIntervalStatistics::entityId));
        return new HistoryInterval(
                interval.coveredMillis(),
                interval.countsDepth(),
                interval.firstDepthCount(),
                interval.omittedEntities() + byImportance.size() - kept.size(),
                kept);
    }

    /**
     * Encodes an interval.
     *
     * @param interval an interval with its entities in the order of their ids
     */
    public static byte[] encode(HistoryInterval interval) {
        ByteWriter writer =
                new ByteWriter(HEADER_BYTES + 8 * interval.entities().size());
        writer.writeByte(VERSION);
        writer.writeByte(
                (interval.countsDepth() ? COUNTS_DEPTH : 0) | (interval.firstDepthCount() ? FIRST_DEPTH_COUNT : 0));
        writer.writeSigned(interval.coveredMillis());
        writer.writeUnsigned(interval.omittedEntities());
        writer.writeUnsigned(interval.entities().size());
        long before = 0;
        for (EntityIntervalStatistics statistics : interval.entities()) {
            write(writer, statistics, before);
            before = statistics.entityId();
        }
        return writer.toByteArray();
    }

    private static void write(ByteWriter writer, EntityIntervalStatistics statistics, long before) {
        writer.writeSigned(statistics.entityId() - before);
        writer.writeByte((statistics.sent() == 0 ? 0 : SENT)
                | (statistics.received() == 0 ? 0 : RECEIVED)
                | (statistics.completed() == 0 ? 0 : COMPLETED)
                | (statistics.inFlightMillis() == 0 ? 0 : IN_FLIGHT)
                | (statistics.depth() == EntityIntervalStatistics.UNKNOWN_DEPTH ? 0 : DEPTH)
                | (statistics.previousDepth() == EntityIntervalStatistics.UNKNOWN_DEPTH ? 0 : PREVIOUS_DEPTH));
        writeUnless(0, writer, statistics.sent());
        writeUnless(0, writer, statistics.received());
        writeUnless(0, writer, statistics.completed());
        writeUnless(0, writer, statistics.inFlightMillis());
        writeUnless(EntityIntervalStatistics.UNKNOWN_DEPTH, writer, statistics.depth());
        writeUnless(EntityIntervalStatistics.UNKNOWN_DEPTH, writer, statistics.previousDepth());
    }

    private static void writeUnless(long left, ByteWriter writer, long value) {
        if (value != left) {
            writer.writeSigned(value);
        }
    }

    /**
     * Decodes an interval.
     *
     * @throws CorruptDataException if the bytes are damaged or have an unknown version
     */
    public static HistoryInterval decode(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        reader.expectVersion(VERSION, "the history has");
        int flags = reader.readByte();
        long coveredMillis = reader.readSigned();
        int omittedEntities = reader.readUnsigned();
        int count = reader.readCount(2);
        List<EntityIntervalStatistics> statistics = new ArrayList<>(count);
        long entityId = 0;
        for (int i = 0; i < count; i++) {
            entityId += reader.readSigned();
            int known = reader.readByte();
            statistics.add(read(reader, entityId, known));
        }
        reader.expectEnd();
        return new HistoryInterval(
                coveredMillis,
                (flags & COUNTS_DEPTH) != 0,
                (flags & FIRST_DEPTH_COUNT) != 0,
                omittedEntities,
                statistics);
    }

    private static EntityIntervalStatistics read(ByteReader reader, long entityId, int known) {
        long sent = readIf(known, SENT, reader, 0);
        long received = readIf(known, RECEIVED, reader, 0);
        long completed = readIf(known, COMPLETED, reader, 0);
        long inFlightMillis = readIf(known, IN_FLIGHT, reader, 0);
        long depth = readIf(known, DEPTH, reader, EntityIntervalStatistics.UNKNOWN_DEPTH);
        long previousDepth = readIf(known, PREVIOUS_DEPTH, reader, EntityIntervalStatistics.UNKNOWN_DEPTH);
        return new EntityIntervalStatistics(entityId, sent, received, completed, inFlightMillis, previousDepth, depth);
    }

    private static long readIf(int known, int bit, ByteReader reader, long otherwise) {
        return (known & bit) == 0 ? otherwise : reader.readSigned();
    }
}
