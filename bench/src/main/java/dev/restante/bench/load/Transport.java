package dev.restante.bench.load;

/** Message transport between the producers and consumers of a load. Thread-safe. */
public interface Transport {

    Sender openSender(Load load) throws Exception;

    /** Opens the consumers of a load, which start immediately. */
    ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) throws Exception;
}
