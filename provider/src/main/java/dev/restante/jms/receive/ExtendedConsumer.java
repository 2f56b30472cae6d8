package dev.restante.jms.receive;

/** Consumer that offers operations beyond Jakarta Messaging, see {@code RestanteConsumer}. */
public interface ExtendedConsumer {

    ConsumerExtension extension();
}
