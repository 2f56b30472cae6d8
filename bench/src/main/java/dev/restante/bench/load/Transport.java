package dev.restante.bench.load;

/** What carries the messages of a {@link Load} from its producers to its consumers. Thread-safe. */
public interface Transport {

    /** Opens what one producer's thread needs. */
    Sender openSender(Load load) throws Exception;

    /**
     * Opens the consumers of a load, which begin at once.
     *
     * @param arrivals is told of each message, from any thread
     */
    Consumers openConsumers(Load load, Arrivals arrivals) throws Exception;
}
