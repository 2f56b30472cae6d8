package dev.restante.node.body;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.LargeBodies;
import dev.restante.broker.PreparedSend;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.LargeBody;
import dev.restante.model.StoredMessage;
import dev.restante.model.codec.CorruptMessageException;
import dev.restante.model.codec.LargeBodyCodec;
import dev.restante.node.commit.Commits;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.NodeLife;
import dev.restante.node.core.Refusals;
import dev.restante.node.worker.AlarmClock;
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
 * The bodies that this node writes, and those that it hands to its applications. Each of them it holds in the store
 * meanwhile; the cleaner ends the holds, and removes what nobody has.
 *
 * <p>Thread-safe.
 */
public final class NodeBodies implements LargeBodies {

    private static final Logger LOG = LoggerFactory.getLogger(NodeBodies.class);

    private final NodeContext context;
    private final NodeLife life;
    private final Commits commits;
    private final BodyCleaner cleaner;

    /** Deliveries that left the store when they were handed over, and have a hold of the same id. */
    private final Set<Long> handedOver = ConcurrentHashMap.newKeySet();

    /**
     * None yet.
     *
     * @param clock on whose thread bodies are removed that nobody has
     */
    public NodeBodies(NodeContext context, NodeLife life, Commits commits, AlarmClock clock) {
        this.context = context;
        this.life = life;
        this.commits = commits;
        this.cleaner = new BodyCleaner(context.store().bodies(), clock);
    }

    /** Looks soon for what nobody has: former incarnations may have left something, or messages have gone. */
    public void look() {
        cleaner.look();
    }

    private BodyRepository bodies() {
        return context.store().bodies();
    }

    @Override
    public LargeBody store(Entity target, InputStream stream) throws IOException {
        life.checkAlive();
        // Before the id: what is written for a former incarnation is refused.
        long owner = context.incarnation();
        BodyUpload upload = new BodyUpload(
                commits,
                target.id(),
                context.ids().next(),
                owner,
                context.settings().maxLargeBodyBytes());
        try {
            return upload.store(stream);
        } catch (IOException | RuntimeException | Error failed) {
            cleaner.release(upload.id());
            throw failed;
        }
    }

    @Override
    public void abandoned(LargeBody body) {
        cleaner.release(body.id());
    }

    @Override
    public void ended(PreparedSend send) {
        StoredMessage message = send.enqueue().message();
        if (LargeBody.isOf(message)) {
            cleaner.release(LargeBodyCodec.of(message).id());
        }
    }

    /**
     * A message is about to leave the store before the application has it: its body stays.
     *
     * @throws dev.restante.broker.BrokerException if the store fails
     */
    public void keep(Delivery delivery, StoredMessage message) {
        if (!LargeBody.isOf(message)) {
            return;
        }
        LargeBody body;
        try {
            body = LargeBodyCodec.of(message);
        } catch (CorruptMessageException damaged) {
            LOG.debug("Message {} leaves without its body: who reads it finds out", message.id(), damaged);
            return;
        }
        hold(delivery.id(), body);
        handedOver.add(delivery.id());
    }

    /** It did not leave after all, or did so without reaching the application. */
    public void notKept(Delivery delivery) {
        if (handedOver.remove(delivery.id())) {
            cleaner.release(delivery.id());
        }
    }

    @Override
    public Reading open(HeldDelivery held) {
        LargeBody body = LargeBodyCodec.of(held.message());
        long deliveryId = held.delivery().id();
        if (handedOver.remove(deliveryId)) {
            return new HeldBody(body, deliveryId);
        }
        long holdId = context.ids().next();
        hold(holdId, body);
        return new HeldBody(body, holdId);
    }

    /** Where the body is gone, who reads it finds out. */
    private void hold(long holdId, LargeBody body) {
        try {
            bodies().hold(holdId, body.id(), context.incarnation());
        } catch (StoreException e) {
            cleaner.release(holdId);
            throw Refusals.of(e);
        }
    }

    @Override
    public Reading look(LargeBody body) {
        return new Reading() {
            @Override
            public Optional<byte[]> chunk(int number) {
                return read(body, number);
            }

            @Override
            public void close() {
                // Nothing keeps it.
            }
        };
    }

    private Optional<byte[]> read(LargeBody body, int number) {
        try {
            return bodies().chunk(body.id(), number);
        } catch (StoreException e) {
            throw Refusals.of(e);
        }
    }

    /** One that stays until its reader closes it. */
    private final class HeldBody implements Reading {
        private final LargeBody body;
        private final long holdId;
        private volatile boolean closed;

        HeldBody(LargeBody body, long holdId) {
            this.body = body;
            this.holdId = holdId;
        }

        @Override
        public Optional<byte[]> chunk(int number) {
            return closed ? Optional.empty() : read(body, number);
        }

        @Override
        public void close() {
            closed = true;
            cleaner.release(holdId);
        }
    }
}
