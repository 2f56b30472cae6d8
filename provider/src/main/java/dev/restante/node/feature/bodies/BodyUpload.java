package dev.restante.node.feature.bodies;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.LargeBody;
import dev.restante.node.commit.ChangeCommitter;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.core.ChangeSet;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Upload of one body from a stream into the store, a few chunks per transaction. Each transaction is an operation of
 * the commit pipeline, so that other operations wait only briefly and few chunks are in memory. Used by one thread.
 */
final class BodyUpload {

    /** Number of chunks that one transaction writes: 1 MiB. */
    private static final int CHUNKS_PER_COMMIT = 4;

    private final ChangeCommitter committer;
    private final long entityId;
    private final long id;
    private final long owner;
    private final long maxBytes;
    private final MessageDigest digest = sha256();
    private final List<Change> waiting = new ArrayList<>(CHUNKS_PER_COMMIT);
    private int chunks;
    private long bytes;

    BodyUpload(ChangeCommitter committer, long entityId, long id, long owner, long maxBytes) {
        this.committer = committer;
        this.entityId = entityId;
        this.id = id;
        this.owner = owner;
        this.maxBytes = maxBytes;
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
        if (bytes > maxBytes) {
            throw new BrokerException(
                    BrokerErrorReason.MESSAGE_TOO_LARGE,
                    "The body has more than " + maxBytes + " bytes, the limit of the option maxLargeBodyBytes. Send a"
                            + " smaller body, or raise the limit.");
        }
        digest.update(chunk);
        waiting.add(new Change.PutBodyChunk(id, owner, chunks, chunk));
        chunks++;
        if (waiting.size() == CHUNKS_PER_COMMIT) {
            put();
        }
    }

    private void put() {
        if (waiting.isEmpty()) {
            return;
        }
        ChangeSet changeSet =
                ChangeSet.withoutArrivals(entityId, List.copyOf(waiting), MissedFencePolicy.FAIL_OPERATION);
        waiting.clear();
        OperationOutcome outcome = committer.commitInBulk(List.of(changeSet)).get(0);
        if (outcome instanceof OperationOutcome.InDoubt) {
            // The failure has no outcome token, because the sender sends the message after the body.
            throw new BrokerException(
                    BrokerErrorReason.STORE_UNAVAILABLE,
                    "The store has not confirmed a part of the body in time. The message was not sent. Try again.");
        }
        BrokerExceptions.throwIfFailed(outcome);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java runtime does not support SHA-256", e);
        }
    }
}
