package dev.restante.bench.load;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

/**
 * Transport on a Jakarta Messaging provider, which opens senders and consumers with the connection factory for the send
 * mode of the load.
 *
 * @param completionFactory the factory for connections that send with a {@code CompletionListener}
 */
public record JmsTransport(ConnectionFactory factory, ConnectionFactory completionFactory) implements Transport {

    @Override
    public Sender openSender(Load load) throws JMSException {
        return JmsSender.open(factoryFor(load), load);
    }

    @Override
    public ConsumerGroup openConsumers(Load load, ArrivalCounter arrivalCounter) throws JMSException {
        return JmsConsumerGroup.open(factoryFor(load), load, arrivalCounter);
    }

    private ConnectionFactory factoryFor(Load load) {
        return load.mode() == Load.SendMode.ASYNC ? completionFactory : factory;
    }
}
