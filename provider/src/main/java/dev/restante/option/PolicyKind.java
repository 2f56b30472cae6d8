package dev.restante.option;

/** Kind of entities whose options a policy sets (POL-01). Temporary queues and topics have no policies. */
public enum PolicyKind {
    /** Queues, without their dead-letter queues. */
    QUEUES,
    /**
     * Dead-letter queues of queues and subscriptions. The pattern is compared with the full name, and with the name of
     * the queue or subscription.
     */
    DEAD_LETTER_QUEUES,
    /** Topics. */
    TOPICS,
    /** Subscriptions. The pattern is compared with the full name {@code TOPIC/Subscriptions/CLIENTID:NAME}. */
    SUBSCRIPTIONS;

    /**
     * Returns the kind with a name in any case, with hyphens or underscores, such as {@code dead-letter-queues}.
     *
     * @throws IllegalArgumentException if there is no such kind
     */
    public static PolicyKind parse(String text) {
        return TextFormat.enumConstant(PolicyKind.class)
                .parse()
                .apply(text.strip().replace('-', '_'));
    }
}
