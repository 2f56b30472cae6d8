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
 * A log with {@linkplain LogFrame frames} as it was found: which parts of it are whole.
 *
 * <p>A crash leaves a tail that was never forced to disk, whatever of it the disk has. Everything else that is broken
 * was durable once: some frame tells so, before or behind it, or the {@linkplain DurableMark mark} beside the log, or
 * the file is shorter than it was.
 *
 * @param file where it is
 * @param logId its id
 * @param parts without gaps, from the beginning on, up to the last frame; what is behind that was never durable
 * @param damagedAt where something is broken that had been durable; -1 if nowhere
 */
record FoundLog(Path file, int logId, List<Part> parts, long damagedAt) {

    private static final int PAGE_BYTES = 1 << 20;

    /**
     * A group, or what is between two that can be told apart.
     *
     * @param start where it begins
     * @param textEnd where its text ends; a frame follows if it is whole
     * @param end where the next one begins
     */
    record Part(long start, long textEnd, long end, boolean whole) {}

    private record Placed(long position, LogFrame frame) {}

    /** Reads a log; null if it is none of ours, as far as can be seen. */
    static @Nullable FoundLog read(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            List<Placed> frames = frames(channel);
            if (frames.isEmpty()) {
                return null;
            }
            int logId = frames.get(0).frame().logId();
            frames.removeIf(each -> each.frame().logId() != logId);
            List<Part> parts = parts(channel, frames);
            long damagedAt = damagedAt(parts, frames, channel.size());
            long end = parts.get(parts.size() - 1).end();
            DurableMark mark = DurableMark.of(file);
            boolean endIsGone = mark != null && mark.logId() == logId && mark.durableBytes() > end;
            if (endIsGone || hasBrokenFrame(channel, end, logId)) {
                parts.add(new Part(end, channel.size(), channel.size(), false));
                damagedAt = damagedAt < 0 ? end : damagedAt;
            }
            return new FoundLog(file, logId, parts, damagedAt);
        }
    }

    /** Up to where it is whole. */
    long wholeBytes() {
        long end = 0;
        for (Part part : parts) {
            if (!part.whole()) {
                break;
            }
            end = part.end();
        }
        return end;
    }

    private static long damagedAt(List<Part> parts, List<Placed> frames, long fileBytes) {
        long durableBytes = 0;
        for (Placed each : frames) {
            durableBytes = Math.max(durableBytes, each.frame().durableBytes());
        }
        for (Part part : parts) {
            if (!part.whole() && part.start() < durableBytes) {
                return part.start();
            }
        }
        // Only the last one knows of a cut.
        long known = frames.get(frames.size() - 1).frame().fileBytes();
        return fileBytes < known ? fileBytes : -1;
    }

    private static List<Part> parts(FileChannel channel, List<Placed> frames) throws IOException {
        List<Part> parts = new ArrayList<>();
        long next = 0;
        for (Placed each : frames) {
            LogFrame frame = each.frame();
            long start = frame.start();
            if (start > next) {
                parts.add(new Part(next, start, start, false));
            }
            boolean whole = start >= next && checksum(channel, start, each.position()) == frame.checksum();
            parts.add(new Part(Math.max(start, next), each.position(), each.position() + LogFrame.BYTES, whole));
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
     * Whether there is a frame behind the last one that can be believed: what is there was durable, but has been
     * changed or moved.
     */
    private static boolean hasBrokenFrame(FileChannel channel, long from, int logId) throws IOException {
        byte[] page = new byte[PAGE_BYTES];
        for (long base = from; ; base += PAGE_BYTES - LogFrame.BYTES) {
            int read = channel.read(ByteBuffer.wrap(page), base);
            for (int at = 0; at + LogFrame.BYTES <= read; at++) {
                if (LogFrame.isBroken(page, at, logId)) {
                    return true;
                }
            }
            if (read <= LogFrame.BYTES) {
                return false;
            }
        }
    }

    /** All frames, in order, wherever they stand. */
    private static List<Placed> frames(FileChannel channel) throws IOException {
        List<Placed> frames = new ArrayList<>();
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
                // Every frame has this; little else does.
                LogFrame frame = page[at + 7] == '*' && page[at + 8] == 'R' ? LogFrame.read(page, at, base + at) : null;
                if (frame == null) {
                    at++;
                } else {
                    frames.add(new Placed(base + at, frame));
                    at += LogFrame.BYTES;
                }
            }
            kept = filled - at;
            System.arraycopy(page, at, page, 0, kept);
            base += at;
        }
    }
}
