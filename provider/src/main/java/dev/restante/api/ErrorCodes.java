package dev.restante.api;

/**
 * Error codes of the exceptions that Restante throws, as returned by {@code JMSException.getErrorCode()} and
 * {@code JMSRuntimeException.getErrorCode()}. The values never change. Each comment says when the code is used and
 * whether a retry of the call can succeed without another action.
 */
public final class ErrorCodes {

    /** The connection, session, producer, consumer, browser or node is closed. A retry fails again: open a new one. */
    public static final String CLOSED = "RESTANTE-CLOSED";

    /**
     * The call is not allowed in the current state, or connection factories of one store disagree on an option. A retry
     * fails again until the application changes this.
     */
    public static final String ILLEGAL_STATE = "RESTANTE-ILLEGAL-STATE";

    /** Restante does not have the feature. A retry fails again. */
    public static final String NOT_SUPPORTED = "RESTANTE-NOT-SUPPORTED";

    /** The call is forbidden for components in an application server (Jakarta Messaging 12.2). A retry fails again. */
    public static final String NOT_IN_CONTAINER = "RESTANTE-NOT-IN-CONTAINER";

    /**
     * The queue requires message groups, and the message has no group. A retry fails again: set {@code JMSXGroupID}.
     */
    public static final String GROUP_REQUIRED = "RESTANTE-GROUP-REQUIRED";

    /**
     * Another consumer holds the message group. A retry can succeed after that consumer settles its messages or closes.
     */
    public static final String GROUP_LOCKED = "RESTANTE-GROUP-LOCKED";

    /**
     * The lock of an accepted message group has expired, or the group was closed. A retry fails again: accept the group
     * again.
     */
    public static final String GROUP_LOST = "RESTANTE-GROUP-LOST";

    /** An argument is out of its range. A retry fails again. */
    public static final String INVALID_ARGUMENT = "RESTANTE-INVALID-ARGUMENT";

    /**
     * The destination is null or is of the wrong kind, or its name has a scheme or parameter that is not supported. A
     * retry fails again.
     */
    public static final String INVALID_DESTINATION = "RESTANTE-INVALID-DESTINATION";

    /**
     * The queue or topic does not exist, and Restante may not create it on first use. A retry fails again until an
     * administrator creates it.
     */
    public static final String ENTITY_NOT_FOUND = "RESTANTE-ENTITY-NOT-FOUND";

    /** The name is not a valid name of a queue or topic, or the name already exists. A retry fails again. */
    public static final String ENTITY_INVALID = "RESTANTE-ENTITY-INVALID";

    /**
     * The temporary destination has consumers, or the entity was not deleted because it is in use. A retry fails again
     * until the consumers are closed and the entity is empty, or an administrator forces the deletion.
     */
    public static final String ENTITY_IN_USE = "RESTANTE-ENTITY-IN-USE";

    /**
     * An administrator has disabled sends to the queue or topic, or has paused the entity from which a call without
     * waiting would receive. A retry fails again until an administrator enables the entity.
     */
    public static final String ENTITY_DISABLED = "RESTANTE-ENTITY-DISABLED";

    /**
     * The option {@code deletionProtected} prevented a deletion: it is set for the entity, for its dead-letter queue,
     * or for a subscription of the topic. A retry fails again until an administrator resets the option.
     */
    public static final String ENTITY_PROTECTED = "RESTANTE-ENTITY-PROTECTED";

    /**
     * The stored options of the queue, topic or subscription are malformed, or a newer release wrote them. Its messages
     * remain stored. A retry fails again: use the newer release, or alter the options.
     */
    public static final String ENTITY_UNREADABLE = "RESTANTE-ENTITY-UNREADABLE";

    /**
     * The subscription has a consumer, or some of its messages are unacknowledged or in a transaction. A retry fails
     * again until the consumers are closed and the messages are settled.
     */
    public static final String SUBSCRIPTION_IN_USE = "RESTANTE-SUBSCRIPTION-IN-USE";

    /**
     * An active subscription has this name but another topic, selector or kind. A retry fails again until its consumers
     * are closed, or a subscription of another kind is deleted.
     */
    public static final String SUBSCRIPTION_CONFLICT = "RESTANTE-SUBSCRIPTION-CONFLICT";

    /** No durable subscription has this name and client id. A retry fails again until the subscription is created. */
    public static final String SUBSCRIPTION_NOT_FOUND = "RESTANTE-SUBSCRIPTION-NOT-FOUND";

    /** The selector cannot be parsed. A retry fails again. */
    public static final String INVALID_SELECTOR = "RESTANTE-INVALID-SELECTOR";

    /** The client id is invalid, or another connection uses it. A retry fails again until that connection is closed. */
    public static final String INVALID_CLIENT_ID = "RESTANTE-INVALID-CLIENT-ID";

    /** The message is null or cannot be sent. A retry fails again. */
    public static final String INVALID_MESSAGE = "RESTANTE-INVALID-MESSAGE";

    /** The database rejected the user or the password. A retry fails again. */
    public static final String SECURITY = "RESTANTE-SECURITY";

    /**
     * The lock expired, or the message was already settled; the call changed nothing. A retry fails again. A message
     * whose lock expired is delivered again.
     */
    public static final String LOCK_LOST = "RESTANTE-LOCK-LOST";

