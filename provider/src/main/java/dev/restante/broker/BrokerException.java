package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.ShownText;
import dev.restante.store.OutcomeUnknownException;
import org.jspecify.annotations.Nullable;

/**
 * The broker refuses or fails a call. The reason says why, {@link #retryable()} whether the same call can succeed
 * later.
 */
public final class BrokerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a call was refused or failed. */
    public enum Reason {
        /** The named queue does not exist and may not be created on the way. */
        ENTITY_NOT_FOUND(false),
        /** The name can't be that of an entity, or an entity of that name is of another kind. */
        ENTITY_INVALID(false),
        /**
         * What is stored about the entity is malformed, or was written by a newer release; nothing else is affected.
         */
        ENTITY_UNREADABLE(false),
        /** An administrator has given the entity a status that does not allow it (STA-02). */
        ENTITY_DISABLED(false),
        /** The entity, or what would go with it, is protected from deletion (STA-03). */
        ENTITY_PROTECTED(false),
        /** The entity has consumers, or messages where that keeps it from being deleted. */
        ENTITY_IN_USE(false),
        /** The subscription has a consumer, or messages of it are in somebody's hands. */
        SUBSCRIPTION_IN_USE(false),
        /**
         * A subscription with that name exists with another topic, selector, noLocal or kind, and can't be replaced
         * now.
         */
        SUBSCRIPTION_CONFLICT(false),
        /** No durable subscription has that name and client id. */
        SUBSCRIPTION_NOT_FOUND(false),
        /** The text is no selector. */
        INVALID_SELECTOR(false),
        /** The caller no longer holds the lock (RCV-12); nothing was changed. */
        LOCK_LOST(false),
        /** The queue requires message groups, and the message has none. */
        GROUP_REQUIRED(false),
        /** Somebody else has the message group, or something of it (GRP-02). */
        GROUP_LOCKED(true),
        /** The caller no longer has the message group that he had accepted (GRP-02); nothing was changed. */
        GROUP_LOST(false),
        /** Applications have as many messages of the entity in their hands as may be (VIS-06). */
        IN_FLIGHT_LIMIT(true),
        /** An interrupt of the calling thread has ended its wait; nothing was done. */
        INTERRUPTED(true),
        /** An argument is out of its range. */
        INVALID_ARGUMENT(false),
        /**
         * The transaction that the caller works for takes no more work: it is over, was rolled back, or can only be.
         */
        ROLLED_BACK(false),
        /** What the message says about its repetition is malformed, out of its range, or never due (SCH-06). */
        INVALID_MESSAGE(false),
        /** The message is larger than the limit. */
        MESSAGE_TOO_LARGE(false),
        /** The store can't be reached, or not in time. */
        STORE_UNAVAILABLE(true),
        /** The store failed for good: somebody has to act. */
        STORE_FAILED(false),
        /** Whether the call took effect is not known, and can't be found out now (SND-09). */
        OUTCOME_UNKNOWN(false),
        /**
         * The node was declared dead by others and has not joined anew yet, or the call began before it did (RCV-20).
         */
        NODE_FENCED(true),
        /** News, not a refusal: the node had been declared dead and has joined anew; what it held is lost (RCV-20). */
        NODE_REJOINED(true),
        /** The broker is closed. */
        CLOSED(false);

        private final boolean retryable;

        Reason(boolean retryable) {
            this.retryable = retryable;
        }
    }

    private final Reason reason;
    private final @Nullable String outcomeToken;

    public BrokerException(Reason reason, String message) {
        this(reason, message, null);
    }

    /** The message becomes one line, whatever texts of others it has. */
    public BrokerException(Reason reason, String message, @Nullable Throwable cause) {
        super(ShownText.line(message), cause);
        this.reason = requireNonNull(reason, "reason");
        this.outcomeToken = token(cause);
    }

    private static @Nullable String token(@Nullable Throwable cause) {
        if (cause instanceof OutcomeUnknownException unknown) {
            return unknown.token().toString();
        }
        return cause instanceof BrokerException other ? other.outcomeToken : null;
    }

    public Reason reason() {
        return reason;
    }

    /** With which the store can be asked later what became of the call (SND-09); null where there is nothing to ask. */
    public @Nullable String outcomeToken() {
        return outcomeToken;
    }

    /** Whether the same call can succeed later without anybody changing anything. */
    public boolean retryable() {
        return reason.retryable;
    }
}
