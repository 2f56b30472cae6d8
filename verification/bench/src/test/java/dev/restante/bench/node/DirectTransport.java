package dev.restante.bench.node;

import dev.restante.bench.contender.RunningTransport;
import dev.restante.bench.load.ArrivalCounter;
import dev.restante.bench.load.ConsumerGroup;
import dev.restante.bench.load.Load;
import dev.restante.bench.load.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Transport that delivers each message during the call that sends it. */
final class DirectTransport implements RunningTransport {

    final List<String> events = new ArrayList<>();
    /** Sequence number of a message that is not delivered, or -1. */
    long lost = -1;

    private final CountDownLatch sends = new CountDownLatch(5);
    private volatile ArrivalCounter arrivalCounter;

    void awaitSends() throws InterruptedException {
        sends.await();
    }

    @Override
    public Sender openSender(Load load) {
        return new Sender() {
            @Override
            public void send(long sequence, byte[] body) {
                if (sequence != lost) {
                    arrivalCounter.received(0, body, System.nanoTime());
                }
                sends.countDown();
            }

            @Override
            public void commit() {
                throw new AssertionError("unexpected call");
            }

            @Override
            public void close() {
                // There is nothing to close.
            }
        };
    }

    @Override
    public ConsumerGroup openConsumers(Load load, ArrivalCounter told) {
        arrivalCounter = told;
        return () -> events.add("consumers closed");
    }

    @Override
    public void close() {
        events.add("transport closed");
    }
}
