package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Scan result of a log with {@linkplain LogFrame frames}: its parts, which of them are intact, and the first damaged
 * byte.
 *
 * <p>A crash leaves a tail that was never forced to disk, of which the disk may have any part. Every other broken part
 * had been durable once. A frame before or behind it shows this, or the {@linkplain DurableMark mark} beside the log,
 * or a file that is shorter than before.
 *
 * @param file the path of the log
 * @param logId the id of the log
 * @param parts the parts without gaps, from the beginning to the last frame; the bytes behind it were never durable
 * @param firstDamagedByte the position of the first damage to durable bytes, or -1
 */
record FramedLogScan(Path file, int logId, List<LogPart> parts, long firstDamagedByte) {

    private static final int PAGE_BYTES = 1 << 20;

    /**
     * Commit group of a log, or a damaged range between two groups.
     *
     * @param start the position of the first byte
     * @param textEnd the end of the text, which a frame follows if the part is intact
     * @param end the position of the next part
     */
    record LogPart(long start, long textEnd, long end, boolean intact) {}

    private record PlacedFrame(long position, LogFrame frame) {}

    /** Reads a log; returns null if it contains no frame. */
    static @Nullable FramedLogScan read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            List<PlacedFrame> frames = frames(channel);
            if (frames.isEmpty()) {
                return null;
            }
            int logId = frames.get(0).frame().logId();
            frames.removeIf(each -> each.frame().logId() != logId);
            List<LogPart> parts = parts(channel, frames);
            long firstDamagedByte = firstDamagedByte(parts, frames, channel.size());
            long end = parts.get(parts.size() - 1).end();
            DurableMark mark = DurableMark.read(file);
            boolean endIsGone = mark != null && mark.logId() == logId && mark.durableBytes() > end;
            if (endIsGone || hasCorruptFrame(channel, end, logId)) {
                parts.add(new LogPart(end, channel.size(), channel.size(), false));
                firstDamagedByte = firstDamagedByte < 0 ? end : firstDamagedByte;
            }
            return new FramedLogScan(file, logId, parts, firstDamagedByte);
        }
    }

    long intactBytes() {
        long end = 0;
        for (LogPart part : parts) {
            if (!part.intact()) {
                break;
            }
            end = part.end();
        }
        return end;
    }

    private static long firstDamagedByte(List<LogPart> parts, List<PlacedFrame> frames, long fileBytes) {
        long durableBytes = 0;
        for (PlacedFrame each : frames) {
            durableBytes = Math.max(durableBytes, each.frame().durableBytes());
        }
        for (LogPart part : parts) {
            if (!part.intact() && part.start() < durableBytes) {
                return part.start();
            }
        }
        // Only the last frame knows of a cut.
        long known = frames.get(frames.size() - 1).frame().fileBytes();
        return fileBytes < known ? fileBytes : -1;
    }

    private static List<LogPart> parts(FileChannel channel, List<PlacedFrame> frames) throws IOException {
        List<LogPart> parts = new ArrayList<>();
        long next = 0;
        for (PlacedFrame each : frames) {
            LogFrame frame = each.frame();
            long start = frame.start();
            if (start > next) {
                parts.add(new LogPart(next, start, start, false));
            }
            boolean intact = start >= next && checksum(channel, start, each.position()) == frame.checksum();
            parts.add(new LogPart(Math.max(start, next), each.position(), each.position() + LogFrame.BYTES, intact));
            next = each.position() + LogFrame.BYTES;
        }
        return parts;
    }

    private static int checksum(FileChannel channel, long from, long to) throws IOException {
        CRC32C checksum = new CRC32C();
        ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES);
        for (long position = from; position < to; ) {
            page.clear().limit((int) Math.min(PAGE_BYTES, to - position));
            int read = channel.read(page, position);
            if (read <= 0) {
                break;
            }
            page.flip();
            checksum.update(page);
            position += read;
        }
        return (int) checksum.getValue();
    }

    /**
     * Returns whether a corrupt frame follows the last valid frame, which shows that durable bytes were changed or
     * moved.
     */
    private static boolean hasCorruptFrame(FileChannel channel, long from, int logId) throws IOException {
        byte[] page = new byte[PAGE_BYTES];
        for (long base = from; ; base += PAGE_BYTES - LogFrame.BYTES) {
            int read = channel.read(ByteBuffer.wrap(page), base);
            for (int at = 0; at + LogFrame.BYTES <= read; at++) {
                if (LogFrame.isCorrupt(page, at, logId)) {
                    return true;
                }
            }
            if (read <= LogFrame.BYTES) {
                return false;
            }
        }
    }

    /** Returns all valid frames in order, wherever they are. */
    private static List<PlacedFrame> frames(FileChannel channel) throws IOException {
        List<PlacedFrame> frames = new ArrayList<>();
        byte[] page = new byte[PAGE_BYTES];
        long base = 0;
        int kept = 0;
        while (true) {
            ByteBuffer rest = ByteBuffer.wrap(page, kept, page.length - kept);
            int read = channel.read(rest, base + kept);
            if (read <= 0) {
                return frames;
            }
            int filled = kept + read;
            int at = 0;
            while (at + LogFrame.BYTES <= filled) {
                // Every frame has these bytes; little else does.
                LogFrame frame = page[at + 7] == '*' && page[at + 8] == 'R' ? LogFrame.read(page, at, base + at) : null;
                if (frame == null) {
                    at++;
                } else {
                    frames.add(new PlacedFrame(base + at, frame));
                    at += LogFrame.BYTES;
                }
            }
            kept = filled - at;
            System.arraycopy(page, at, page, 0, kept);
            base += at;
        }
    }
}
