package dev.restante.store.jdbc;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.model.MessageHead;
import dev.restante.model.MessageHeadCodec;
import dev.restante.store.Candidate;
import dev.restante.store.jdbc.dialect.Dialect;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the heads of messages without their bodies. */
final class Heads {

    private static final Logger LOG = LoggerFactory.getLogger(Heads.class);

    private Heads() {}

    /** The deliveries, each with the head of its message. */
    static List<Candidate> of(Connection connection, Dialect dialect, List<Delivery> deliveries) throws SQLException {
        if (deliveries.isEmpty()) {
            return List.of();
        }
        Map<Long, MessageHead> heads = new HashMap<>();
        Long[] ids = deliveries.stream()
                .map(delivery -> delivery.ref().messageId())
                .distinct()
                .toArray(Long[]::new);
        if (dialect.arrays()) {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.HEADS)) {
                select.setArray(1, connection.createArrayOf("int8", ids));
                read(select, heads);
            }
        } else {
            try (PreparedStatement select = connection.prepareStatement(ReadSql.HEAD)) {
                for (long id : ids) {
                    select.setLong(1, id);
                    read(select, heads);
                }
            }
        }
        List<Candidate> candidates = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            candidates.add(new Candidate(delivery, heads.get(delivery.ref().messageId())));
        }
        return candidates;
    }

    /** The same where some may be acquired. */
    static List<Candidate> ofAny(Connection connection, Dialect dialect, List<Delivery> deliveries)
            throws SQLException {
        Map<Long, MessageHead> born = new HashMap<>();
        if (dialect.bornTogether()) {
            // First, because while this reads they only move from there to the ordinary table.
            try (PreparedStatement select = connection.prepareStatement(ReadSql.BORN_HEAD)) {
                for (Delivery delivery : deliveries) {
                    if (delivery.state() == DeliveryState.ACQUIRED) {
                        select.setLong(1, delivery.ref().messageId());
                        read(select, born);
                    }
                }
            }
        }
        return of(connection, dialect, deliveries).stream()
                .map(candidate -> candidate.head() != null
                        ? candidate
                        : new Candidate(
                                candidate.delivery(),
                                born.get(candidate.delivery().ref().messageId())))
                .toList();
    }

    private static void read(PreparedStatement select, Map<Long, MessageHead> heads) throws SQLException {
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                MessageHead head = decode(rows.getLong(1), rows.getBytes(2));
                if (head != null) {
                    heads.put(rows.getLong(1), head);
                }
            }
        }
    }

    /** A head that is broken matches no selector; who receives without one finds out and moves the message out of the way. */
    private static @Nullable MessageHead decode(long id, byte[] bytes) {
        try {
            return MessageHeadCodec.decode(bytes);
        } catch (RuntimeException e) {
            LOG.warn("The head of message {} can't be decoded; no selector matches it", id, e);
            return null;
        }
    }
}
