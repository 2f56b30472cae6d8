package dev.restante.node.receive;

import dev.restante.broker.JmsExpirationRule;
import dev.restante.broker.view.BrowsedMessage;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.StoredMessage;
import dev.restante.node.core.NodeContext;
import dev.restante.node.core.ReadableMessageLoader;
import dev.restante.node.feature.lastvalues.CurrentValueFilter;
import dev.restante.node.rule.ExpiryRule;
import dev.restante.store.DeliveryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Browser of messages: reads them page by page without acquiring them. Methods throw store exceptions, which the caller
 * must convert.
 */
public final class MessageBrowser {

    private final NodeContext context;

    public MessageBrowser(NodeContext context) {
        this.context = context;
    }

    /**
     * Returns available and acquired messages after a delivery, in retrieval order; null for the first page. A page
     * below the limit is the last one.
     */
    public List<BrowsedMessage> browse(Entity entity, @Nullable Delivery after, int limit) {
        DeliveryReader reader = context.store().deliveries();
        return page(entity, limit, (last, wanted) -> reader.browse(entity.id(), last == null ? after : last, wanted));
    }

    /** Returns deferred messages after a sequence number, in pages like those of {@link #browse}. */
    public List<BrowsedMessage> listDeferred(Entity entity, long afterSequenceNumber, int limit) {
        DeliveryReader reader = context.store().deliveries();
        return page(
                entity,
                limit,
                (last, wanted) ->
                        reader.deferredAfter(entity.id(), last == null ? afterSequenceNumber : last.id(), wanted));
    }

    /** Reader of the deliveries after a delivery, or of the first ones. */
    private interface PageReader {
        List<Delivery> after(@Nullable Delivery last, int limit);
    }

    /** Reads further deliveries in place of messages that were completed meanwhile or are unreadable. */
    private List<BrowsedMessage> page(Entity entity, int limit, PageReader reader) {
        List<BrowsedMessage> page = new ArrayList<>();
        Delivery last = null;
        while (page.size() < limit) {
            int wanted = limit - page.size();
            List<Delivery> deliveries = reader.after(last, wanted);
            page.addAll(withMessages(entity, CurrentValueFilter.withoutReplaced(context.store(), deliveries)));
            if (deliveries.size() < wanted) {
                break;
            }
            last = deliveries.get(wanted - 1);
        }
        return page;
    }

    private List<BrowsedMessage> withMessages(Entity entity, List<Delivery> deliveries) {
        Entity current = context.registry().current(entity);
        Map<Long, StoredMessage> messages =
                ReadableMessageLoader.load(context.store().deliveries(), deliveries);
        long nowMillis = context.storeClock().confirmedMillis();
        List<BrowsedMessage> browsedMessages = new ArrayList<>(deliveries.size());
        for (Delivery delivery : deliveries) {
            StoredMessage message = messages.get(delivery.ref().messageId());
            if (message != null) {
                long expiryMillis = ExpiryRule.expiryOf(current, delivery);
                browsedMessages.add(new BrowsedMessage(
                        delivery,
                        message,
                        JmsExpirationRule.millis(current, delivery, message.header()),
                        expiryMillis <= nowMillis));
            }
        }
        return browsedMessages;
    }
}
