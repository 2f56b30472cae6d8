package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.MessageHead;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.Candidate;
import dev.restante.store.jdbc.database.BornDeliveries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deliveries with the heads of their messages, which are read without the bodies. */
final class Heads {

    private static final Logger LOG = LoggerFactory.getLogger(Heads.class);

    private final KeyedReads keyed;
    private final BornDeliveries born;

    Heads(KeyedReads keyed, BornDeliveries born) {
        this.keyed = keyed;
        this.born = born;
    }

    /** The deliveries, none of them acquired, each with the head of its message. */
    List<Candidate> of(Connection connection, List<Delivery> deliveries) throws SQLException {
        return candidates(deliveries, ordinary(connection, deliveries), Map.of());
    }

    /** The same where some may be acquired. */
    List<Candidate> ofAny(Connection connection, List<Delivery> deliveries) throws SQLException {
        Map<Long, byte[]> found = born.heads(
                connection, ids(deliveries.stream().filter(delivery -> delivery.state() == DeliveryState.ACQUIRED)));
        return candidates(deliveries, ordinary(connection, deliveries), found);
    }

    private Map<Long, byte[]> ordinary(Connection connection, List<Delivery> deliveries) throws SQLException {
        return deliveries.isEmpty() ? Map.of() : keyed.heads(connection, ids(deliveries.stream()));
    }

    private static List<Long> ids(Stream<Delivery> deliveries) {
        return deliveries.map(delivery -> delivery.ref().messageId()).distinct().toList();
    }

    private static List<Candidate> candidates(
            List<Delivery> deliveries, Map<Long, byte[]> ordinary, Map<Long, byte[]> born) {
        Map<Long, @Nullable MessageHead> decoded = new HashMap<>();
        List<Candidate> candidates = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            long id = delivery.ref().messageId();
            byte[] head = ordinary.getOrDefault(id, born.get(id));
            candidates.add(new Candidate(
                    delivery, head == null ? null : decoded.computeIfAbsent(id, any -> decode(any, head))));
        }
        return candidates;
    }

    /**
     * A head that is broken matches no selector; who receives without one finds out and moves the message out of the
     * way.
     */
    private static @Nullable MessageHead decode(long id, byte[] bytes) {
        try {
            return StoredMessageCodec.decodeHead(bytes);
        } catch (RuntimeException e) {
            LOG.warn("The head of message {} can't be decoded; no selector matches it", id, e);
            return null;
        }
    }
}
