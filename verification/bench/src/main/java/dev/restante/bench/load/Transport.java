package dev.restante.bench.load;

/**
 * Interface through which a load (benchmark traffic) opens its senders and consumers on any compared messaging system.
 * Thread-safe.
 */
public interface Transport {

    Sender openSender(Load load) throws Exception;

    /** Opens the consumers of a load, which start immediately. */
    ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) throws Exception;
}
