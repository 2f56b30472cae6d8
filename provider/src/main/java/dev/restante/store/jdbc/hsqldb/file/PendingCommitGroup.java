package dev.restante.store.jdbc.hsqldb.file;

import java.io.IOException;
import java.util.zip.CRC32C;

/**
 * Bytes and checksum of a log's current commit group, buffered so that a small group reaches the file with its frame in
 * one call. Not thread-safe: the log's monitor {@code writing} guards it.
 */
final class PendingCommitGroup {

    /** Maximum number of pending bytes; longer writes go to the file at once. */
    static final int MAX_BYTES = 32 << 10;

    private final byte[] bytes = new byte[MAX_BYTES];
    private final CRC32C checksum = new CRC32C();
    private int length;
    private long start;

    /** Returns the position of the group in the file, behind the last frame, which may still be pending. */
    long start() {
        return start;
    }

    int length() {
        return length;
    }

    boolean hasSpaceFor(int more) {
        return more <= MAX_BYTES - length;
    }

    /** Adds bytes of the group to its checksum, even if they are not buffered here. */
    void addToChecksum(byte[] more, int offset, int moreLength) {
        checksum.update(more, offset, moreLength);
    }

    void buffer(byte[] more, int offset, int moreLength) {
        System.arraycopy(more, offset, bytes, length, moreLength);
        length += moreLength;
    }

    int checksum() {
        return (int) checksum.getValue();
    }

    /** Ends the group with its frame, which gets the position {@code at} in the file, and begins the next group. */
    void end(LogFrame frame, long at) {
        frame.write(bytes, length, at);
        length += LogFrame.BYTES;
        checksum.reset();
        start = at + LogFrame.BYTES;
    }

    void writeTo(PreallocatedFile file) throws IOException {
        int drained = length;
        length = 0;
        file.append(bytes, 0, drained);
    }

    void clear() {
        length = 0;
    }
}
