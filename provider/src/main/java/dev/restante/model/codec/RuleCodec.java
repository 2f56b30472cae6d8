package dev.restante.model.codec;

import dev.restante.model.DisplayText;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Stored form of the filter and action of a {@link SubscriptionRule}, after a format version. */
public final class RuleCodec {

    private static final int VERSION = 1;

    private static final int EVERY_MESSAGE = 1;
    private static final int SELECTED = 2;
    private static final int CORRELATED = 3;

    private static final int NO_ACTION = 0;
    private static final int ACTION = 1;

    private RuleCodec() {}

    public static byte[] encode(SubscriptionRule rule) {
        ByteWriter writer = new ByteWriter(128);
        writer.writeByte(VERSION);
        RuleFilter filter = rule.filter();
        if (filter instanceof RuleFilter.MatchAllFilter) {
            writer.writeByte(EVERY_MESSAGE);
        } else if (filter instanceof RuleFilter.SelectorFilter selectorFilter) {
            writer.writeByte(SELECTED);
            writer.writeString(selectorFilter.selector());
        } else {
            writer.writeByte(CORRELATED);
            PropertyCodec.write(writer, new LinkedHashMap<>(((RuleFilter.CorrelationFilter) filter).values()));
        }
        RuleAction action = rule.action();
        writer.writeByte(action == null ? NO_ACTION : ACTION);
        if (action != null) {
            PropertyCodec.write(writer, action.changes());
        }
        return writer.toByteArray();
    }

    /**
     * Decodes a rule.
     *
     * @throws CorruptDataException if the bytes are damaged or have an unknown version
     */
    public static SubscriptionRule decode(String name, byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        reader.expectVersion(VERSION, "the rule has");
        try {
            RuleFilter filter = readFilter(reader);
            RuleAction action = reader.readByte() == NO_ACTION ? null : new RuleAction(PropertyCodec.read(reader));
            reader.expectEnd();
            return new SubscriptionRule(name, filter, action);
        } catch (IllegalArgumentException e) {
            throw new CorruptDataException("invalid rule: " + e.getMessage());
        }
    }

    private static RuleFilter readFilter(ByteReader reader) {
        int kind = reader.readByte();
        return switch (kind) {
            case EVERY_MESSAGE -> RuleFilter.matchAll();
            case SELECTED -> RuleFilter.selector(reader.readString());
            case CORRELATED -> new RuleFilter.CorrelationFilter(values(PropertyCodec.read(reader)));
            default -> throw new CorruptDataException("the rule has a filter of unknown kind " + kind);
        };
    }

    private static Map<String, Object> values(Map<String, @Nullable Object> read) {
        Map<String, Object> values = new LinkedHashMap<>();
        read.forEach((name, value) -> {
            if (value == null) {
                throw new CorruptDataException("the rule compares '" + DisplayText.shorten(name) + "' with no value");
            }
            values.put(name, value);
        });
        return values;
    }
}
