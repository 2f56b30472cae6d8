package dev.restante.store.jdbc.read;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.MessageHeader;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.SelectorCandidate;
import dev.restante.store.jdbc.database.DirectDeliveryTable;
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

/** Reader that adds the message headers, without bodies, to a list of deliveries, for selectors and administrators. */
final class HeaderReader {

    private static final Logger LOG = LoggerFactory.getLogger(HeaderReader.class);

    private final KeyedReader keyedReader;
    private final DirectDeliveryTable directDeliveries;

    HeaderReader(KeyedReader keyedReader, DirectDeliveryTable directDeliveries) {
        this.keyedReader = keyedReader;
        this.directDeliveries = directDeliveries;
    }

    /** Returns the deliveries with their headers; none of the deliveries is acquired. */
    List<SelectorCandidate> withHeaders(Connection connection, List<Delivery> deliveries) throws SQLException {
        return candidates(deliveries, ordinaryHeaders(connection, deliveries), Map.of());
    }

    /** Returns the deliveries with their headers; acquired deliveries may be direct deliveries. */
    List<SelectorCandidate> withHeadersOfAny(Connection connection, List<Delivery> deliveries) throws SQLException {
        Map<Long, byte[]> found = directDeliveries.headers(
                connection, ids(deliveries.stream().filter(delivery -> delivery.state() == DeliveryState.ACQUIRED)));
        return candidates(deliveries, ordinaryHeaders(connection, deliveries), found);
    }

    private Map<Long, byte[]> ordinaryHeaders(Connection connection, List<Delivery> deliveries) throws SQLException {
        return deliveries.isEmpty() ? Map.of() : keyedReader.headers(connection, ids(deliveries.stream()));
    }

    private static List<Long> ids(Stream<Delivery> deliveries) {
        return deliveries.map(delivery -> delivery.ref().messageId()).distinct().toList();
    }

    private static List<SelectorCandidate> candidates(
            List<Delivery> deliveries, Map<Long, byte[]> ordinaryHeaders, Map<Long, byte[]> directHeaders) {
        Map<Long, @Nullable MessageHeader> decoded = new HashMap<>();
        List<SelectorCandidate> candidates = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            long id = delivery.ref().messageId();
            byte[] header = ordinaryHeaders.getOrDefault(id, directHeaders.get(id));
            candidates.add(new SelectorCandidate(
                    delivery, header == null ? null : decoded.computeIfAbsent(id, any -> decode(any, header))));
        }
        return candidates;
    }

    /**
     * Decodes a header. Returns null if it is damaged: no selector matches the message, and a consumer without a
     * selector moves it to the dead-letter queue.
     */
    private static @Nullable MessageHeader decode(long id, byte[] bytes) {
        try {
            return StoredMessageCodec.decodeHeader(bytes);
        } catch (RuntimeException e) {
            LOG.warn("The header of message {} cannot be decoded. No selector matches the message.", id, e);
            return null;
        }
    }
}
