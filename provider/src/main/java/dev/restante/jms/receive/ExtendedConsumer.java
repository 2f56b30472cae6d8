package dev.restante.jms.receive;

/** Interface of a JMS consumer that gives {@code RestanteConsumer} access to operations beyond Jakarta Messaging. */
public interface ExtendedConsumer {

    ConsumerExtension extension();
}
