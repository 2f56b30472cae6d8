package dev.restante.node.feature.bodies;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.LargeBodyStorage;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptDataException;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.node.commit.NodeServices;
import dev.restante.node.core.BrokerExceptions;
import dev.restante.node.worker.NodeScheduler;
import dev.restante.store.BodyRepository;
import dev.restante.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Storage that writes and reads streamed message bodies for applications, and retains each body (prevents its deletion)
 * meanwhile. The cleaner ends the retentions and deletes unreferenced bodies. Thread-safe.
 */
public final class NodeLargeBodyStorage implements LargeBodyStorage {

    private static final Logger LOG = LoggerFactory.getLogger(NodeLargeBodyStorage.class);

    private final NodeServices node;
    private final BodyCleaner cleaner;

    /** Ids of deliveries that left the store when they were delivered, each with a retention of an equal id. */
    private final Set<Long> retainedDeliveryIds = ConcurrentHashMap.newKeySet();

    /**
     * Creates a storage without retentions.
     *
     * @param scheduler the scheduler on whose thread the cleaner runs
     */
    public NodeLargeBodyStorage(NodeServices node, NodeScheduler scheduler) {
        this.node = node;
        this.cleaner = new BodyCleaner(node.store().bodies(), scheduler);
    }

    /** Schedules the cleaner, because a former incarnation or a removed message may have left a body. */
    public void scheduleCleaning() {
        cleaner.schedule();
    }

    private BodyRepository bodies() {
        return node.store().bodies();
    }

    @Override
    public LargeBody store(Entity target, InputStream stream) throws IOException {
        node.lifecycle().checkAlive();
        // The incarnation is read before the id, because the store rejects chunks of a former incarnation.
        long owner = node.incarnation();
        BodyUpload upload = new BodyUpload(
                node.committer(),
                target.id(),
                node.context().ids().next(),
                owner,
                node.settings().maxLargeBodyBytes());
        try {
            return upload.store(stream);
        } catch (IOException | RuntimeException | Error failed) {
            cleaner.endRetention(upload.id());
            throw failed;
        }
    }

    @Override
    public void discard(LargeBody body) {
        cleaner.endRetention(body.id());
    }

    @Override
    public void sendEnded(PreparedSend send) {
        StoredMessage message = send.enqueue().message();
        if (LargeBody.isBodyOf(message)) {
            cleaner.endRetention(LargeBodyCodec.decodeBodyOf(message).id());
        }
    }

    /**
     * Retains the body of a message that leaves the store before the application has received the message.
     *
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    public void retain(Delivery delivery, StoredMessage message) {
        if (!LargeBody.isBodyOf(message)) {
            return;
        }
        LargeBody body;
        try {
            body = LargeBodyCodec.decodeBodyOf(message);
        } catch (CorruptDataException damaged) {
            LOG.debug(
                    "Message {} is moved without its damaged body. A consumer that reads the body gets an error.",
                    message.id(),
                    damaged);
            return;
        }
        retain(delivery.id(), body);
        retainedDeliveryIds.add(delivery.id());
    }

    /** Ends the retention of a delivery that stayed in the store or did not reach the application. */
    public void release(Delivery delivery) {
        if (retainedDeliveryIds.remove(delivery.id())) {
            cleaner.endRetention(delivery.id());
        }
    }

    @Override
    public BodyReader open(InFlightDelivery delivery) {
        LargeBody body = LargeBodyCodec.decodeBodyOf(delivery.message());
        long deliveryId = delivery.delivery().id();
        if (retainedDeliveryIds.remove(deliveryId)) {
            return new RetainedBody(body, deliveryId);
        }
        long retentionId = node.context().ids().next();
        retain(retentionId, body);
        return new RetainedBody(body, retentionId);
    }

    /** Retains a body. If the body is gone, its reader gets an error. */
    private void retain(long retentionId, LargeBody body) {
        try {
            bodies().retain(retentionId, body.id(), node.incarnation());
        } catch (StoreException e) {
            cleaner.endRetention(retentionId);
            throw BrokerExceptions.of(e);
        }
    }

    @Override
    public BodyReader openBrowsed(LargeBody body) {
        return new BodyReader() {
            @Override
            public Optional<byte[]> chunk(int number) {
                return read(body, number);
            }

            @Override
            public void close() {
                // The body is not retained.
            }
        };
    }

    private Optional<byte[]> read(LargeBody body, int number) {
        try {
            return bodies().chunk(body.id(), number);
        } catch (StoreException e) {
            throw BrokerExceptions.of(e);
        }
    }

    /** Body that is retained until its reader closes it. */
    private final class RetainedBody implements BodyReader {
        private final LargeBody body;
        private final long retentionId;
        private volatile boolean closed;

        RetainedBody(LargeBody body, long retentionId) {
            this.body = body;
            this.retentionId = retentionId;
        }

        @Override
        public Optional<byte[]> chunk(int number) {
            return closed ? Optional.empty() : read(body, number);
        }

        @Override
        public void close() {
            closed = true;
            cleaner.endRetention(retentionId);
        }
    }
}
