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

/** Reads messages in such a way that one which is damaged does not hide the others. */
public final class ReadableMessages {

    private static final Logger LOG = LoggerFactory.getLogger(ReadableMessages.class);

    private ReadableMessages() {}

    /**
     * The messages of deliveries by id, without those that are gone or damaged. That a row can't be read says nothing
     * of it unless others can be read by the same store, and it can't be read after them either.
     *
     * @throws StoreException if the store fails
     */
    public static Map<Long, StoredMessage> of(DeliveryReader reader, Collection<Delivery> deliveries) {
        List<Long> ids =
                deliveries.stream().map(delivery -> delivery.ref().messageId()).toList();
        try {
            return reader.messages(ids);
        } catch (RuntimeException e) {
            failUnlessDamaged(e);
            LOG.warn("One of {} messages can't be read", ids.size(), e);
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
                LOG.error("Message {} can't be decoded", id, e);
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
                LOG.error("Message {} can't be read", id, e);
            }
        }
        return readable;
    }

    /**
     * Messages for one who does something about missing ones: these are looked for once more, where a read is certainly
     * of the present state.
     *
     * @throws StoreException if the store fails, or can't be certain
     */
    public static Map<Long, StoredMessage> certainly(DeliveryReader reader, Collection<Delivery> deliveries) {
        Map<Long, StoredMessage> found = of(reader, deliveries);
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
                all.putAll(reader.messagesForCertain(List.of(id)));
            } catch (RuntimeException e) {
                failUnlessDamaged(e);
            }
        }
        return all;
    }

    private static void failUnlessDamaged(RuntimeException failure) {
        if (failure instanceof StoreException ofStore && ofStore.kind() != StoreException.Kind.DAMAGED) {
            throw ofStore;
        }
    }
}
