package dev.restante.node.send;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TextRule;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.MessageHead;
import dev.restante.model.Spans;
import dev.restante.model.StoredMessage;
import dev.restante.model.StoredText;
import dev.restante.model.codec.ContentDigest;
import dev.restante.node.rule.PropertyText;
import dev.restante.option.DuplicateIdSource;
import dev.restante.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rule for duplicates: which id of a message is compared with those of earlier ones (SND-06, SND-07). */
final class DuplicateRule {

    /** Names under which senders that were written for other providers set it; the first that is there counts. */
    private static final List<String> PROPERTIES =
            List.of(SendRequest.DUPLICATE_ID, "_AMQ_DUPL_ID", "JMS_SQS_DeduplicationId");

    private DuplicateRule() {}

    /**
     * The change that makes sure that a message is stored once, or null where nothing is compared.
     *
     * @param delivery the message's stay in the target
     * @param sentAt in epoch milliseconds of store time
     * @throws BrokerException with INVALID_ARGUMENT if the id is no string, or none that a database can hold
     */
    static Change.@Nullable Once once(Entity target, Delivery delivery, StoredMessage message, long sentAt) {
        Duration window = target.options().duplicateDetectionWindow();
        if (window == null) {
            return null;
        }
        String id = id(target.options().duplicateIdFrom(), message);
        return id == null
                ? null
                : new Change.Once(delivery.ref().messageId(), target.id(), id, sentAt, Spans.later(sentAt, window));
    }

    private static @Nullable String id(DuplicateIdSource source, StoredMessage message) {
        MessageHead head = message.head();
        return switch (source.kind()) {
            case DUPLICATE_ID -> set(head.properties());
            case CORRELATION_ID -> PropertyText.of(head.correlationId());
            case PROPERTY -> PropertyText.of(head.properties().get(requireNonNull(source.property())));
            case BODY -> or(set(head.properties()), () -> ContentDigest.ofBody(message));
            case CONTENT -> or(set(head.properties()), () -> ContentDigest.ofContent(message));
        };
    }

    private static String or(@Nullable String set, Supplier<String> digest) {
        return set != null ? set : digest.get();
    }

    /** What its sender has set for this very purpose. */
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
                    Reason.INVALID_ARGUMENT,
                    "The property " + name + " is a " + id.getClass().getSimpleName()
                            + "; duplicates are detected by a String");
        }
        TextRule.check(StoredText.DUPLICATE_ID, text);
        return text;
    }
}
