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

/** Several observers as one. What one of them throws is logged and keeps neither the others nor the work. */
record ObserverChain(List<MessageObserver> observers) implements MessageObserver {

    private static final Logger LOG = LoggerFactory.getLogger(ObserverChain.class);

    /** What each has begun; the one that came last leaves first. */
    private record Begun(List<ObservedOperation> operations) implements ObservedOperation {

        @Override
        public void leave() {
            for (int i = operations.size() - 1; i >= 0; i--) {
                guarded(operations.get(i), ObservedOperation::leave);
            }
        }

        @Override
        public void end(@Nullable Throwable failure) {
            for (int i = operations.size() - 1; i >= 0; i--) {
                guarded(operations.get(i), operation -> operation.end(failure));
            }
        }
    }

    private static <T> void guarded(T called, Consumer<T> call) {
        try {
            call.accept(called);
        } catch (Throwable thrown) {
            // Errors too, and what Kotlin does not declare: messages that were taken would be lost with the call.
            LOG.warn("An observer of messages threw: {}", called.getClass().getName(), thrown);
        }
    }

    private @Nullable ObservedOperation begun(
            Function<MessageObserver, ? extends @Nullable ObservedOperation> beginning) {
        List<ObservedOperation> operations = new ArrayList<>(observers.size());
        for (MessageObserver each : observers) {
            guarded(each, observer -> {
                ObservedOperation operation = beginning.apply(observer);
                if (operation != null) {
                    operations.add(operation);
                }
            });
        }
        return operations.isEmpty() ? null : new Begun(operations);
    }

    @Override
    public @Nullable ObservedOperation sending(MessageToSend message) {
        return begun(observer -> observer.sending(message));
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        observers.forEach(each -> guarded(each, observer -> observer.received(messages, took)));
    }

    @Override
    public @Nullable ObservedOperation processing(DeliveredMessage message) {
        return begun(observer -> observer.processing(message));
    }

    @Override
    public @Nullable ObservedOperation settling(SettlementKind kind, List<DeliveredMessage> messages) {
        return begun(observer -> observer.settling(kind, messages));
    }

    @Override
    public void locked(DeliveredMessage message, Instant until) {
        observers.forEach(each -> guarded(each, observer -> observer.locked(message, until)));
    }

    @Override
    public void lockLost(DeliveredMessage message) {
        observers.forEach(each -> guarded(each, observer -> observer.lockLost(message)));
    }
}
