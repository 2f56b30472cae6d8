package dev.restante.node.feature.duplicates;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.broker.SendRequest;
import dev.restante.broker.StoredTextCheck;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.MessageHeader;
import dev.restante.model.SaturatingTime;
import dev.restante.model.StoredMessage;
import dev.restante.model.StoredTextKind;
import dev.restante.model.codec.ContentDigest;
import dev.restante.node.rule.ComparisonText;
import dev.restante.option.DuplicateIdSource;
import dev.restante.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rule for duplicate detection, which determines the duplicate id of a message (SND-06, SND-07). */
public final class DuplicateRule {

    /** Properties that contain a duplicate id, also of other providers; the first property that is set counts. */
    private static final List<String> PROPERTIES =
            List.of(SendRequest.DUPLICATE_ID, "_AMQ_DUPL_ID", "JMS_SQS_DeduplicationId");

    private DuplicateRule() {}

    /**
     * Returns the change that records the duplicate id and drops a duplicate; null if the target or the message needs
     * none.
     *
     * @param delivery delivery in the target
     * @param sentAt store time in epoch milliseconds
     * @throws BrokerException with INVALID_ARGUMENT if the id is not a string that a database can store
     */
    public static Change.@Nullable RecordDuplicateId duplicateIdCheck(
            Entity target, Delivery delivery, StoredMessage message, long sentAt) {
        Duration window = target.options().duplicateDetectionWindow();
        if (window == null) {
            return null;
        }
        String id = id(target.options().duplicateIdSource(), message);
        return id == null
                ? null
                : new Change.RecordDuplicateId(
                        delivery.ref().messageId(), target.id(), id, sentAt, SaturatingTime.plus(sentAt, window));
    }

    private static @Nullable String id(DuplicateIdSource source, StoredMessage message) {
        MessageHeader header = message.header();
        return switch (source.kind()) {
            case DUPLICATE_ID -> set(header.properties());
            case CORRELATION_ID -> ComparisonText.of(header.correlationId());
            case PROPERTY -> ComparisonText.of(header.properties().get(requireNonNull(source.property())));
            case BODY -> or(set(header.properties()), () -> ContentDigest.ofBody(message));
            case CONTENT -> or(set(header.properties()), () -> ContentDigest.ofContent(message));
        };
    }

    private static String or(@Nullable String set, Supplier<String> digest) {
        return set != null ? set : digest.get();
    }

    /** Returns the duplicate id that the sender has set in a property, or null. */
    private static @Nullable String set(Map<String, @Nullable Object> properties) {
        for (String name : PROPERTIES) {
            Object id = properties.get(name);
            if (id != null) {
                return checked(name, id);
            }
        }
        return null;
    }

    private static String checked(String name, Object id) {
        if (!(id instanceof String text)) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_ARGUMENT,
                    "The property " + name + " has the type " + id.getClass().getSimpleName()
                            + ", but a duplicate id must be a String");
        }
        StoredTextCheck.check(StoredTextKind.DUPLICATE_ID, text);
        return text;
    }
}
