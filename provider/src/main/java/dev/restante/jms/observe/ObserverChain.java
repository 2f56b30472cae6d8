package dev.restante.jms.observe;

import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Composite of several observers that logs and ignores their exceptions. */
record ObserverChain(List<MessageObserver> observers) implements MessageObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ObserverChain.class);

    /** Operations that the observers started for one event. They end in reverse order of their start. */
    private record CompositeOperation(List<ObservedOperation> operations) implements ObservedOperation {

        @Override
        public void callReturned() {
            for (int i = operations.size() - 1; i >= 0; i--) {
                callSafely(operations.get(i), ObservedOperation::callReturned);
            }
        }

        @Override
        public void ended(@Nullable Throwable failure) {
            for (int i = operations.size() - 1; i >= 0; i--) {
                callSafely(operations.get(i), operation -> operation.ended(failure));
            }
        }
    }

    private static <T> void callSafely(T called, Consumer<T> call) {
        try {
            call.accept(called);
        } catch (Throwable thrown) {
            // Includes errors and undeclared exceptions of Kotlin: an exception out of this call would lose the
            // received messages.
            LOG.warn(
                    "The message observer {} threw an exception",
                    called.getClass().getName(),
                    thrown);
        }
    }

    private @Nullable ObservedOperation startAll(
            Function<MessageObserver, ? extends @Nullable ObservedOperation> beginning) {
        List<ObservedOperation> operations = new ArrayList<>(observers.size());
        for (MessageObserver each : observers) {
            callSafely(each, observer -> {
                ObservedOperation operation = beginning.apply(observer);
                if (operation != null) {
                    operations.add(operation);
                }
            });
        }
        return operations.isEmpty() ? null : new CompositeOperation(operations);
    }

    @Override
    public @Nullable ObservedOperation sendStarted(MessageToSend message) {
        return startAll(observer -> observer.sendStarted(message));
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration waitTime) {
        observers.forEach(each -> callSafely(each, observer -> observer.received(messages, waitTime)));
    }

    @Override
    public @Nullable ObservedOperation processStarted(DeliveredMessage message) {
        return startAll(observer -> observer.processStarted(message));
    }

    @Override
    public @Nullable ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
        return startAll(observer -> observer.settleStarted(kind, messages));
    }

    @Override
    public void lockExtended(DeliveredMessage message, Instant until) {
        observers.forEach(each -> callSafely(each, observer -> observer.lockExtended(message, until)));
    }

    @Override
    public void lockLost(DeliveredMessage message) {
        observers.forEach(each -> callSafely(each, observer -> observer.lockLost(message)));
    }
}
