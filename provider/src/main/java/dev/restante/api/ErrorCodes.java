package dev.restante.api;

/**
 * The error codes: what {@code JMSException.getErrorCode()} and {@code JMSRuntimeException.getErrorCode()} are. They
 * keep their values. Each says when it comes, and whether the same call can succeed later without anybody changing
 * anything.
 */
public final class ErrorCodes {

    /** The connection, session, producer, consumer, browser or node is closed. A retry fails again: open a new one. */
    public static final String CLOSED = "RESTANTE-CLOSED";

    /**
     * The call is not allowed now or here, or factories of one store disagree on an option. A retry fails again until
     * the application acts.
     */
    public static final String ILLEGAL_STATE = "RESTANTE-ILLEGAL-STATE";

    /** Restante does not have the feature. A retry fails again. */
    public static final String NOT_SUPPORTED = "RESTANTE-NOT-SUPPORTED";

    /** The call is not for components of an application server (Jakarta Messaging 12.2). A retry fails again. */
    public static final String NOT_IN_CONTAINER = "RESTANTE-NOT-IN-CONTAINER";

    /** The queue requires message groups, and the message has none. A retry fails again: set {@code JMSXGroupID}. */
    public static final String GROUP_REQUIRED = "RESTANTE-GROUP-REQUIRED";

    /** Somebody else has the message group, or messages of it that are not settled. A retry can succeed. */
    public static final String GROUP_LOCKED = "RESTANTE-GROUP-LOCKED";

    /**
     * The lock of an accepted message group has run out, or the group was closed. A retry fails again: accept the group
     * again.
     */
    public static final String GROUP_LOST = "RESTANTE-GROUP-LOST";

    /** An argument is out of its range. A retry fails again. */
    public static final String INVALID_ARGUMENT = "RESTANTE-INVALID-ARGUMENT";

    /** The destination is null or of another provider. A retry fails again. */
    public static final String INVALID_DESTINATION = "RESTANTE-INVALID-DESTINATION";

    /**
     * The queue or topic does not exist and may not be created by use. A retry fails again until somebody creates it.
     */
    public static final String ENTITY_NOT_FOUND = "RESTANTE-ENTITY-NOT-FOUND";

    /** The name can't be a queue's or topic's, or it exists already. A retry fails again. */
    public static final String ENTITY_INVALID = "RESTANTE-ENTITY-INVALID";

    /**
     * The temporary destination has consumers, or the entity was not deleted because it is in use. A retry fails again
     * until they are closed and it is empty; administrators can delete it by force.
     */
    public static final String ENTITY_IN_USE = "RESTANTE-ENTITY-IN-USE";

    /**
     * The queue or topic takes no messages, or a call that can't wait would receive from what is paused, because an
     * administrator has given it that status. A retry fails again until one resumes it.
     */
    public static final String ENTITY_DISABLED = "RESTANTE-ENTITY-DISABLED";

    /**
     * The queue, topic or subscription, its dead-letter queue, or a subscription of the topic has the option
     * {@code deletionProtected}: nothing was deleted. A retry fails again until the protection is taken off.
     */
    public static final String ENTITY_PROTECTED = "RESTANTE-ENTITY-PROTECTED";

    /**
     * What is stored about the queue, topic or subscription is malformed, or was written by a newer release; everything
     * else works, and its messages stay. A retry fails again: use the newer release, or alter its options.
     */
    public static final String ENTITY_UNREADABLE = "RESTANTE-ENTITY-UNREADABLE";

    /**
     * The subscription has a consumer, or messages of it are unacknowledged or in a transaction. A retry fails again
     * until its consumers are closed and its messages settled.
     */
    public static final String SUBSCRIPTION_IN_USE = "RESTANTE-SUBSCRIPTION-IN-USE";

    /**
     * A subscription of that name is active with another topic or selector, or is of another kind. A retry fails again
     * until its consumers are closed; one of another kind stays until it is deleted.
     */
    public static final String SUBSCRIPTION_CONFLICT = "RESTANTE-SUBSCRIPTION-CONFLICT";

    /** No durable subscription has that name and client id. A retry fails again until somebody creates it. */
    public static final String SUBSCRIPTION_NOT_FOUND = "RESTANTE-SUBSCRIPTION-NOT-FOUND";

    /** The selector can't be parsed. A retry fails again. */
    public static final String INVALID_SELECTOR = "RESTANTE-INVALID-SELECTOR";

    /** The client id is in use, or is none. A retry fails again until the connection that has it is closed. */
    public static final String INVALID_CLIENT_ID = "RESTANTE-INVALID-CLIENT-ID";

    /** The message is null or can't be sent. A retry fails again. */
    public static final String INVALID_MESSAGE = "RESTANTE-INVALID-MESSAGE";

    /** User or password were rejected. A retry fails again. */
    public static final String SECURITY = "RESTANTE-SECURITY";

    /**
     * The lock ran out, or the message was settled already; nothing was changed. A retry fails again: a message whose
     * lock ran out is delivered again.
     */
    public static final String LOCK_LOST = "RESTANTE-LOCK-LOST";

