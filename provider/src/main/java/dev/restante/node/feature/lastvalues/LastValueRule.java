package dev.restante.node.feature.lastvalues;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.Entity;
import dev.restante.model.MessageHeader;
import dev.restante.node.rule.ComparisonText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rule that determines the last-value key of a message, for which an entity keeps only the newest message (LVQ-01). */
public final class LastValueRule {

    private LastValueRule() {}

    /**
     * Returns the last-value key: the text of the property that the options of the entity name. Returns null without
     * such a property, and for a repeated send, because only its copies are values.
     *
     * @param annotations the annotations of the delivery, whose changed properties override the message properties, or
     *     null
     */
    public static @Nullable String key(Entity entity, MessageHeader header, @Nullable DeliveryAnnotations annotations) {
        String property = entity.options().lastValueKey();
        if (property == null || header.repeatSchedule() != null) {
            return null;
        }
        Map<String, @Nullable Object> properties =
                annotations == null ? header.properties() : annotations.applyAll(header.properties());
        return ComparisonText.of(properties.get(property));
    }

    /** Returns an arriving delivery with its last-value key, if the entity has last-value keys. */
    public static Delivery withValueKey(Delivery arriving, Entity entity, MessageHeader header) {
        return entity.options().lastValueKey() == null
                ? arriving
                : arriving.withValueKey(key(entity, header, arriving.annotations()));
    }
}
