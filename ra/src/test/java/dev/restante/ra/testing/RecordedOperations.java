package dev.restante.ra.testing;

import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageObserverFactory;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An observer that the tests have as a service, and what it has seen of all of them. */
public final class RecordedOperations implements MessageObserverFactory, MessageObserver {

    /** How often an observer was asked for. */
    public static final AtomicInteger MADE = new AtomicInteger();

    /** Operations with their queues, as {@code sent q}. */
    public static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public MessageObserver create() {
        MADE.incrementAndGet();
        return this;
    }

    @Override
    public ObservedOperation sending(MessageToSend message) {
        return failure -> SEEN.add("sent " + message.place().name());
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        messages.forEach(message -> SEEN.add("received " + message.place().name()));
    }

    @Override
    public ObservedOperation processing(DeliveredMessage message) {
        return failure -> SEEN.add("processed " + message.place().name());
    }
}
