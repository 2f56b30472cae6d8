package dev.restante.option;

/**
 * Treatment of properties whose names are not allowed in Jakarta Messaging, when an application sends a message object
 * of another provider (SND-13). Such names, for example {@code order-id}, come from AMQP, Kafka or MQTT.
 */
public enum ForeignProperties {
    /** The send throws an exception that names the property. This is the default. */
    REFUSE,
    /** The property gets a valid name: {@code order-id} becomes {@code order_x002d_id}. */
    ENCODE,
    /** The sent message does not have the property. The log names each such property once. */
    DROP
}
