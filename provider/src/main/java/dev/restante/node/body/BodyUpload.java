package dev.restante.node.body;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Delivery;
import dev.restante.model.LargeBody;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.Refusals;
import dev.restante.node.core.Work;
import dev.restante.store.Change;
import dev.restante.store.Operation;
import dev.restante.store.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The way of one body from a stream into the store: a few chunks at a time, each time one operation among those of
 * everybody else, so that nobody waits longer than for that, and no more is in memory. Used by one thread.
 */
final class BodyUpload {

    /** So many chunks are committed together: 1 MiB. */
    private static final int TOGETHER = 4;

    private final Commits commits;
    private final long entityId;
    private final long id;
    private final long owner;
    private final long mostBytes;
    private final MessageDigest digest = sha256();
    private final List<Change> waiting = new ArrayList<>(TOGETHER);
    private int chunks;
    private long bytes;

    /**
     * Of one body.
     *
     * @param entityId where its message will go
     * @param id of the body
     * @param owner the incarnation that writes it
     * @param mostBytes the limit
     */
    BodyUpload(Commits commits, long entityId, long id, long owner, long mostBytes) {
        this.commits = commits;
        this.entityId = entityId;
        this.id = id;
        this.owner = owner;
        this.mostBytes = mostBytes;
    }

    long id() {
        return id;
    }

    LargeBody store(InputStream stream) throws IOException {
        boolean more = true;
        while (more) {
            byte[] chunk = new byte[LargeBody.CHUNK_BYTES];
            int length = stream.readNBytes(chunk, 0, chunk.length);
            more = length == chunk.length;
            if (length > 0) {
                add(more ? chunk : Arrays.copyOf(chunk, length));
            }
        }
        put();
        return new LargeBody(id, bytes, digest.digest());
    }

    private void add(byte[] chunk) {
        bytes += chunk.length;
        if (bytes > mostBytes) {
            throw new BrokerException(
                    Reason.MESSAGE_TOO_LARGE,
                    "The body has more than " + mostBytes + " bytes, which the option maxLargeBodyBytes allows");
        }
        digest.update(chunk);
        waiting.add(new Change.PutChunk(id, owner, chunks, chunk));
        chunks++;
        if (waiting.size() == TOGETHER) {
            put();
        }
    }

    private void put() {
        if (waiting.isEmpty()) {
            return;
        }
        Work work = new Work(entityId, List.copyOf(waiting), Operation.Misses.FAIL, List.of(), false, Delivery.NEVER);
        waiting.clear();
        Outcome outcome = commits.executeInBulk(List.of(work)).get(0);
        if (outcome instanceof Outcome.InDoubt doubt) {
            // Nothing of the sender's is in doubt: there is no message.
            throw new BrokerException(
                    Reason.STORE_UNAVAILABLE, String.valueOf(doubt.cause().getMessage()), doubt.cause());
        }
        Refusals.check(outcome);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
