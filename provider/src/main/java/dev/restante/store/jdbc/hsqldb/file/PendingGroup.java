package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * What is not in a log's file yet, so that a small group gets there with its frame by one call, and the checksum of the
 * group. Not thread-safe: the log's monitor {@code writing} guards it.
 */
final class PendingGroup {

    /** More than this goes to the file at once. */
    static final int MOST_BYTES = 32 << 10;

    private final byte[] bytes = new byte[MOST_BYTES];
    private final CRC32C checksum = new CRC32C();
    private int length;
    private long start;

    /** Where the group begins in the file: behind the last frame, which may still be pending. */
    long start() {
        return start;
    }

    int length() {
        return length;
    }

    boolean hasRoomFor(int more) {
        return more <= MOST_BYTES - length;
    }

    /** This is part of the group, whether it gathers here or not. */
    void belongs(byte[] more, int offset, int moreLength) {
        checksum.update(more, offset, moreLength);
    }

    void gather(byte[] more, int offset, int moreLength) {
        System.arraycopy(more, offset, bytes, length, moreLength);
        length += moreLength;
    }

    int checksum() {
        return (int) checksum.getValue();
    }

    /** The group ends with its frame, and the next begins; {@code at} is where the frame will be in the file. */
    void end(LogFrame frame, long at) {
        frame.write(bytes, length, at);
        length += LogFrame.BYTES;
        checksum.reset();
        start = at + LogFrame.BYTES;
    }

    void drainTo(LogSpace space) throws IOException {
        int drained = length;
        length = 0;
        space.append(bytes, 0, drained);
    }

    void forget() {
        length = 0;
    }
}