    /**
     * The in-flight messages of the queue have reached {@code maxInFlight}. A retry can succeed after some of them are
     * settled.
     */
    public static final String IN_FLIGHT_LIMIT = "RESTANTE-IN-FLIGHT-LIMIT";

    /**
     * An interrupt of the calling thread ended a wait for a message, or for the end of an earlier send with a
     * {@code CompletionListener}. The call neither received nor sent a message, and the thread is still interrupted. A
     * retry can succeed after the interrupt status is cleared.
     */
    public static final String INTERRUPTED = "RESTANTE-INTERRUPTED";

    /** The message is larger than {@code maxMessageBytes}. A retry fails again. */
    public static final String MESSAGE_TOO_LARGE = "RESTANTE-MESSAGE-TOO-LARGE";

    /** The store cannot be reached within {@code storeTimeout}; the call had no effect. A retry can succeed. */
    public static final String STORE_UNAVAILABLE = "RESTANTE-STORE-UNAVAILABLE";

    /** The store failed or cannot be opened. A retry fails again until the cause is repaired. */
    public static final String STORE_FAILED = "RESTANTE-STORE-FAILED";

    /**
     * The outcome of the call is unknown: the answer of the database to a COMMIT was lost and did not arrive within
     * {@code storeTimeout}. Before a retry, which may execute the call twice, query {@code RestanteAdmin.outcome} with
     * the outcome token of the exception.
     */
    public static final String OUTCOME_UNKNOWN = "RESTANTE-OUTCOME-UNKNOWN";

    /**
     * Other nodes declared this node dead. The node has not rejoined yet, the call was in progress and had no effect,
     * or the subscription of the consumer was removed meanwhile. A retry can succeed; in the last case create a new
     * consumer first.
     */
    public static final String NODE_FENCED = "RESTANTE-NODE-FENCED";

    /**
     * The node rejoined the store after other nodes had declared it dead. The connection continues to work, but its
     * locks are lost. Only exception listeners receive this code. No retry is necessary.
     */
    public static final String NODE_REJOINED = "RESTANTE-NODE-REJOINED";

    /**
     * A commit ended in a rollback, or the session belongs to a distributed transaction that was rolled back or can
     * only be rolled back. The linked exception says why, and whether a retry of the transaction can succeed.
     */
    public static final String ROLLED_BACK = "RESTANTE-ROLLED-BACK";

    /**
     * An unexpected failure occurred; the log contains details under the tracking id of the exception. It is unknown
     * whether a retry helps.
     */
    public static final String INTERNAL = "RESTANTE-INTERNAL";

    /**
     * A property name is not an identifier, or is a reserved word of the selector language in upper case. The code is
     * also used if a settlement changes a property that only the provider sets. A retry fails again.
     */
    public static final String INVALID_PROPERTY_NAME = "RESTANTE-INVALID-PROPERTY-NAME";

    /**
     * Headers and properties are larger than 1 MiB, including properties that a settlement changes. A retry fails
     * again.
     */
    public static final String MESSAGE_HEADER_TOO_LARGE = "RESTANTE-MESSAGE-HEADER-TOO-LARGE";

    /**
     * {@code JMSReplyTo} or the destination of a send has no name, or is neither a queue nor a topic. A retry fails
     * again.
     */
    public static final String UNKNOWN_DESTINATION_TYPE = "RESTANTE-UNKNOWN-DESTINATION-TYPE";

    /**
     * A temporary destination obtained from a message cannot be deleted; only its creator can delete it. A retry fails
     * again.
     */
    public static final String NOT_DESTINATION_OWNER = "RESTANTE-NOT-DESTINATION-OWNER";

    /** A value cannot be converted, or the message cannot contain it. A retry fails again. */
    public static final String MESSAGE_FORMAT = "RESTANTE-MESSAGE-FORMAT";

    /**
     * An object message contains a class that is not allowed. A retry fails again until {@code objectMessageAllowList}
     * of the connection factory includes the class.
     */
    public static final String MESSAGE_CLASS_NOT_ALLOWED = "RESTANTE-MESSAGE-CLASS-NOT-ALLOWED";

    /** The end of the body is reached. A retry fails again. */
    public static final String MESSAGE_EOF = "RESTANTE-MESSAGE-EOF";

    /** The body is write-only. A retry fails again: call {@code reset()} first. */
    public static final String MESSAGE_WRITE_ONLY = "RESTANTE-MESSAGE-WRITE-ONLY";

    /** The body or the properties are read-only. A retry fails again: clear them first. */
    public static final String MESSAGE_READ_ONLY = "RESTANTE-MESSAGE-READ-ONLY";

    /**
     * The large body of a received message does not exist any more. Either the message is settled and its session
     * continued or is closed, or, for a browsed message, a consumer received it. A retry fails again.
     */
    public static final String BODY_UNAVAILABLE = "RESTANTE-BODY-UNAVAILABLE";

    /**
     * The stream with which the application writes or reads a body failed; the linked exception says why. The message
     * was not sent; send it with another stream.
     */
    public static final String BODY_STREAM_FAILED = "RESTANTE-BODY-STREAM-FAILED";

    private ErrorCodes() {}
}
