package dev.restante.histories;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Receives, and settlements of messages under peek-locks. */
final class ReceiveActions {

    /** Number of latest locks from which a settlement picks. */
    private static final int LOCKS_REMEMBERED = 6;

    private final HistoryRun run;
    private final QueueModel model;
    private final HistoryLog log;
    private final LockOperations lockOperations;
    private final List<TrackedLock> locks = new ArrayList<>();

    /** Sequence numbers that receivers were told, by message. */
    private final Map<ModelMessage, Long> sequenceNumbers = new HashMap<>();

    /** Peek-lock with its delivery in the model. */
    private record TrackedLock(ModelDelivery delivery, PeekLock lock) {}

    ReceiveActions(HistoryRun run) {
        this.run = run;
        this.model = run.model;
        this.log = run.log;
        this.lockOperations = new LockOperations(model);
    }

    /** Forgets the locks of a closed session. */
    void forgetLocksOf(SessionKind sessionKind) {
        locks.removeIf(lock -> lock.delivery().sessionKind == sessionKind);
    }

    /** Forgets the locks of all sessions. */
    void forgetLocks() {
        locks.clear();
    }

    void receive(SessionKind sessionKind) throws JMSException {
        if (!run.isUsed(sessionKind)) {
            return;
        }
        log.beginStep(sessionKind + " receives ");
        Message received = receiveExpectingCode(sessionKind);
        log.append(received == null ? "nothing" : ModelComparison.nameOf(received));
        if (InFlightLimit.receiveErrorCode(model) != null) {
            return;
        }
        List<ModelMessage> allowed = model.next(sessionKind, sessionKind::accepts);
        while (!allowed.isEmpty() && model.isDeliveredTooOften(allowed.get(0))) {
            model.deadLetterAsTooOften(allowed.get(0));
            allowed = model.next(sessionKind, sessionKind::accepts);
        }
        String actual = received == null ? "nothing" : ModelComparison.nameOf(received);
        Optional<ModelMessage> expected = allowed.stream()
                .filter(message -> message.name().equals(actual))
                .findFirst();
        if (received == null || expected.isEmpty()) {
            assertThat(actual)
                    .as("what " + sessionKind + " receives; allowed is " + allowed)
                    .isEqualTo(allowed.isEmpty() ? "nothing" : allowed.get(0).name());
        } else {
            recordReceived(sessionKind, received, expected.get());
        }
    }

    private void recordReceived(SessionKind sessionKind, Message received, ModelMessage message) throws JMSException {
        long expirationMillis = model.expiryMillis(message);
        CrashEffects.resolveSuspect(message, received.getIntProperty("JMSXDeliveryCount"));
        ModelDelivery delivery = model.deliver(message, sessionKind, sessionKind.transacted());
        log.append(", delivery " + delivery.shownDeliveryCount);
        ModelComparison.assertReceivedValues(received, delivery, expirationMillis);
        if (!sessionKind.usesPeekLock() && !sessionKind.transacted()) {
            model.complete(delivery);
            return;
        }
        run.historySession(sessionKind).recordReceived(received, delivery);
        if (sessionKind.usesPeekLock()) {
            PeekLock lock = PeekLock.of(received);
            assertThat(lock.lockedUntil())
                    .as("end of the lock")
                    .isEqualTo(Instant.ofEpochMilli(delivery.lockedUntilMillis));
            locks.add(new TrackedLock(delivery, lock));
            sequenceNumbers.put(message, lock.sequenceNumber());
            if (locks.size() > LOCKS_REMEMBERED) {
                locks.remove(0);
            }
        }
    }

    void receiveDeferred(SessionKind sessionKind, int pick) throws JMSException {
        List<ModelMessage> candidates =
                model.messages().stream().filter(sequenceNumbers::containsKey).toList();
        if (candidates.isEmpty() || !run.isUsed(sessionKind)) {
            return;
        }
        ModelMessage message = candidates.get(pick % candidates.size());
        log.beginStep(sessionKind + " receives " + message.name() + " by its number: ");
        boolean expected = StatusActions.allowsReceives(model) && model.receiveByNumber(message, sessionKind);
        String expectedCode = expected
                ? InFlightLimit.receiveByNumberErrorCode(model)
                : StatusActions.receiveByNumberErrorCode(model);
        AtomicReference<Optional<Message>> answer = new AtomicReference<>(Optional.empty());
        long number = Objects.requireNonNull(sequenceNumbers.get(message));
        if (!ErrorCodeCheck.succeeds(
                "receive by number",
                expectedCode,
                () -> answer.set(run.entity.receiveDeferred(run.historySession(sessionKind), number)))) {
            log.append(expectedCode + "");
            return;
        }
        Optional<Message> received = answer.get();
        log.append(received.isPresent() ? "here it is" : "nothing");
        assertThat(received.isPresent())
                .as(message.name() + " is received by its number")
                .isEqualTo(expected);
        if (received.isPresent()) {
            recordReceived(sessionKind, received.get(), message);
        }
    }

    void settle(HistoryAction.Settle.LockOperation operation, int pick) throws JMSException {
        if (locks.isEmpty()) {
            return;
        }
        // The latest lock comes first, so that shrinking leads to it.
        TrackedLock picked = locks.get(locks.size() - 1 - pick % locks.size());
        ModelDelivery delivery = picked.delivery();
        log.beginStep(String.format(
                Locale.ROOT, "%s of %s, delivery %d", operation, delivery.message.name(), delivery.shownDeliveryCount));
        boolean lost;
        try {
            lockOperations.performInProvider(operation, picked.lock());
            lost = false;
        } catch (MessageLockLostException rejection) {
            assertThat(rejection.getErrorCode()).isEqualTo("RESTANTE-LOCK-LOST");
            lost = true;
            log.append(": rejected");
        }
        assertThat(lost).as("whether the lock is lost").isEqualTo(!lockOperations.performInModel(operation, delivery));
    }

    private @Nullable Message receiveExpectingCode(SessionKind sessionKind) throws JMSException {
        AtomicReference<@Nullable Message> received = new AtomicReference<>();
        ErrorCodeCheck.succeeds(
                "receive",
                InFlightLimit.receiveErrorCode(model),
                () -> received.set(run.historySession(sessionKind).consumer().receiveNoWait()));
        return received.get();
    }
}
