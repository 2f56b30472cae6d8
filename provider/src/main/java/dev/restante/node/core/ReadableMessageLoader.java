package dev.restante.node.core;

import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.store.DeliveryReader;
import dev.restante.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loader of messages that skips damaged messages and returns the readable ones. */
public final class ReadableMessageLoader {

    private static final Logger LOG = LoggerFactory.getLogger(ReadableMessageLoader.class);

    private ReadableMessageLoader() {}

    /**
     * Returns the messages of deliveries by message id, without missing and damaged ones. A failed read counts as
     * damage only if it is repeatable and the store can read other messages.
     *
     * @throws StoreException if the store fails
     */
    public static Map<Long, StoredMessage> load(DeliveryReader reader, Collection<Delivery> deliveries) {
        List<Long> ids =
                deliveries.stream().map(delivery -> delivery.ref().messageId()).toList();
        try {
            return reader.messages(ids);
        } catch (RuntimeException e) {
            failUnlessDamaged(e);
            LOG.warn("One of {} messages cannot be read. The node reads them one by one.", ids.size(), e);
        }
        Map<Long, StoredMessage> readable = new HashMap<>();
        List<Long> unreadable = new ArrayList<>();
        StoreException damage = null;
        for (long id : ids) {
            try {
                readable.putAll(reader.messages(List.of(id)));
            } catch (StoreException e) {
                failUnlessDamaged(e);
                damage = e;
                unreadable.add(id);
            } catch (RuntimeException e) {
                LOG.error("Message {} cannot be decoded", id, e);
            }
        }
        if (damage != null && readable.isEmpty()) {
            throw damage;
        }
        for (long id : unreadable) {
            try {
                readable.putAll(reader.messages(List.of(id)));
            } catch (RuntimeException e) {
                failUnlessDamaged(e);
                LOG.error("Message {} cannot be read", id, e);
            }
        }
        return readable;
    }

    /**
     * Returns messages like {@link #load}, for a caller that dead-letters the missing ones or reacts to them otherwise.
     * Reads the missing messages again in a way that certainly sees the current state.
     *
     * @throws StoreException if the store fails or cannot guarantee the current state
     */
    public static Map<Long, StoredMessage> loadConfirmed(DeliveryReader reader, Collection<Delivery> deliveries) {
        Map<Long, StoredMessage> found = load(reader, deliveries);
        List<Long> missing = deliveries.stream()
                .map(delivery -> delivery.ref().messageId())
                .filter(id -> !found.containsKey(id))
                .toList();
        if (missing.isEmpty()) {
            return found;
        }
        Map<Long, StoredMessage> all = new HashMap<>(found);
        for (long id : missing) {
            try {
                all.putAll(reader.confirmedMessages(List.of(id)));
            } catch (RuntimeException e) {
                failUnlessDamaged(e);
            }
        }
        return all;
    }

    private static void failUnlessDamaged(RuntimeException failure) {
        if (failure instanceof StoreException ofStore && ofStore.kind() != StoreException.StoreFailureKind.DAMAGED) {
            throw ofStore;
        }
    }
}
