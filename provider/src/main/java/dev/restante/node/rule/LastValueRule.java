package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rule for values of which an entity keeps the last one of each key (LVQ-01). Pure. */
public final class LastValueRule {

    private LastValueRule() {}

    /**
     * The key of a message in an entity, which is the text of the property that the entity's options name; null where
     * there is none, and for what is sent repeatedly: its copies are values, itself is none.
     *
     * @param note what its message cannot say, or null
     */
    public static @Nullable String key(Entity entity, MessageHead head, @Nullable DeliveryNote note) {
        String property = entity.options().lastValueKey();
        if (property == null || head.repetition() != null) {
            return null;
        }
        Map<String, @Nullable Object> properties = note == null ? head.properties() : note.shown(head.properties());
        return PropertyText.of(properties.get(property));
    }

    /** A delivery that arrives in an entity, as the value that it is there. */
    public static Delivery valued(Delivery arriving, Entity entity, MessageHead head) {
        return entity.options().lastValueKey() == null ? arriving : arriving.valued(key(entity, head, arriving.note()));
    }
}
