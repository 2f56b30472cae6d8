package dev.restante.node.send;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.broker.SendRequest;
import dev.restante.broker.TextRule;
import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.Spans;
import dev.restante.model.StoredText;
import dev.restante.store.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rule for duplicates: which id of a message is compared with those of earlier ones (SND-06). */
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
    static Change.@Nullable Once once(
            Entity target, Delivery delivery, Map<String, @Nullable Object> properties, long sentAt) {
        Duration window = target.options().duplicateDetectionWindow();
        if (window == null) {
            return null;
        }
        for (String name : PROPERTIES) {
            Object id = properties.get(name);
            if (id != null) {
                return new Change.Once(
                        delivery.ref().messageId(),
                        target.id(),
                        checked(name, id),
                        sentAt,
                        Spans.later(sentAt, window));
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
