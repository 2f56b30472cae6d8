package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.DisplayText;
import dev.restante.store.CommitInDoubtException;
import org.jspecify.annotations.Nullable;

/** Exception of a call that the broker rejects or cannot execute, with a reason and a retry hint. */
public final class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public enum BrokerErrorReason {
        /** The queue or topic does not exist and may not be created automatically. */
        ENTITY_NOT_FOUND(false),
        /** The name is invalid for an entity, or belongs to an entity of another kind. */
        ENTITY_INVALID(false),
        /** The stored entity is malformed or was written by a newer release. Other entities are unaffected. */
        ENTITY_UNREADABLE(false),
        /** The status of the entity, set by an administrator, does not allow the operation (STA-02). */
        ENTITY_DISABLED(false),
        /** The entity, or an entity that would be deleted with it, is protected from deletion (STA-03). */
        ENTITY_PROTECTED(false),
        /** The entity has consumers, or messages that prevent its deletion. */
        ENTITY_IN_USE(false),
        /** The subscription has a consumer or in-flight messages. */
        SUBSCRIPTION_IN_USE(false),
        /**
         * A subscription with this name exists with another topic, selector, noLocal or kind, and cannot be replaced
         * now.
         */
        SUBSCRIPTION_CONFLICT(false),
        SUBSCRIPTION_NOT_FOUND(false),
        INVALID_SELECTOR(false),
        /** The caller no longer holds the lock (RCV-12). Nothing was changed. */
        LOCK_LOST(false),
        /** The queue requires message groups, but the message has no group. */
        GROUP_REQUIRED(false),
        /** Another consumer holds the message group (GRP-02). */
        GROUP_LOCKED(true),
        /** The caller lost the message group that it had accepted (GRP-02). Nothing was changed. */
        GROUP_LOST(false),
        /** The number of in-flight messages has reached the limit of the entity (VIS-06). */
        IN_FLIGHT_LIMIT(true),
        /** An interrupt ended the wait of the calling thread. Nothing was changed. */
        INTERRUPTED(true),
        INVALID_ARGUMENT(false),
        /** The transaction accepts no more work, because it has ended or can only be rolled back. */
        ROLLED_BACK(false),
        /** The repeat schedule of the message is malformed, out of range, or never due (SCH-06). */
        INVALID_MESSAGE(false),
        MESSAGE_TOO_LARGE(false),
        /** The store is unreachable or did not answer in time. */
        STORE_UNAVAILABLE(true),
        /** The store failed permanently. An administrator must act. */
        STORE_FAILED(false),
        /** The outcome of the call is unknown and cannot be determined now (SND-09). */
        OUTCOME_UNKNOWN(false),
        /** Other nodes declared this node dead, and it has not rejoined or the call began before it did (RCV-20). */
        NODE_FENCED(true),
        /** The node has rejoined after it was declared dead; a notification only (RCV-20). */
        NODE_REJOINED(true),
        CLOSED(false);

        private final boolean retryable;

        BrokerErrorReason(boolean retryable) {
            this.retryable = retryable;
        }
    }

    private final BrokerErrorReason reason;
    private final @Nullable String outcomeToken;

    public BrokerException(BrokerErrorReason reason, String message) {
        this(reason, message, null);
    }

    /** Creates an exception whose message is reduced to a single line. */
    public BrokerException(BrokerErrorReason reason, String message, @Nullable Throwable cause) {
        super(DisplayText.singleLine(message), cause);
        this.reason = requireNonNull(reason, "reason");
        this.outcomeToken = token(cause);
    }

    private static @Nullable String token(@Nullable Throwable cause) {
        if (cause instanceof CommitInDoubtException unknown) {
            return unknown.token().toString();
        }
        return cause instanceof BrokerException other ? other.outcomeToken : null;
    }

    public BrokerErrorReason reason() {
        return reason;
    }

    /** Returns the outcome token of a call with unknown outcome (SND-09); null for other calls. */
    public @Nullable String outcomeToken() {
        return outcomeToken;
    }

    /** Returns whether the same call can succeed later without any other change. */
    public boolean retryable() {
        return reason.retryable;
    }
}
