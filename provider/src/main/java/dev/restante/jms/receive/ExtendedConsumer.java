package dev.restante.jms.receive;

/**
 * A consumer of the classic or the simplified API that can do more than Jakarta Messaging says: see
 * {@code RestanteConsumer}.
 */
public interface ExtendedConsumer {

    /** What it can do. */
    ConsumerAccess access();
}
