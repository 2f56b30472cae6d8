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

/** Message observer that the tests register as a service, with its recorded operations. */
public final class RecordedOperations implements MessageObserverFactory, MessageObserver {

    /** Number of observers that were created. */
    public static final AtomicInteger MADE = new AtomicInteger();

    /** Operations with their queues, for example {@code sent q}. */
    public static final List<String> SEEN = new CopyOnWriteArrayList<>();

    @Override
    public MessageObserver create() {
        MADE.incrementAndGet();
        return this;
    }

    @Override
    public ObservedOperation sendStarted(MessageToSend message) {
        return failure -> SEEN.add("sent " + message.entity().name());
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        messages.forEach(message -> SEEN.add("received " + message.entity().name()));
    }

    @Override
    public ObservedOperation processStarted(DeliveredMessage message) {
        return failure -> SEEN.add("processed " + message.entity().name());
    }
}
