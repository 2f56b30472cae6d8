package dev.restante.bench.load;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;

/**
 * A Jakarta Messaging provider.
 *
 * @param factory makes its connections
 * @param completionFactory makes those for sends with a {@code CompletionListener}
 */
public record JmsTransport(ConnectionFactory factory, ConnectionFactory completionFactory) implements Transport {

    @Override
    public Sender openSender(Load load) throws JMSException {
        return JmsSender.open(factoryFor(load), load);
    }

    @Override
    public Consumers openConsumers(Load load, Arrivals arrivals) throws JMSException {
        return JmsConsumers.open(factoryFor(load), load, arrivals);
    }

    private ConnectionFactory factoryFor(Load load) {
        return load.mode() == Load.Mode.ASYNC ? completionFactory : factory;
    }
}
