package dev.restante.bench.measure;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Generator of incompressible message bodies with send time and sequence number, for one producer. */
public final class BodyGenerator {

    /** Size of the send time ({@link System#nanoTime()}) and the sequence number. */
    public static final int HEADER_BYTES = 2 * Long.BYTES;

    private static final int POOL_BYTES = 1 << 20;

    private final byte[] pool;
    private final byte[] body;
    private final ByteBuffer header;
    private final SplittableRandom random;

    public BodyGenerator(int bodyBytes, long seed) {
        random = new SplittableRandom(seed);
        pool = new byte[POOL_BYTES + bodyBytes];
        random.nextBytes(pool);
        body = new byte[bodyBytes];
        header = ByteBuffer.wrap(body);
    }

    /** Returns the next body, in the same array at each call. */
    public byte[] next(long sequence) {
        return next(sequence, System.nanoTime());
    }

    public byte[] next(long sequence, long sentNanos) {
        System.arraycopy(pool, random.nextInt(POOL_BYTES), body, 0, body.length);
        header.putLong(0, sentNanos).putLong(Long.BYTES, sequence);
        return body;
    }

    public static long sentNanos(byte[] body) {
        return ByteBuffer.wrap(body).getLong(0);
    }

    public static long sequence(byte[] body) {
        return ByteBuffer.wrap(body).getLong(Long.BYTES);
    }
}