    /**
     * Applications have as many messages of the queue in their hands as {@code maxInFlight} allows. A retry can succeed
     * when some have been settled.
     */
    public static final String IN_FLIGHT_LIMIT = "RESTANTE-IN-FLIGHT-LIMIT";

    /**
     * An interrupt of the calling thread has ended a wait for a message, or for a place among the sends with a {@code
     * CompletionListener}. Nothing was received or sent, and the thread is still interrupted. A retry can succeed once
     * the interrupt is cleared.
     */
    public static final String INTERRUPTED = "RESTANTE-INTERRUPTED";

    /** The message is larger than {@code maxMessageBytes}. A retry fails again. */
    public static final String MESSAGE_TOO_LARGE = "RESTANTE-MESSAGE-TOO-LARGE";

    /** The store can't be reached, or not within {@code storeTimeout}; the call did nothing. A retry can succeed. */
    public static final String STORE_UNAVAILABLE = "RESTANTE-STORE-UNAVAILABLE";

    /** The store failed or can't be opened. A retry fails again until somebody acts. */
    public static final String STORE_FAILED = "RESTANTE-STORE-FAILED";

    /**
     * Nobody knows whether the call took effect: the answer of the database to a COMMIT was lost and did not come
     * within {@code storeTimeout}. A retry may do it twice: first ask {@code RestanteAdmin.outcome} with the
     * exception's token.
     */
    public static final String OUTCOME_UNKNOWN = "RESTANTE-OUTCOME-UNKNOWN";

    /**
     * Other nodes declared this one dead, and it has not joined anew yet, or the call was under way when that happened
     * and did nothing; or the subscription of a consumer has gone with it. A retry can succeed; in the last case, with
     * a new consumer.
     */
    public static final String NODE_FENCED = "RESTANTE-NODE-FENCED";

    /**
     * News, for exception listeners only: other nodes had declared this one dead, and it has joined anew. The
     * connection goes on; what it held is lost. There is nothing to retry.
     */
    public static final String NODE_REJOINED = "RESTANTE-NODE-REJOINED";

    /**
     * A commit ended in a rollback, or the session works for a distributed transaction that was rolled back or can only
     * be. The linked exception says why, and whether a retry of the transaction can succeed.
     */
    public static final String ROLLED_BACK = "RESTANTE-ROLLED-BACK";

    /**
     * Something failed that should not; the log has more under the tracking id of the message. Nobody knows whether a
     * retry helps.
     */
    public static final String INTERNAL = "RESTANTE-INTERNAL";

    /**
     * The name of a property is no identifier, or a reserved word of the selector language in capitals; or a settlement
     * changes a property that only the provider sets. A retry fails again.
     */
    public static final String MSG_PROPERTY_NAME = "RESTANTE-MSG-PROPERTY-NAME";

    /** Headers and properties take more than 1 MiB, those that a settlement changes included. A retry fails again. */
    public static final String MSG_HEAD_TOO_LARGE = "RESTANTE-MSG-HEAD-TOO-LARGE";

    /**
     * {@code JMSReplyTo}, or what a message is sent to, has no name, or is neither a queue nor a topic. A retry fails
     * again.
     */
    public static final String MSG_FOREIGN_DESTINATION = "RESTANTE-MSG-FOREIGN-DESTINATION";

    /** A temporary destination that came with a message can't be deleted; who created it can. A retry fails again. */
    public static final String MSG_RECEIVED_DESTINATION = "RESTANTE-MSG-RECEIVED-DESTINATION";

    /** A value can't be converted or contained. A retry fails again. */
    public static final String MSG_FORMAT = "RESTANTE-MSG-FORMAT";

    /**
     * An object message has a class that is not allowed here. A retry fails again until the factory's {@code
     * objectMessageAllowList} names it.
     */
    public static final String MSG_CLASS_NOT_ALLOWED = "RESTANTE-MSG-CLASS-NOT-ALLOWED";

    /** The body has no more to read. A retry fails again. */
    public static final String MSG_EOF = "RESTANTE-MSG-EOF";

    /** The body is write-only. A retry fails again: call {@code reset()} first. */
    public static final String MSG_WRITE_ONLY = "RESTANTE-MSG-WRITE-ONLY";

    /** Body or properties are read-only. A retry fails again: clear them first. */
    public static final String MSG_READ_ONLY = "RESTANTE-MSG-READ-ONLY";

    /**
     * The body of a received message that is stored apart is not there any more: the message is settled and its session
     * went on, or is closed; or, for a message of a browser, somebody has received it. A retry fails again.
     */
    public static final String BODY_GONE = "RESTANTE-BODY-GONE";

    /**
     * The stream of the application that brings or takes a body has failed, as the linked exception says. A message
     * that was to be sent was not sent; send it with another stream.
     */
    public static final String BODY_STREAM_FAILED = "RESTANTE-BODY-STREAM-FAILED";

    private ErrorCodes() {}
}
