package dev.restante.histories;

import dev.restante.histories.ModelMessage.State;
import java.util.List;

/** Last values of a queue that keeps one waiting message for each key (LVQ-01 to LVQ-06). */
final class LastValues {

    private final boolean enabled;
    private final List<ModelMessage> messages;
    private boolean anyReplaced;

    LastValues(HistoryKind kind, List<ModelMessage> messages) {
        this.enabled = kind == HistoryKind.LAST_VALUES;
        this.messages = messages;
    }

    /** Makes a message available, which replaces the other values of its key. */
    void arrive(ModelMessage value) {
        value.state = State.AVAILABLE;
        value.replaced = false;
        if (enabled && value.spec.valueKey() != null) {
            messages.stream()
                    .filter(other -> other != value && isValueOfSameKey(other, value))
                    .forEach(this::replace);
        }
    }

    /** Makes a redriven message available, unless a value that was sent later is there. */
    void arriveAgain(ModelMessage value) {
        boolean late = enabled
                && value.spec.valueKey() != null
                && messages.stream()
                        .anyMatch(
                                other -> isValueOfSameKey(other, value) && !other.replaced && other.isSentAfter(value));
        if (late) {
            value.state = State.GONE;
        } else {
            arrive(value);
        }
    }

    private static boolean isValueOfSameKey(ModelMessage other, ModelMessage value) {
        boolean isValue =
                switch (other.state) {
                    case AVAILABLE, LOCKED, DEFERRED -> true;
                    case SCHEDULED -> other.backingOff;
                    case UNCOMMITTED, DEAD, GONE -> false;
                };
        return isValue && value.spec.valueKey() != null && value.spec.valueKey().equals(other.spec.valueKey());
    }

    private void replace(ModelMessage other) {
        anyReplaced = true;
        other.replaced = true;
        dropIfReplaced(other);
    }

    /** Returns whether a value was replaced since the last call. */
    boolean takeAnyReplaced() {
        boolean any = anyReplaced;
        anyReplaced = false;
        return any;
    }

    /** Drops a message, available or in back-off, that a later value has replaced. */
    static void dropIfReplaced(ModelMessage message) {
        if (message.replaced && (message.state == State.AVAILABLE || message.state == State.SCHEDULED)) {
            message.state = State.GONE;
        }
    }
}
